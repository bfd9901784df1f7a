package dev.plumbline.web.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.AmiObjection;
import dev.plumbline.conclusion.AmiRefusal;
import dev.plumbline.conclusion.AmiResolved;
import dev.plumbline.conclusion.AmiSuperseded;
import dev.plumbline.conclusion.InstanceTypeAmi;
import dev.plumbline.conclusion.InstanceTypeUnmapped;
import dev.plumbline.conclusion.NodeClassCondition;
import dev.plumbline.conclusion.NodeClassObjection;
import dev.plumbline.conclusion.NodeClassPlatform;
import dev.plumbline.conclusion.ObjectionWaived;
import dev.plumbline.fact.EC2NodeClass;
import dev.plumbline.host.Live;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The node classes: what each resolves to, what it refuses and why, which types are left. */
public final class NodeClassesView {

  /** How many refused images of a node class are told, the newest. */
  private static final int REFUSED = 100;

  private final Known known;
  private final Hardware hardware;
  private final Map<String, List<AmiResolved>> resolved;
  private final Map<String, List<InstanceTypeAmi>> mapped;
  private final Map<String, List<InstanceTypeUnmapped>> unmapped;
  private final Map<String, List<AmiRefusal>> refused;
  private final Map<String, List<AmiObjection>> objections;
  private final Map<String, List<AmiSuperseded>> superseded;
  private final Map<String, List<NodeClassCondition>> conditions;
  private final Map<String, List<NodeClassObjection>> complaints;
  private final Map<String, List<NodeClassPlatform>> platforms;
  private final Set<String> waived;

  private NodeClassesView(Live live) {
    known = new Known(live);
    hardware = new Hardware(live);
    resolved = known.by(AmiResolved.class, AmiResolved::nodeClass);
    mapped = known.by(InstanceTypeAmi.class, InstanceTypeAmi::nodeClass);
    unmapped = known.by(InstanceTypeUnmapped.class, InstanceTypeUnmapped::nodeClass);
    refused = known.by(AmiRefusal.class, AmiRefusal::nodeClass);
    objections = known.by(AmiObjection.class, each -> each.nodeClass() + "/" + each.ami());
    superseded = known.by(AmiSuperseded.class, AmiSuperseded::nodeClass);
    conditions = known.by(NodeClassCondition.class, NodeClassCondition::nodeClass);
    complaints = known.by(NodeClassObjection.class, NodeClassObjection::nodeClass);
    platforms = known.by(NodeClassPlatform.class, NodeClassPlatform::nodeClass);
    waived =
        live.settlement().of(ObjectionWaived.class).stream()
            .map(each -> each.rule() + " " + each.subject())
            .collect(Collectors.toSet());
  }

  /** What holds of them in {@code live}. */
  public static JsonNode of(Live live) {
    var view = new NodeClassesView(live);
    ObjectNode json = Known.document(live);
    ArrayNode all = json.putArray("nodeClasses");
    Known.facts(live, EC2NodeClass.class).forEach(each -> all.add(view.one(each)));
    return json;
  }

  private ObjectNode one(EC2NodeClass nodeClass) {
    String name = nodeClass.name();
    ObjectNode json = Known.JSON.objectNode().put("name", name);
    json.put(
        "family",
        platforms.getOrDefault(name, List.of()).stream()
            .map(NodeClassPlatform::amiFamily)
            .findFirst()
            .orElse(nodeClass.amiFamily()));
    ArrayNode told = json.putArray("conditions");
    for (NodeClassCondition each : conditions.getOrDefault(name, List.of())) {
      told.addObject()
          .put("type", each.condition())
          .put("status", each.status())
          .put("reason", each.reason())
          .put("message", each.message());
    }
    ArrayNode wrong = json.putArray("objections");
    for (NodeClassObjection each : complaints.getOrDefault(name, List.of())) {
      wrong.add(
          Known.reason(each.rule(), each.message())
              .put("waived", waived.contains(each.rule() + " EC2NodeClass/" + name)));
    }
    List<AmiResolved> images =
        resolved.getOrDefault(name, List.of()).stream()
            .sorted(Comparator.comparingInt(AmiResolved::position))
            .toList();
    var slots =
        new Slots(
            known,
            hardware,
            mapped.getOrDefault(name, List.of()),
            unmapped.getOrDefault(name, List.of()));
    json.set("slots", slots.json(images));
    ArrayNode list = json.putArray("resolved");
    images.forEach(each -> list.add(slots.image(each)));
    refused(name, json);
    var outdone = new HashSet<String>();
    superseded.getOrDefault(name, List.of()).forEach(each -> outdone.add(each.ami()));
    images.forEach(each -> outdone.remove(each.ami()));
    json.put("superseded", outdone.size());
    json.set("unmapped", unmapped(unmapped.getOrDefault(name, List.of())));
    return json;
  }

  private void refused(String nodeClass, ObjectNode json) {
    List<AmiRefusal> all = refused.getOrDefault(nodeClass, List.of());
    json.put("refusedTotal", all.size());
    ArrayNode told = json.putArray("refused");
    all.stream()
        .sorted(Comparator.comparing((AmiRefusal each) -> -created(each.ami())))
        .limit(REFUSED)
        .forEach(
            each -> {
              ObjectNode one = told.addObject();
              one.set("ami", known.image(each.ami()));
              ArrayNode reasons = one.putArray("reasons");
              String subject = nodeClass + "/" + each.ami();
              for (AmiObjection why : objections.getOrDefault(subject, List.of())) {
                reasons.add(
                    Known.reason(why.rule(), why.message())
                        .put("waived", waived(why.rule(), nodeClass, each.ami())));
              }
            });
  }

  private boolean waived(String rule, String nodeClass, String ami) {
    return waived.contains(rule + " EC2NodeClass/" + nodeClass + "/Ami/" + ami);
  }

  /** Seconds; images of unknown age come last. */
  private long created(String ami) {
    var fact = known.ami(ami);
    return fact == null || fact.creationDate() == null ? 0 : fact.created();
  }

  /** The most frequent reason first. */
  private static ArrayNode unmapped(List<InstanceTypeUnmapped> types) {
    var byReason = new TreeMap<String, List<InstanceTypeUnmapped>>();
    byReason.putAll(Known.by(types, each -> each.rule() + " " + each.message()));
    ArrayNode json = Known.JSON.arrayNode();
    byReason.values().stream()
        .sorted(Comparator.comparingInt(alike -> -alike.size()))
        .forEach(
            alike -> {
              InstanceTypeUnmapped first = alike.getFirst();
              json.add(
                  Known.reason(first.rule(), first.message())
                      .set(
                          "types",
                          Known.texts(
                              alike.stream().map(InstanceTypeUnmapped::instanceType).toList())));
            });
    return json;
  }
}
