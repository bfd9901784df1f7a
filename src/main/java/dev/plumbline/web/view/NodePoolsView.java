package dev.plumbline.web.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.InstanceTypeUsable;
import dev.plumbline.conclusion.NodePoolExcluded;
import dev.plumbline.conclusion.NodePoolFactor;
import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.conclusion.NodePoolOrder;
import dev.plumbline.conclusion.NodePoolWeight;
import dev.plumbline.conclusion.ObjectionWaived;
import dev.plumbline.conclusion.PreferenceTier;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.host.Live;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The pools in the order in which they are tried, then those that are left out. */
public final class NodePoolsView {

  private final Admitted admitted;
  private final Known known;
  private final Map<String, Integer> positions = new HashMap<>();
  private final Map<String, Integer> weights = new HashMap<>();
  private final Map<String, List<NodePoolFactor>> factors;
  private final Map<String, List<NodePoolObjection>> objections;
  private final Map<String, List<NodePoolExcluded>> excluded;
  private final Map<String, List<InstanceTypeUsable>> usable;
  private final Map<String, List<PreferenceTier>> tiers;
  private final Set<String> waived;

  private NodePoolsView(Live live) {
    known = new Known(live);
    admitted = new Admitted(live, known);
    live.settlement()
        .of(NodePoolOrder.class)
        .forEach(each -> positions.put(each.nodePool(), each.position()));
    live.settlement()
        .of(NodePoolWeight.class)
        .forEach(each -> weights.put(each.nodePool(), each.weight()));
    factors = known.by(NodePoolFactor.class, NodePoolFactor::nodePool);
    objections = known.by(NodePoolObjection.class, NodePoolObjection::nodePool);
    excluded = known.by(NodePoolExcluded.class, NodePoolExcluded::nodePool);
    usable = known.by(InstanceTypeUsable.class, InstanceTypeUsable::nodePool);
    tiers = known.by(PreferenceTier.class, PreferenceTier::nodePool);
    waived =
        live.settlement().of(ObjectionWaived.class).stream()
            .map(each -> each.rule() + " " + each.subject())
            .collect(Collectors.toSet());
  }

  /** What holds of them in {@code live}. */
  public static JsonNode of(Live live) {
    var view = new NodePoolsView(live);
    ArrayNode json = Known.JSON.arrayNode();
    Known.facts(live, NodePool.class).stream()
        .sorted(
            Comparator.comparing(
                    (NodePool pool) -> view.positions.getOrDefault(pool.name(), Integer.MAX_VALUE))
                .thenComparing(NodePool::name))
        .forEach(pool -> json.add(view.one(pool)));
    return json;
  }

  private ObjectNode one(NodePool pool) {
    String name = pool.name();
    ObjectNode json = Known.JSON.objectNode().put("name", name);
    json.put("nodeClass", pool.nodeClass());
    json.put("position", positions.get(name));
    json.putObject("weight").put("written", pool.weight()).put("concluded", weights.get(name));
    if (pool.tierOf() == null) {
      json.putNull("tier");
    } else {
      json.putObject("tier").put("of", pool.tierOf());
    }
    ArrayNode steps = json.putArray("tiers");
    tiers.getOrDefault(name, List.of()).stream()
        .sorted(Comparator.comparingInt(PreferenceTier::tier))
        .forEach(each -> tier(each, steps.addObject()));
    ArrayNode points = json.putArray("factors");
    for (NodePoolFactor each : factors.getOrDefault(name, List.of())) {
      points
          .addObject()
          .put("rule", each.rule())
          .put("points", each.points())
          .put("message", each.message());
    }
    json.set("families", families(pool));
    ArrayNode wrong = json.putArray("objections");
    for (NodePoolObjection each : objections.getOrDefault(name, List.of())) {
      boolean lifted = waived.contains(each.rule() + " NodePool/" + name);
      wrong.add(Known.reason(each.rule(), each.message()).put("waived", lifted));
    }
    ArrayNode out = json.putArray("excluded");
    excluded
        .getOrDefault(name, List.of())
        .forEach(each -> out.add(Known.reason(each.rule(), each.message())));
    if (!pool.limits().none()) {
      json.set("limits", amounts(pool.limits()));
      json.set("usage", amounts(pool.usage()));
    }
    return json;
  }

  private static void tier(PreferenceTier tier, ObjectNode json) {
    json.put("tier", tier.tier()).put("item", tier.item()).put("name", tier.name());
    json.set("families", Known.texts(tier.families().list()));
    json.set("instanceTypes", Known.texts(tier.instanceTypes().list()));
  }

  /** The families that it admits, with how many types of each, and how many it can launch. */
  private ArrayNode families(NodePool pool) {
    var types =
        new TreeMap<>(Known.counted(admitted.by(pool).stream().map(known::family).toList()));
    var launchable =
        Known.counted(
            usable.getOrDefault(pool.name(), List.of()).stream()
                .map(each -> known.family(each.instanceType()))
                .toList());
    ArrayNode json = Known.JSON.arrayNode();
    types.forEach(
        (family, count) ->
            json.addObject()
                .put("family", family)
                .put("types", count)
                .put("usable", launchable.getOrDefault(family, 0)));
    return json;
  }

  private static ObjectNode amounts(Resources resources) {
    ObjectNode json = Known.JSON.objectNode();
    for (Map.Entry<String, Quantity> each : resources.map().entrySet()) {
      json.put(each.getKey(), each.getValue().toString());
    }
    return json;
  }
}
