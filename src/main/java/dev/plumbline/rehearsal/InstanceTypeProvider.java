package dev.plumbline.rehearsal;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.InstanceTypes.OnDemandPrice;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.rehearsal.AmiResolver.Resolved;
import dev.plumbline.rehearsal.ModelState.NodeClassState;
import dev.plumbline.rehearsal.ModelState.NodePoolState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The instance types of the region, the cheapest first ({@code pkg/providers/instancetype} of
 * karpenter-provider-aws).
 */
final class InstanceTypeProvider {

  /** A type for a node, and the image that it boots. */
  record Choice(InstanceType type, Resolved image) {}

  private final List<InstanceType> types;
  private final Map<String, List<String>> zonesByType = new HashMap<>();

  /**
   * The types of a region.
   *
   * @param facts instance types, offerings, prices; others are ignored
   */
  InstanceTypeProvider(Collection<? extends Fact> facts) {
    var prices = new HashMap<String, Long>();
    var found = new ArrayList<InstanceType>();
    for (Fact fact : facts) {
      switch (fact) {
        case InstanceType type -> found.add(type);
        case OnDemandPrice price -> prices.put(price.instanceType(), price.microUsdPerHour());
        case InstanceTypeOffering offering ->
            zonesByType
                .computeIfAbsent(offering.instanceType(), type -> new ArrayList<>())
                .add(offering.zone());
        default -> {}
      }
    }
    zonesByType.values().forEach(zones -> zones.sort(null));
    found.sort(
        Comparator.comparing(
                (InstanceType type) -> prices.getOrDefault(type.name(), Long.MAX_VALUE))
            .thenComparing(InstanceType::vcpus)
            .thenComparing(InstanceType::name));
    this.types = found;
  }

  /** The cheapest type that the pool admits and an image of the node class serves. */
  @Nullable Choice choose(@Nullable NodeClassState nodeClass, NodePoolState pool) {
    if (nodeClass == null || !nodeClass.ready) {
      return null;
    }
    for (InstanceType type : types) {
      if (pool.pool.requirements().admit(type.labels())
          && pool.pool.requirements().admitZone(Values.of(zones(type)), Tags.NONE)) {
        Resolved image = nodeClass.mapped(type);
        if (image != null) {
          return new Choice(type, image);
        }
      }
    }
    return null;
  }

  /** The zones that offer a type, sorted. */
  List<String> zones(InstanceType type) {
    return zonesByType.getOrDefault(type.name(), List.of());
  }

  /** The zones that offer any type, sorted. */
  List<String> zones() {
    return zonesByType.values().stream().flatMap(List::stream).distinct().sorted().toList();
  }
}
