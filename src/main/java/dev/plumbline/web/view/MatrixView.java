package dev.plumbline.web.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.AmiResolved;
import dev.plumbline.conclusion.InstanceTypeAmi;
import dev.plumbline.conclusion.InstanceTypeUnmapped;
import dev.plumbline.host.Live;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The images of one node class × the families of its pools: which serves which, else why not. */
public final class MatrixView {

  /** How many images are told; a node class has one for each architecture and kind of device. */
  private static final int IMAGES = 40;

  /** How many families are told; EC2 has fewer than two hundred. */
  private static final int FAMILIES = 400;

  private final String nodeClass;
  private final Known known;
  private final Map<String, String> imageByType = new HashMap<>();
  private final Map<String, InstanceTypeUnmapped> unmappedByType = new HashMap<>();

  private MatrixView(Live live, String nodeClass) {
    this.nodeClass = nodeClass;
    this.known = new Known(live);
    for (InstanceTypeAmi each : live.settlement().of(InstanceTypeAmi.class)) {
      if (each.nodeClass().equals(nodeClass)) {
        imageByType.put(each.instanceType(), each.ami());
      }
    }
    for (InstanceTypeUnmapped each : live.settlement().of(InstanceTypeUnmapped.class)) {
      if (each.nodeClass().equals(nodeClass)) {
        unmappedByType.putIfAbsent(each.instanceType(), each);
      }
    }
  }

  /**
   * What holds of {@code nodeClass} in {@code live}.
   *
   * @param all with the families that no pool of it admits, too
   */
  public static JsonNode of(Live live, String nodeClass, boolean all) {
    var view = new MatrixView(live, nodeClass);
    var admitted = new Admitted(live, view.known);
    return view.json(live, all ? admitted.all() : admitted.byAny(nodeClass));
  }

  private JsonNode json(Live live, SortedSet<String> types) {
    var byFamily = new TreeMap<>(Known.by(types, known::family));
    List<AmiResolved> images = images(live);
    ObjectNode json = Known.document(live).put("nodeClass", nodeClass);
    List<String> families = byFamily.keySet().stream().limit(FAMILIES).toList();
    json.set("families", Known.texts(families));
    ArrayNode amis = json.putArray("amis");
    for (AmiResolved each : images) {
      amis.add(
          known
              .image(each.ami())
              .put("architecture", each.requirements().values(Hardware.ARCHITECTURE).orNone()));
    }
    ArrayNode cells = json.putArray("cells");
    for (AmiResolved image : images) {
      for (String family : families) {
        cells.add(cell(image.ami(), family, byFamily.getOrDefault(family, List.of())));
      }
    }
    return json;
  }

  /** Each image once, in the order of {@code status.amis}. */
  private List<AmiResolved> images(Live live) {
    Set<String> told = new HashSet<>();
    return live.settlement().of(AmiResolved.class).stream()
        .filter(each -> each.nodeClass().equals(nodeClass))
        .sorted(Comparator.comparingInt(AmiResolved::position))
        .filter(each -> told.add(each.ami()))
        .limit(IMAGES)
        .toList();
  }

  private ObjectNode cell(String ami, String family, List<String> types) {
    var others = new ArrayList<String>();
    var left = new ArrayList<InstanceTypeUnmapped>();
    int served = 0;
    for (String type : types) {
      String image = imageByType.get(type);
      InstanceTypeUnmapped unmapped = unmappedByType.get(type);
      if (ami.equals(image)) {
        served++;
      } else if (image != null) {
        others.add(type);
      } else if (unmapped != null) {
        left.add(unmapped);
      }
    }
    ObjectNode json = Known.JSON.objectNode().put("ami", ami).put("family", family);
    json.put("served", served).put("types", types.size()).put("byOthers", others.size());
    InstanceTypeUnmapped reason = mostFrequent(left);
    if (reason == null) {
      json.putNull("reason");
    } else {
      json.set("reason", Known.reason(reason.rule(), reason.message()));
    }
    String asked =
        reason != null ? reason.instanceType() : others.isEmpty() ? null : others.getFirst();
    return json.put(
        "whyNot",
        asked == null || served == types.size()
            ? null
            : "InstanceTypeAmi nodeClass=" + nodeClass + " instanceType=" + asked + " ami=" + ami);
  }

  /** The first type of the reason that most types have. */
  private static @Nullable InstanceTypeUnmapped mostFrequent(List<InstanceTypeUnmapped> left) {
    return Known.by(left, each -> each.rule() + " " + each.message()).values().stream()
        .max(Comparator.comparingInt(List::size))
        .map(List::getFirst)
        .orElse(null);
  }
}
