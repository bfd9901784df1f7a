package dev.plumbline.twin;

import dev.plumbline.conclusion.InstanceTypePrices;
import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.conclusion.NodePoolPreference;
import dev.plumbline.conclusion.PreferenceTier;
import dev.plumbline.conclusion.TierDiscount;
import dev.plumbline.conclusion.TierNodeOverlay;
import dev.plumbline.conclusion.TierPrices;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.OnDemandPrice;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.SpotPrice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The prices and NodeOverlays of preference-form.drl. */
final class TwinTierOverlays {

  private final TwinConclusions out;
  private final Map<String, NodePool> pools = new HashMap<>();
  private final List<InstanceType> types = new ArrayList<>();
  private final Map<String, List<Long>> onDemand = new HashMap<>();
  private final Map<String, List<Long>> spot = new HashMap<>();
  private final Map<String, InstanceTypePrices> prices = new TreeMap<>();
  private Integer overlayWeight;

  TwinTierOverlays(Collection<Fact> facts, TwinConclusions out) {
    this.out = out;
    for (Fact fact : facts) {
      switch (fact) {
        case NodePool it -> pools.put(it.name(), it);
        case InstanceType it -> types.add(it);
        case OnDemandPrice it -> add(onDemand, it.instanceType(), it.microUsdPerHour());
        case SpotPrice it -> add(spot, it.instanceType(), it.microUsdPerHour());
        case Parameter it when it.name().equals("preference.overlayWeight") ->
            overlayWeight = Integer.valueOf(it.value());
        default -> {}
      }
    }
  }

  private static void add(Map<String, List<Long>> to, String type, long price) {
    to.computeIfAbsent(type, none -> new ArrayList<>()).add(price);
  }

  void conclude(
      Map<NodePoolPreference, List<PreferenceTier>> tiers, Predicate<PreferenceTier> shared) {
    if (out.of(NodePoolPreference.class).stream().anyMatch(p -> p.form().equals("nodeoverlay"))) {
      findPrices();
      tiers.forEach((preference, list) -> lower(preference, list, shared));
    }
  }

  private void findPrices() {
    var names = new TreeSet<>(onDemand.keySet());
    types.stream().map(InstanceType::name).filter(spot::containsKey).forEach(names::add);
    for (String name : names) {
      var each = new TreeSet<>(onDemand.getOrDefault(name, List.of()));
      each.addAll(spot.getOrDefault(name, List.of()));
      prices.put(name, new InstanceTypePrices(name, each.first(), each.last()));
    }
    prices.values().forEach(out::add);
  }

  private void lower(
      NodePoolPreference preference, List<PreferenceTier> list, Predicate<PreferenceTier> shared) {
    if (!preference.form().equals("nodeoverlay")) {
      return;
    }
    NodePool pool = pools.get(preference.nodePool());
    TierDiscount below = null;
    for (int i = list.size() - 1; i >= 0; i--) {
      PreferenceTier tier = list.get(i);
      List<InstanceTypePrices> own =
          types.stream()
              .filter(type -> pool.requirements().admit(type.labels()) && tier.holds(type.name()))
              .filter(type -> prices.containsKey(type.name()))
              .map(type -> prices.get(type.name()))
              .toList();
      if (tier.none() || own.isEmpty()) {
        continue;
      }
      long lowest = own.stream().mapToLong(InstanceTypePrices::lowest).min().orElseThrow();
      long highest = own.stream().mapToLong(InstanceTypePrices::highest).max().orElseThrow();
      int steps = below == null ? 0 : below.stepsBelow(highest);
      below = new TierDiscount(pool.name(), tier.tier(), steps, lowest);
      out.add(new TierPrices(pool.name(), tier.tier(), lowest, highest));
      out.add(below);
      if (steps > 12) {
        out.add(
            new NodePoolObjection(
                "TIER-028",
                pool.name(),
                "prices of its tier "
                    + tier.tier()
                    + " and those after it overlap too far for Karpenter to tell them apart. Maybe prefer in fewer tiers, or use plumbline.dev/prefer-form: nodepool."));
      } else if (steps > 0
          && overlayWeight != null
          && !shared.test(tier)
          && tier.name().length() <= 63) {
        out.add(
            new TierNodeOverlay(
                pool.name(),
                tier.tier(),
                tier.name(),
                tier.requirements().with("karpenter.sh/nodepool", pool.name()),
                below.priceAdjustment(),
                overlayWeight));
      }
    }
  }
}
