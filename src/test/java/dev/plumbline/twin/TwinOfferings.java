package dev.plumbline.twin;

import dev.plumbline.conclusion.InstanceTypeOutOfCapacity;
import dev.plumbline.conclusion.InstanceTypeUnpriced;
import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.conclusion.OfferingClosed;
import dev.plumbline.conclusion.OfferingUnavailable;
import dev.plumbline.conclusion.OfferingUnpriced;
import dev.plumbline.conclusion.OfferingsLeft;
import dev.plumbline.conclusion.SpotDearer;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.OnDemandPrice;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.SpotPrice;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.UnavailableOffering;
import dev.plumbline.fact.Values;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** offerings.drl: what can Karpenter not launch now, and what does that leave of a pool? */
final class TwinOfferings {

  private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

  private final TwinFacts world;
  private final TwinConclusions out;
  // By instance type.
  private final Map<String, Set<OfferingUnavailable>> unavailable = new HashMap<>();
  private final Map<String, Set<OfferingUnpriced>> unpriced = new HashMap<>();
  private final Map<String, Set<OfferingClosed>> closed = new HashMap<>();

  TwinOfferings(TwinFacts world, TwinConclusions out) {
    this.world = world;
    this.out = out;
  }

  void offer() {
    withoutCapacity();
    withoutPrice();
    unavailable.values().forEach(offerings -> offerings.forEach(out::add));
    unpriced.values().forEach(offerings -> offerings.forEach(out::add));
    unavailable
        .values()
        .forEach(all -> all.forEach(o -> close(o.capacityType(), o.instanceType(), o.zone())));
    unpriced
        .values()
        .forEach(all -> all.forEach(o -> close(o.capacityType(), o.instanceType(), o.zone())));
    closed.values().forEach(offerings -> offerings.forEach(out::add));
    spotDearer();
    var left = new ArrayList<OfferingsLeft>();
    for (InstanceType type : world.types) {
      if (world.synced("instance-type-offerings") && closed.containsKey(type.name())) {
        left.add(new OfferingsLeft(type.name(), left(type, "on-demand"), left(type, "spot")));
      }
    }
    left.forEach(out::add);
    for (NodePool pool : world.pools) {
      TwinClass nodeClass = world.classes.get(pool.nodeClass());
      if (nodeClass != null
          && nodeClass.fact != null
          && (nodeClass.fact.capacityReservations().none()
              || !pool.requirements().allow(CAPACITY_TYPE, "reserved"))) {
        pool(pool, nodeClass.fact.zones(), left);
      }
    }
  }

  private void withoutCapacity() {
    List<Parameter> parameters = world.parameters("offerings.unavailableFor");
    if (parameters.isEmpty() || world.time == null) {
      return;
    }
    Duration span = parameters.getFirst().duration();
    for (UnavailableOffering told : world.unavailableOfferings) {
      if (!told.since().plus(span).isAfter(world.time.instant())) {
        continue;
      }
      Instant until = told.since().plus(span);
      if (!told.instanceType().equals("*") && !told.zone().equals("*")) {
        add(told.capacityType(), told.instanceType(), told.zone(), told.reason(), until);
        continue;
      }
      for (InstanceType type : world.types) {
        if (sold(type, told.capacityType())
            && (told.instanceType().equals("*") || told.instanceType().equals(type.name()))) {
          for (String zone : world.zones(type).list()) {
            if (told.zone().equals("*") || told.zone().equals(zone)) {
              add(told.capacityType(), type.name(), zone, told.reason(), until);
            }
          }
        }
      }
    }
  }

  private void withoutPrice() {
    for (InstanceType type : world.types) {
      for (String zone : world.zones(type).list()) {
        if (world.synced("prices")
            && sold(type, "on-demand")
            && !world.onDemandPrices.containsKey(type.name())) {
          price("on-demand", type.name(), zone);
        }
        if (world.synced("spot-prices")
            && sold(type, "spot")
            && !world.spotPrices.containsKey("SpotPrice/" + type.name() + "/" + zone)) {
          price("spot", type.name(), zone);
        }
      }
    }
  }

  private static boolean sold(InstanceType type, String capacityType) {
    return type.labels().values(CAPACITY_TYPE).has(capacityType);
  }

  private void add(String capacityType, String type, String zone, String reason, Instant until) {
    unavailable
        .computeIfAbsent(type, none -> new LinkedHashSet<>())
        .add(new OfferingUnavailable(capacityType, type, zone, reason, until));
  }

  private void price(String capacityType, String type, String zone) {
    unpriced
        .computeIfAbsent(type, none -> new LinkedHashSet<>())
        .add(new OfferingUnpriced(capacityType, type, zone));
  }

  private void close(String capacityType, String type, String zone) {
    closed
        .computeIfAbsent(type, none -> new LinkedHashSet<>())
        .add(new OfferingClosed(capacityType, type, zone));
  }

  private Values left(InstanceType type, String capacityType) {
    var zones = new TreeSet<String>();
    if (sold(type, capacityType)) {
      zones.addAll(world.zones(type).list());
      for (OfferingClosed offering : closed.get(type.name())) {
        if (offering.capacityType().equals(capacityType)) {
          zones.remove(offering.zone());
        }
      }
    }
    return Values.of(zones);
  }

  private void spotDearer() {
    for (SpotPrice spot : world.spotPrices.values()) {
      OnDemandPrice onDemand = world.onDemandPrices.get(spot.instanceType());
      if (onDemand != null
          && spot.microUsdPerHour() > onDemand.microUsdPerHour()
          && world.zonesByType.getOrDefault(spot.instanceType(), List.of()).contains(spot.zone())
          && unavailable.getOrDefault(spot.instanceType(), Set.of()).stream()
              .noneMatch(
                  o -> o.capacityType().equals("on-demand") && o.zone().equals(spot.zone()))) {
        out.add(
            new SpotDearer(
                spot.instanceType(),
                spot.zone(),
                spot.microUsdPerHour(),
                onDemand.microUsdPerHour()));
      }
    }
  }

  private void pool(NodePool pool, Tags zones, List<OfferingsLeft> left) {
    var usable = new LinkedHashSet<String>();
    world.usable.getOrDefault(pool.name(), List.of()).forEach(type -> usable.add(type.name()));
    var launchable = new LinkedHashSet<>(usable);
    var outs = new ArrayList<InstanceTypeOutOfCapacity>();
    boolean some = false;
    Requirements requirements = pool.requirements();
    for (OfferingsLeft offerings : left) {
      if (!usable.contains(offerings.instanceType()) || serve(offerings, requirements, zones)) {
        continue;
      }
      List<OfferingUnavailable> told =
          unavailable.getOrDefault(offerings.instanceType(), Set.of()).stream()
              .filter(o -> requirements.allow(CAPACITY_TYPE, o.capacityType()))
              .filter(o -> requirements.allowZone(o.zone(), zones))
              .toList();
      boolean priceless =
          unpriced.getOrDefault(offerings.instanceType(), Set.of()).stream()
              .filter(o -> requirements.allow(CAPACITY_TYPE, o.capacityType()))
              .anyMatch(o -> requirements.allowZone(o.zone(), zones));
      if (!told.isEmpty()) {
        outs.add(out(pool, offerings.instanceType(), told));
        launchable.remove(offerings.instanceType());
      } else if (priceless) {
        out.add(new InstanceTypeUnpriced(pool.name(), offerings.instanceType()));
        launchable.remove(offerings.instanceType());
        some = true;
      }
    }
    outs.forEach(out::add);
    if (!launchable.isEmpty()) {
      return;
    }
    if (!outs.isEmpty()) {
      Instant first = outs.stream().map(o -> o.until()).min(Instant::compareTo).orElseThrow();
      object(
          "OFFER-030",
          pool,
          "it can launch nothing before "
              + first
              + ": every type it can use is out of capacity, or without a price. Maybe admit more types, zones or capacity types.");
    } else if (some) {
      object(
          "OFFER-031",
          pool,
          "it can launch nothing: no price is known of any type it can use. Maybe complete the prices, or admit on-demand.");
    }
  }

  private static boolean serve(OfferingsLeft left, Requirements requirements, Tags zones) {
    return (requirements.allow(CAPACITY_TYPE, "on-demand")
            && left.onDemand().list().stream().anyMatch(z -> requirements.allowZone(z, zones)))
        || (requirements.allow(CAPACITY_TYPE, "spot")
            && left.spot().list().stream().anyMatch(z -> requirements.allowZone(z, zones)));
  }

  private static InstanceTypeOutOfCapacity out(
      NodePool pool, String type, List<OfferingUnavailable> told) {
    var zones = new TreeSet<String>();
    var reasons = new TreeSet<String>();
    Instant first = Instant.MAX;
    for (OfferingUnavailable offering : told) {
      zones.add(offering.zone());
      reasons.add(offering.reason());
      first = offering.until().isBefore(first) ? offering.until() : first;
    }
    return new InstanceTypeOutOfCapacity(
        pool.name(), type, first, String.join(", ", reasons) + " in " + String.join(", ", zones));
  }

  private void object(String rule, NodePool pool, String message) {
    out.add(new NodePoolObjection(rule, pool.name(), message));
  }
}
