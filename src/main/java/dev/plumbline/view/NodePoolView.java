package dev.plumbline.view;

import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeOutOfCapacity;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUnpriced;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUsable;
import dev.plumbline.conclusion.PoolConclusions.NodePoolExcluded;
import dev.plumbline.conclusion.PoolConclusions.NodePoolFactor;
import dev.plumbline.conclusion.PoolConclusions.NodePoolObjection;
import dev.plumbline.conclusion.PoolConclusions.NodePoolOrder;
import dev.plumbline.conclusion.PoolConclusions.NodePoolPreference;
import dev.plumbline.conclusion.PoolConclusions.NodePoolWeight;
import dev.plumbline.conclusion.PreferenceConclusions.PreferenceLeftOut;
import dev.plumbline.conclusion.PreferenceConclusions.PreferenceScope;
import dev.plumbline.conclusion.PreferenceConclusions.PreferenceTier;
import dev.plumbline.conclusion.PreferenceConclusions.TierDiscount;
import dev.plumbline.conclusion.PreferenceConclusions.TierNodeOverlay;
import dev.plumbline.conclusion.PreferenceConclusions.TierNodePool;
import dev.plumbline.fact.Pools.NodePool;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pool: what it can launch, when Karpenter tries it, and what is wrong with it.
 *
 * @param fact as the API server has it; null when it is not among the facts
 * @param order when it is tried; null when the rules do not order it
 * @param weight what it should have; null when no rule says so
 * @param factors what the weight is made of
 * @param usable the types that it can launch
 * @param outOfCapacity those of them that EC2 has no capacity for now
 * @param unpriced those of them without a price
 * @param objections to the pool
 * @param excluded why Karpenter leaves it out
 * @param waitsFor what must be there before its types are concluded; null when nothing is missing
 * @param preference which types it prefers; null without a preference
 */
public record NodePoolView(
    String name,
    @Nullable NodePool fact,
    @Nullable NodePoolOrder order,
    @Nullable NodePoolWeight weight,
    List<NodePoolFactor> factors,
    List<InstanceTypeUsable> usable,
    List<InstanceTypeOutOfCapacity> outOfCapacity,
    List<InstanceTypeUnpriced> unpriced,
    List<ObjectionView> objections,
    List<NodePoolExcluded> excluded,
    @Nullable String waitsFor,
    @Nullable Preference preference) {

  /** The gate without which nothing is concluded of the types of a pool. */
  private static final Set<String> GATES = Set.of("node-pool-usability");

  /**
   * The order in which a pool prefers instance types.
   *
   * @param overlays whether prices (NodeOverlays) express it, not weights (NodePools)
   * @param tiers the most preferred first
   * @param leftOut the types that no tier holds; null when none may be left out
   */
  public record Preference(boolean overlays, List<Tier> tiers, @Nullable LeftOut leftOut) {}

  /**
   * One tier.
   *
   * @param types those that it holds
   * @param object the object that stands for it, with its weight or by how much it lowers the
   *     price; empty when there is none
   */
  public record Tier(PreferenceTier conclusion, List<String> types, String object) {}

  /** The types that no tier holds. */
  public record LeftOut(PreferenceLeftOut conclusion, List<String> types) {}

  /** What holds of the pool with this name. */
  public static NodePoolView of(SettlementIndex index, String name) {
    return new NodePoolView(
        name,
        index.pool(name),
        index.first(NodePoolOrder.class, name),
        index.first(NodePoolWeight.class, name),
        index.of(NodePoolFactor.class, name),
        index.of(InstanceTypeUsable.class, name),
        index.of(InstanceTypeOutOfCapacity.class, name),
        index.of(InstanceTypeUnpriced.class, name),
        index.of(NodePoolObjection.class, name).stream()
            .map(
                each ->
                    new ObjectionView(
                        each.rule(),
                        each.message(),
                        index.waiver(each.rule(), "NodePool/" + name),
                        each))
            .toList(),
        index.of(NodePoolExcluded.class, name),
        index.waitsFor("NodePool/" + name, GATES),
        preference(index, name));
  }

  /** The node class; empty when the pool is not among the facts. */
  public String nodeClass() {
    return fact == null ? "" : fact.nodeClass();
  }

  /** The names of the types that it can launch. */
  public List<String> usableTypes() {
    return usable.stream().map(InstanceTypeUsable::instanceType).toList();
  }

  /** {@code 50}, {@code -} when it has none, {@code 10 → 40} when it should have another. */
  public String weightText() {
    int written = order == null ? 0 : order.weight();
    String now = written == 0 ? "-" : Integer.toString(written);
    return weight == null || weight.weight() == written ? now : now + " → " + weight.weight();
  }

  private static @Nullable Preference preference(SettlementIndex index, String pool) {
    var preference = index.first(NodePoolPreference.class, pool);
    if (preference == null) {
      return null;
    }
    boolean overlays = preference.form().equals("nodeoverlay");
    List<String> scope =
        index.of(PreferenceScope.class, pool).stream()
            .flatMap(each -> each.instanceTypes().list().stream())
            .toList();
    List<PreferenceTier> tiers = index.of(PreferenceTier.class, pool);
    var leftOut = index.first(PreferenceLeftOut.class, pool);
    return new Preference(
        overlays,
        tiers.stream()
            .map(
                tier ->
                    new Tier(
                        tier,
                        scope.stream().filter(tier::holds).toList(),
                        overlays ? overlay(index, tier) : pool(index, tier)))
            .toList(),
        leftOut == null
            ? null
            : new LeftOut(
                leftOut,
                scope.stream()
                    .filter(type -> tiers.stream().noneMatch(tier -> tier.holds(type)))
                    .toList()));
  }

  private static String overlay(SettlementIndex index, PreferenceTier tier) {
    boolean asPriced =
        index.of(TierDiscount.class, tier.nodePool()).stream()
            .anyMatch(each -> each.tier() == tier.tier() && !each.lowers());
    return index.of(TierNodeOverlay.class, tier.nodePool()).stream()
        .filter(each -> each.tier() == tier.tier())
        .map(each -> "NodeOverlay/" + each.name() + " " + each.priceAdjustment())
        .findFirst()
        .orElse(asPriced ? "as priced" : "");
  }

  private static String pool(SettlementIndex index, PreferenceTier tier) {
    return index.of(TierNodePool.class, tier.nodePool()).stream()
        .filter(each -> each.tier() == tier.tier())
        .map(
            each ->
                "NodePool/"
                    + each.name()
                    + " weight "
                    + (each.weight() == 0 ? "none" : Integer.toString(each.weight())))
        .findFirst()
        .orElse("");
  }
}
