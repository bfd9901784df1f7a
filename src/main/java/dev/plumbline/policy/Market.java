package dev.plumbline.policy;

import dev.plumbline.conclusion.InstanceTypeConclusions.OfferingsLeft;
import dev.plumbline.conclusion.PodConclusions.InstanceTypePriced;
import dev.plumbline.conclusion.PodConclusions.PodMeets;
import dev.plumbline.fact.Annotations.ExtensionMethod;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a pool may launch on demand and on the spot market at which price. For one launch Karpenter
 * leaves every spot offering alone that is dearer than the cheapest one on demand ({@code
 * SpotOfferingFilter} in {@code karpenter-provider-aws/pkg/providers/instance/filter}).
 */
public final class Market {

  private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

  private final Collection<InstanceTypePriced> offered;
  private final Map<String, OfferingsLeft> left; // of the types that lost some
  private final Tags zones; // of the node class

  /** An offering that can be launched now. */
  private record Offer(
      String instanceType,
      String capacityType,
      String zone,
      long microUsdPerHour,
      boolean exotic) {}

  private Market(
      Collection<InstanceTypePriced> offered, Map<String, OfferingsLeft> left, Tags zones) {
    this.offered = offered;
    this.left = left;
    this.zones = zones;
  }

  /** All that has a price. */
  public static Market of(Collection<InstanceTypePriced> offered) {
    return new Market(offered, Map.of(), Tags.NONE);
  }

  /** That of it which can be launched now. */
  public Market open(Collection<OfferingsLeft> lost) {
    var byType = new HashMap<String, OfferingsLeft>();
    lost.forEach(each -> byType.put(each.instanceType(), each));
    return new Market(offered, byType, zones);
  }

  /** The same in the zones of the node class with their ids; none if unknown. */
  public Market among(Tags nodeClassZones) {
    return new Market(offered, left, nodeClassZones);
  }

  /**
   * The type that is the cheapest on demand of those that hold such a pod; null when none can be
   * launched on demand.
   */
  @ExtensionMethod
  public static @Nullable String cheapest(PodMeets pods, Market market, Values holding) {
    Offer cheapest = market.cheapestOnDemand(pods.requirements(), holding);
    return cheapest == null ? null : cheapest.instanceType();
  }

  /** What that costs in millionths of a US dollar an hour; 0 without one. */
  @ExtensionMethod
  public static long leastOnDemand(PodMeets pods, Market market, Values holding) {
    Offer cheapest = market.cheapestOnDemand(pods.requirements(), holding);
    return cheapest == null ? 0 : cheapest.microUsdPerHour();
  }

  /** How many spot offerings there are of the types that hold such a pod. */
  @ExtensionMethod
  public static int spotOffers(PodMeets pods, Market market, Values holding) {
    return market.candidates("spot", pods.requirements(), holding).size();
  }

  /** The spot offerings among them that are dearer than the cheapest one on demand. */
  @ExtensionMethod
  public static Values dearer(PodMeets pods, Market market, Values holding) {
    Offer cheapest = market.cheapestOnDemand(pods.requirements(), holding);
    if (cheapest == null) {
      return Values.NONE;
    }
    return Values.of(
        market.candidates("spot", pods.requirements(), holding).stream()
            .filter(each -> each.microUsdPerHour() > cheapest.microUsdPerHour())
            .map(each -> each.instanceType() + " in " + each.zone())
            .toList());
  }

  private @Nullable Offer cheapestOnDemand(Requirements requirements, Values holding) {
    return candidates("on-demand", requirements, holding).stream()
        .min(
            Comparator.comparingLong(Offer::microUsdPerHour)
                .thenComparing(Offer::instanceType)
                .thenComparing(Offer::zone))
        .orElse(null);
  }

  /** Bare metal and types with GPUs or accelerators are among them if there is nothing else. */
  private List<Offer> candidates(String capacityType, Requirements requirements, Values holding) {
    List<Offer> all = offers(requirements, holding);
    boolean plain = all.stream().anyMatch(each -> !each.exotic());
    return all.stream()
        .filter(each -> each.capacityType().equals(capacityType))
        .filter(each -> !plain || !each.exotic())
        .toList();
  }

  private List<Offer> offers(Requirements requirements, Values holding) {
    var found = new ArrayList<Offer>();
    for (InstanceTypePriced each : offered) {
      String name = each.instanceType();
      String sold = each.capacityType();
      if (holding.has(name) && requirements.allow(CAPACITY_TYPE, sold)) {
        each.microUsdPerHour()
            .map()
            .forEach(
                (zone, price) -> {
                  if (requirements.allowZone(zone, zones) && open(each, zone)) {
                    found.add(new Offer(name, sold, zone, Long.parseLong(price), each.exotic()));
                  }
                });
      }
    }
    return found;
  }

  private boolean open(InstanceTypePriced priced, String zone) {
    OfferingsLeft some = left.get(priced.instanceType());
    return some == null
        || (priced.capacityType().equals("spot") ? some.spot() : some.onDemand()).has(zone);
  }
}
