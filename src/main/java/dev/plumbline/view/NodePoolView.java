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
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.policy.TypeSelection;
import dev.plumbline.view.NodeClassView.ObjectionView;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A NodePool: its usable instance types, its order and weight, and objections to it.
 *
 * @param fact the observed object; null if it is not among the facts
 * @param order its place in the order of pools; null if the rules do not order it
 * @param weight the desired weight; null if no rule concludes one
 * @param outOfCapacity the usable types without EC2 capacity now
 * @param unpriced the usable types without a price
 * @param waitsFor the missing data that usability of its types depends on; null if nothing is
 *     missing
 * @param preference its instance type preference; null without one
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

  private static final Set<String> GATES = Set.of("node-pool-usability");

  /** The order in which a pool prefers instance types. */
  public record Preference(boolean overlays, List<Tier> tiers, @Nullable LeftOut leftOut) {}

  /**
   * One tier.
   *
   * @param object the object that implements it, with its weight or price adjustment; empty if none
   */
  public record Tier(PreferenceTier conclusion, List<String> types, String object) {}

  public record LeftOut(PreferenceLeftOut conclusion, List<String> types) {}

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
                        index.waiver(each.rule(), ObjectKind.NODE_POOL.key(name)),
                        each))
            .toList(),
        index.of(NodePoolExcluded.class, name),
        index.waitsFor(ObjectKind.NODE_POOL.key(name), GATES),
        preference(index, name));
  }

  /** The name of its EC2NodeClass; empty if the pool is not among the facts. */
  public String nodeClass() {
    return fact == null ? "" : fact.nodeClass();
  }

  public List<String> usableTypes() {
    return usable.stream().map(InstanceTypeUsable::instanceType).toList();
  }

  /** {@code 50}; {@code -} if unset; {@code 10 → 40} if the desired weight differs. */
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
                        scope.stream().filter(type -> TypeSelection.holds(tier, type)).toList(),
                        overlays ? overlay(index, tier) : pool(index, tier)))
            .toList(),
        leftOut == null
            ? null
            : new LeftOut(
                leftOut,
                scope.stream()
                    .filter(
                        type -> tiers.stream().noneMatch(tier -> TypeSelection.holds(tier, type)))
                    .toList()));
  }

  private static String overlay(SettlementIndex index, PreferenceTier tier) {
    boolean asPriced =
        index.of(TierDiscount.class, tier.nodePool()).stream()
            .anyMatch(each -> each.tier() == tier.tier() && !each.lowers());
    return index.of(TierNodeOverlay.class, tier.nodePool()).stream()
        .filter(each -> each.tier() == tier.tier())
        .map(each -> ObjectKind.NODE_OVERLAY.key(each.name()) + " " + each.priceAdjustment())
        .findFirst()
        .orElse(asPriced ? "as priced" : "");
  }

  private static String pool(SettlementIndex index, PreferenceTier tier) {
    return index.of(TierNodePool.class, tier.nodePool()).stream()
        .filter(each -> each.tier() == tier.tier())
        .map(
            each ->
                ObjectKind.NODE_POOL.key(each.name())
                    + " weight "
                    + (each.weight() == 0 ? "none" : Integer.toString(each.weight())))
        .findFirst()
        .orElse("");
  }
}
