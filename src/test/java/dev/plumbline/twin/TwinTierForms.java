package dev.plumbline.twin;

import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.conclusion.NodePoolPreference;
import dev.plumbline.conclusion.PreferenceLeftOut;
import dev.plumbline.conclusion.PreferenceTier;
import dev.plumbline.conclusion.TierNodePool;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.MinValues;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** preference-form.drl: what must Karpenter be given so that it follows the order? */
final class TwinTierForms {

  private record Place(String name, int weight) {

    boolean before(Place other) {
      return weight > other.weight || (weight == other.weight && name.compareTo(other.name) > 0);
    }
  }

  private final TwinConclusions out;
  private final Map<String, NodePool> pools = new TreeMap<>();
  private final List<InstanceType> types = new ArrayList<>();
  private final List<MinValues> minValues = new ArrayList<>();
  private final TwinTierOverlays overlays;

  private final Map<NodePoolPreference, List<PreferenceTier>> tiers = new HashMap<>();
  private final List<PreferenceTier> all = new ArrayList<>();
  private final Map<String, PreferenceLeftOut> leftOut = new HashMap<>();
  private final List<TierNodePool> concluded = new ArrayList<>();

  TwinTierForms(Collection<Fact> facts, TwinConclusions out) {
    this.out = out;
    this.overlays = new TwinTierOverlays(facts, out);
    for (Fact fact : facts) {
      switch (fact) {
        case NodePool it -> pools.put(it.name(), it);
        case InstanceType it -> types.add(it);
        case MinValues it -> minValues.add(it);
        default -> {}
      }
    }
  }

  void tier(NodePoolPreference preference, PreferenceTier tier) {
    tiers.computeIfAbsent(preference, pool -> new ArrayList<>()).add(tier);
    all.add(tier);
  }

  void leftOut(NodePoolPreference preference, PreferenceLeftOut types) {
    tiers.computeIfAbsent(preference, pool -> new ArrayList<>());
    leftOut.put(preference.nodePool(), types);
  }

  void conclude() {
    tiers.forEach(this::names);
    tiers.forEach(this::pools);
    for (NodePoolPreference preference : out.of(NodePoolPreference.class)) {
      if (preference.form().equals("nodepool")) {
        weights(preference);
        between(preference);
      }
    }
    overlays.conclude(tiers, this::shared);
  }

  private boolean shared(PreferenceTier tier) {
    return all.stream()
        .anyMatch(
            other ->
                other.name().equals(tier.name())
                    && (!other.nodePool().equals(tier.nodePool()) || other.tier() < tier.tier()));
  }

  private boolean foreign(PreferenceTier tier) {
    NodePool there = pools.get(tier.name());
    return there != null && !tier.nodePool().equals(there.tierOf());
  }

  private void names(NodePoolPreference preference, List<PreferenceTier> list) {
    for (PreferenceTier tier : list) {
      if (tier.none() || tier.tier() == preference.tiers()) {
        continue;
      }
      String called =
          "its tier "
              + tier.tier()
              + ", "
              + tier.item()
              + ", is to be called "
              + tier.name()
              + ", ";
      if (preference.form().equals("nodepool") && foreign(tier)) {
        object(
            "TIER-023",
            preference,
            "one of its tiers is to be NodePool "
                + tier.name()
                + ", which is there and not made for it. Maybe rename one of the two.");
      }
      if (shared(tier)) {
        object(
            "TIER-024",
            preference,
            called + "as another tier is. Maybe write one of the items otherwise.");
      }
      if (tier.name().length() > 63) {
        object(
            "TIER-025",
            preference,
            called + "which is longer than 63 characters. Maybe make it a group of a short name.");
      }
    }
  }

  private void pools(NodePoolPreference preference, List<PreferenceTier> list) {
    String pool = preference.nodePool();
    for (PreferenceTier tier : list) {
      int weight = preference.weight() + preference.tiers() - tier.tier();
      if (preference.form().equals("nodepool")
          && !tier.none()
          && tier.tier() < preference.tiers()
          && weight <= 100
          && tier.name().length() <= 63
          && !foreign(tier)
          && !shared(tier)) {
        concluded.add(
            new TierNodePool(pool, tier.tier(), tier.name(), weight, tier.requirements()));
      }
    }
    if (list.stream().anyMatch(tier -> !tier.none()) && leftOut.containsKey(pool)) {
      concluded.add(
          new TierNodePool(
              pool,
              preference.tiers(),
              pool,
              preference.weight(),
              leftOut.get(pool).requirements()));
    }
    concluded.stream().filter(each -> each.nodePool().equals(pool)).forEach(out::add);
  }

  private void weights(NodePoolPreference preference) {
    if (preference.weight() + preference.tiers() - 1 > 100) {
      object(
          "TIER-020",
          preference,
          "its weight "
              + preference.weight()
              + " leaves no room for "
              + preference.tiers()
              + " tiers: Karpenter allows 100. Lower it to "
              + (101 - preference.tiers())
              + " or less, or use plumbline.dev/prefer-form: nodeoverlay.");
    }
    NodePool pool = pools.get(preference.nodePool());
    if (preference.tiers() > 1 && !pool.limits().none()) {
      object(
          "TIER-026",
          preference,
          "its limits ("
              + pool.limits()
              + ") would hold for each of "
              + preference.tiers()
              + " tiers by itself, so all of them may be passed together. Maybe divide them, or use plumbline.dev/prefer-form: nodeoverlay.");
    }
    for (MinValues asked : minValues) {
      for (PreferenceTier tier : tiers.getOrDefault(preference, List.of())) {
        if (asked.nodePool().equals(pool.name())
            && !tier.none()
            && tier.tier() < preference.tiers()) {
          var values = new TreeSet<String>();
          types.stream()
              .filter(type -> pool.requirements().admit(type.labels()) && tier.holds(type.name()))
              .forEach(type -> values.addAll(type.labels().values(asked.label()).list()));
          if (values.size() < asked.count()) {
            object(
                "TIER-027",
                preference,
                "its tier "
                    + tier.tier()
                    + ", "
                    + tier.item()
                    + ", has "
                    + values.size()
                    + " "
                    + asked.label()
                    + ", and minValues asks for "
                    + asked.count()
                    + ": under the policy Strict, Karpenter launches nothing from it. Maybe widen the item, or lower minValues.");
          }
        }
      }
    }
  }

  private void between(NodePoolPreference preference) {
    String pool = preference.nodePool();
    TierNodePool first =
        concluded.stream()
            .filter(each -> each.nodePool().equals(pool) && !each.name().equals(pool))
            .min(Comparator.comparingInt(TierNodePool::tier))
            .orElse(null);
    if (first == null) {
      return;
    }
    var top = new Place(first.name(), first.weight());
    var low = new Place(pool, preference.weight());
    Predicate<Place> between = place -> top.before(place) && place.before(low);
    var others = new TreeSet<String>();
    for (NodePool other : pools.values()) {
      if (other.tierOf() == null
          && !other.deleting()
          && other.replicas() == null
          && between.test(new Place(other.name(), other.ownWeight()))) {
        others.add(other.name());
      }
    }
    if (!others.isEmpty()) {
      object(
          "TIER-021",
          preference,
          "Karpenter would try other pools between its tiers: "
              + Values.of(others).first(4)
              + ". Where they may serve the same pods, give it a weight of its own: nothing else from it up to "
              + first.weight()
              + ".");
    }
    var parents = new TreeSet<String>();
    for (TierNodePool other : concluded) {
      if (!other.nodePool().equals(pool)
          && !other.name().equals(other.nodePool())
          && between.test(new Place(other.name(), other.weight()))) {
        parents.add(other.nodePool());
      }
    }
    if (!parents.isEmpty()) {
      object(
          "TIER-022",
          preference,
          "Karpenter would try tiers of other pools between its own: of "
              + Values.of(parents).first(4)
              + ". Where they may serve the same pods, set their weights further apart.");
    }
  }

  private void object(String rule, NodePoolPreference preference, String message) {
    out.add(new NodePoolObjection(rule, preference.nodePool(), message));
  }
}
