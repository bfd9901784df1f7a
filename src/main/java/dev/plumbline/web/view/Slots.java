package dev.plumbline.web.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.AmiResolved;
import dev.plumbline.conclusion.InstanceTypeAmi;
import dev.plumbline.conclusion.InstanceTypeUnmapped;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.Requirement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Architectures × variants of one node class: which image is in each place, how many types it
 * serves, and in which places types have no image.
 */
final class Slots {

  private final Known known;
  private final Hardware hardware;
  private final Map<String, List<InstanceTypeAmi>> mapped;
  private final List<InstanceTypeUnmapped> unmapped;

  Slots(
      Known known,
      Hardware hardware,
      List<InstanceTypeAmi> mapped,
      List<InstanceTypeUnmapped> unmapped) {
    this.known = known;
    this.hardware = hardware;
    this.mapped = Known.by(mapped, InstanceTypeAmi::ami);
    this.unmapped = unmapped;
  }

  private record Place(String architecture, @Nullable String variant) {
    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::architecture)
            .thenComparing(Place::variant, Comparator.nullsFirst(Comparator.naturalOrder()));
  }

  /** The places in order; in each the images that {@code images} puts there, or none. */
  ArrayNode json(List<AmiResolved> images) {
    var filled = new TreeMap<Place, List<AmiResolved>>(Place.ORDER);
    for (AmiResolved each : images) {
      filled.computeIfAbsent(place(each), none -> new ArrayList<>()).add(each);
    }
    var left = new HashMap<Place, Integer>();
    for (InstanceTypeUnmapped each : unmapped) {
      InstanceType type = known.type(each.instanceType());
      if (type != null) {
        Place place = new Place(type.architecture(), hardware.of(type));
        left.merge(place, 1, Integer::sum);
        filled.putIfAbsent(place, List.of());
      }
    }
    ArrayNode json = Known.JSON.arrayNode();
    filled.forEach(
        (place, there) -> {
          int without = left.getOrDefault(place, 0);
          if (there.isEmpty()) {
            slot(place, json).put("types", without).put("without", without).putNull("ami");
          }
          for (AmiResolved each : there) {
            ObjectNode ami = known.image(each.ami());
            ami.put("position", each.position()).put("deprecated", each.deprecated());
            slot(place, json).put("types", types(each)).put("without", without).set("ami", ami);
          }
        });
    return json;
  }

  private static ObjectNode slot(Place place, ArrayNode json) {
    return json.addObject()
        .put("architecture", place.architecture())
        .put("variant", place.variant());
  }

  /** One resolved image with what it asks for. */
  ObjectNode image(AmiResolved image) {
    ObjectNode json = known.image(image.ami());
    json.put("position", image.position()).put("deprecated", image.deprecated());
    Place place = place(image);
    json.put("architecture", place.architecture()).put("variant", place.variant());
    json.set(
        "requirements",
        Known.texts(image.requirements().list().stream().map(Requirement::toString).toList()));
    return json.put("types", types(image));
  }

  private Place place(AmiResolved image) {
    String architecture = image.requirements().values(Hardware.ARCHITECTURE).orNone();
    return new Place(architecture, hardware.of(image.requirements()));
  }

  /** An image may be resolved for two sets of devices: each counts the types of its own. */
  private int types(AmiResolved image) {
    int types = 0;
    for (InstanceTypeAmi each : mapped.getOrDefault(image.ami(), List.of())) {
      InstanceType type = known.type(each.instanceType());
      types += type == null || image.requirements().drives(type.labels()) ? 1 : 0;
    }
    return types;
  }
}
