package dev.plumbline.worlds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.PoolConclusions.NodePoolPreference;
import dev.plumbline.conclusion.PreferenceConclusions.PreferenceTier;
import dev.plumbline.conclusion.PreferenceConclusions.TierDiscount;
import dev.plumbline.conclusion.PreferenceConclusions.TierNodeOverlay;
import dev.plumbline.conclusion.PreferenceConclusions.TierNodePool;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.OnDemandPrice;
import dev.plumbline.fact.InstanceTypes.SpotPrice;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirements;
import dev.plumbline.policy.TypeSelection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What Karpenter would choose, as its sources have it, once the pools or overlays that are
 * concluded are there: pools by weight, then by name, both falling; in a pool the offering with the
 * lowest adjusted price.
 */
class PreferenceOrderTest {

  /** Of each form. */
  private static final int ENOUGH = 6;

  /** Beyond the seeds of {@link SettledWorld#settled()}. */
  private static final long FURTHER = 50_000;

  private record Pool(String name, int weight, Requirements requirements) {}

  private record Offering(String type, double price) {}

  /** A world with one preferring pool, as Karpenter sees it. */
  private static final class Karpenter {

    private final List<Pool> pools = new ArrayList<>();
    private final List<TierNodeOverlay> overlays;
    private final Map<String, InstanceType> types = new TreeMap<>();
    private final List<Offering> offerings = new ArrayList<>();

    Karpenter(List<Fact> facts, NodePool parent, SettledWorld settled) {
      for (TierNodePool pool : settled.concluded(TierNodePool.class)) {
        if (pool.nodePool().equals(parent.name())) {
          Requirements all = parent.requirements().plus(pool.requirements());
          pools.add(new Pool(pool.name(), pool.weight(), all));
        }
      }
      pools.sort(Comparator.comparingInt(Pool::weight).thenComparing(Pool::name).reversed());
      overlays =
          settled.concluded(TierNodeOverlay.class).stream()
              .filter(overlay -> overlay.nodePool().equals(parent.name()))
              .toList();
      for (Fact fact : facts) {
        switch (fact) {
          case InstanceType it -> types.put(it.name(), it);
          case OnDemandPrice it ->
              offerings.add(new Offering(it.instanceType(), it.microUsdPerHour() / 1e6));
          case SpotPrice it ->
              offerings.add(new Offering(it.instanceType(), it.microUsdPerHour() / 1e6));
          default -> {}
        }
      }
      offerings.removeIf(offering -> !types.containsKey(offering.type()));
    }

    /** The type of the next node, or nothing when nothing is to be had. */
    Optional<String> choose(Set<String> unavailable) {
      for (Pool pool : pools) {
        Optional<Offering> cheapest =
            offerings.stream()
                .filter(offering -> !unavailable.contains(offering.type()))
                .filter(o -> pool.requirements().admit(types.get(o.type()).labels()))
                .min(Comparator.comparingDouble(offering -> adjusted(pool, offering)));
        if (cheapest.isPresent()) {
          return cheapest.map(Offering::type);
        }
      }
      return Optional.empty();
    }

    /** {@code AdjustedPrice} of core's pkg/cloudprovider/types.go, for percents. */
    private double adjusted(Pool pool, Offering offering) {
      var labels = new HashMap<>(types.get(offering.type()).labels().map());
      labels.put("karpenter.sh/nodepool", List.of(pool.name()));
      for (TierNodeOverlay overlay : overlays) {
        if (overlay.requirements().compatible(Labels.of(labels))) {
          assertThat(overlay.priceAdjustment()).matches("-\\d{1,2}(\\.\\d+)?%");
          String percent = overlay.priceAdjustment().replace("%", "");
          return offering.price() * (1 + Double.parseDouble(percent) / 100);
        }
      }
      return offering.price();
    }
  }

  @Test
  void karpenterChoosesInOrderFallsBackAndComesBack() {
    var followed = new HashMap<>(Map.of("nodepool", 0, "nodeoverlay", 0));
    SettledWorld.settled().forEach(settled -> followAll(settled, followed));
    for (long seed = FURTHER; seed < FURTHER + 2_000 && isTooFew(followed); seed++) {
      followAll(SettledWorld.of(seed), followed);
    }
    assertThat(followed.values()).allMatch(count -> count >= ENOUGH);
  }

  private static boolean isTooFew(Map<String, Integer> followed) {
    return followed.values().stream().anyMatch(count -> count < ENOUGH);
  }

  private static void followAll(SettledWorld settled, Map<String, Integer> followed) {
    List<Fact> facts = settled.facts();
    for (NodePoolPreference preference : settled.concluded(NodePoolPreference.class)) {
      NodePool parent = pool(facts, preference.nodePool());
      List<PreferenceTier> tiers =
          settled.concluded(PreferenceTier.class).stream()
              .filter(tier -> tier.nodePool().equals(parent.name()) && !tier.none())
              .toList();
      if (tiers.size() > 1 && isComplete(preference, tiers, settled)) {
        follow("seed " + settled.seed() + ", " + parent.name(), facts, parent, tiers, settled);
        followed.merge(preference.form(), 1, Integer::sum);
      }
    }
  }

  private static void follow(
      String what,
      List<Fact> facts,
      NodePool parent,
      List<PreferenceTier> tiers,
      SettledWorld settled) {
    var karpenter = new Karpenter(facts, parent, settled);
    var unavailable = new HashSet<String>();
    for (PreferenceTier tier : tiers) {
      List<String> types =
          karpenter.offerings.stream()
              .map(Offering::type)
              .filter(type -> parent.requirements().admit(karpenter.types.get(type).labels()))
              .filter(type -> TypeSelection.holds(tier, type))
              .distinct()
              .toList();
      for (String type : types) {
        // In order, and back to it as soon as one of its types is to be had again.
        var others = new HashSet<>(types);
        others.remove(type);
        assertThat(karpenter.choose(union(unavailable, others))).as(what).contains(type);
      }
      if (!types.isEmpty()) {
        assertThat(karpenter.choose(unavailable)).as(what).get().matches(types::contains);
      }
      unavailable.addAll(types);
    }
    assertThat(karpenter.choose(unavailable)).as("%s: what is left out", what).isEmpty();
    assertThat(karpenter.choose(Set.of()).isEmpty())
        .as("%s: back", what)
        .isEqualTo(unavailable.isEmpty());
  }

  /** Whether every tier has what Karpenter needs; where it has not, an objection says so. */
  private static boolean isComplete(
      NodePoolPreference preference, List<PreferenceTier> tiers, SettledWorld settled) {
    String pool = preference.nodePool();
    if (preference.form().equals("nodepool")) {
      long wanted = tiers.stream().filter(t -> t.tier() < preference.tiers()).count() + 1;
      return wanted
          == settled.concluded(TierNodePool.class).stream()
              .filter(t -> t.nodePool().equals(pool))
              .count();
    }
    long lowered =
        settled.concluded(TierDiscount.class).stream()
            .filter(t -> t.nodePool().equals(pool) && t.lowers())
            .count();
    return lowered > 0
        && lowered
            == settled.concluded(TierNodeOverlay.class).stream()
                .filter(t -> t.nodePool().equals(pool))
                .count();
  }

  private static Set<String> union(Set<String> one, Set<String> other) {
    var both = new HashSet<>(one);
    both.addAll(other);
    return both;
  }

  private static NodePool pool(List<Fact> facts, String name) {
    return facts.stream()
        .filter(fact -> fact instanceof NodePool pool && pool.name().equals(name))
        .map(NodePool.class::cast)
        .findFirst()
        .orElseThrow();
  }
}
