package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which types a pool prefers to which, and the objects that make Karpenter follow. */
public sealed interface PreferenceConclusions extends Conclusion {

  /**
   * The instance types that a NodePool admits and that are in none of its tiers.
   *
   * @param nodePool the pool
   * @param families the families of which every type that the pool admits is left out
   * @param instanceTypes the types left out of other families
   * @param requirements what the pool must ask for besides, so that they are left out; nothing when
   *     none is
   */
  record PreferenceLeftOut(
      @Key String nodePool, Values families, Values instanceTypes, Requirements requirements)
      implements PreferenceConclusions {}

  /**
   * The instance types of the whole catalogue that an item of an ordered preference fits, whatever
   * stands before it.
   *
   * @param item the item: c7i-flex, @graviton, *
   * @param instanceTypes the types; none when the item fits nothing
   */
  record PreferenceMatch(@Key String item, Values instanceTypes)
      implements PreferenceConclusions, Internal {}

  /**
   * The instance types that a NodePool with an order of preference admits: what its own
   * requirements leave, whatever images there are.
   *
   * @param nodePool the pool
   * @param instanceTypes the types
   */
  record PreferenceScope(@Key String nodePool, Values instanceTypes)
      implements PreferenceConclusions {}

  /**
   * What an item of an ordered preference requires of an instance type.
   *
   * @param item the item: c7i-flex, @graviton, *
   * @param terms the terms between blanks, one of which must fit
   */
  record PreferenceTerms(@Key String item, String terms)
      implements PreferenceConclusions, Internal {}

  /**
   * The instance types that a NodePool prefers to those of the next tier: what it admits, fits the
   * item and fits none that stands before it or is excluded. Images play no part.
   *
   * @param nodePool the pool
   * @param tier its place in the order, from 1, as the item stands in the annotation
   * @param item the item: c7i-flex, @graviton, *
   * @param families the families of which every type that the pool admits is in the tier
   * @param instanceTypes the types in the tier of other families
   * @param requirements what distinguishes the types of the tier from the others that the pool
   *     admits; for {@code *} met by what EC2 has yet to offer, too; nothing when the tier is empty
   */
  record PreferenceTier(
      @Key String nodePool,
      @Key int tier,
      @Key String item,
      Values families,
      Values instanceTypes,
      Requirements requirements)
      implements PreferenceConclusions {

    /** Whether there is no type in it. */
    public boolean none() {
      return families.none() && instanceTypes.none();
    }

    /**
     * What an object of the tier is called: the pool and the item with what no name may hold left
     * out, {@code *} and {@code ?} as x: default-c7i-flex, default-m7x.
     */
    public String name() {
      String slug =
          item.toLowerCase(Locale.ROOT)
              .replaceAll("[*?]", "x")
              .replaceAll("[^a-z0-9]+", "-")
              .replaceAll("^-|-$", "");
      return nodePool + "-" + (slug.isEmpty() ? Integer.toString(tier) : slug);
    }

    /** Whether the name is short enough for a label: 63 characters. */
    public boolean nameFits() {
      return name().length() <= 63;
    }
  }

  /**
   * That an item of an ordered preference names a group that is not defined.
   *
   * @param nodePool the pool
   * @param item the item: @gravitn
   * @param excluded whether it excludes: what is not understood then holds the whole preference
   */
  record PreferenceUnknown(@Key String nodePool, @Key String item, boolean excluded)
      implements PreferenceConclusions {

    /** What the group would be called: gravitn. */
    public String group() {
      return item.substring(1);
    }
  }

  /**
   * By how many tenths of tenths the prices of a tier must be lowered so that its dearest offering
   * is cheaper than the cheapest one of the next tier that has prices, which is lowered too.
   *
   * @param nodePool the pool
   * @param tier the tier, from 1
   * @param steps how often the price is divided by ten; 0 for the last tier
   * @param lowest the lowest price of the tier before that, millionths of a US dollar an hour
   */
  record TierDiscount(@Key String nodePool, @Key int tier, int steps, long lowest)
      implements PreferenceConclusions {

    /** The smallest difference that Karpenter's arithmetic preserves. */
    private static final int MOST = 12;

    /**
     * How often {@code highest} must be divided by ten to fall below the lowest price of this tier,
     * by a hundredth at least.
     */
    public int stepsBelow(long highest) {
      BigDecimal floor = BigDecimal.valueOf(lowest).movePointLeft(steps);
      BigDecimal price = BigDecimal.valueOf(highest).multiply(new BigDecimal("1.01"));
      int more = 0;
      while (lowest > 0 && price.movePointLeft(more).compareTo(floor) >= 0) {
        more++;
      }
      return more;
    }

    /** Whether a price is lowered. */
    public boolean lowers() {
      return steps > 0;
    }

    /** Whether Karpenter can lower a price so far. */
    public boolean feasible() {
      return steps <= MOST;
    }

    /** {@code spec.priceAdjustment} of a NodeOverlay: -90%, -99%, -99.9%. */
    public String priceAdjustment() {
      return switch (steps) {
        case 0 -> "-0%";
        case 1 -> "-90%";
        case 2 -> "-99%";
        default -> "-99." + "9".repeat(steps - 2) + "%";
      };
    }
  }

  /**
   * A NodeOverlay (karpenter.sh/v1alpha1) that makes the types of a tier cheaper to one pool than
   * all of the next tier.
   *
   * @param nodePool the pool
   * @param tier the tier, from 1
   * @param name what the NodeOverlay is called
   * @param requirements which offerings it is for
   * @param priceAdjustment {@code spec.priceAdjustment}: -99%
   * @param weight {@code spec.weight}, 1 to 10000: which of several overlays of one offering counts
   */
  record TierNodeOverlay(
      @Key String nodePool,
      @Key int tier,
      String name,
      Requirements requirements,
      String priceAdjustment,
      int weight)
      implements PreferenceConclusions {}

  /**
   * A NodePool as an ordered preference needs it. That of the last tier is the preferring pool
   * itself: it comes last, and stays open to every tier, so that no node of it drifts.
   *
   * @param nodePool the pool that prefers
   * @param tier the tier, from 1
   * @param name what the NodePool is called; the pool itself for the last tier
   * @param weight its weight; 0 for none
   * @param requirements its requirements besides those of the pool
   */
  record TierNodePool(
      @Key String nodePool, @Key int tier, String name, int weight, Requirements requirements)
      implements PreferenceConclusions {

    /** Whether Karpenter tries this one before a pool of that weight and name. */
    public boolean precedes(int otherWeight, String otherName) {
      return NodePool.triedBefore(weight, name, otherWeight, otherName);
    }
  }

  /**
   * What one item of a preference takes, in its place of the order.
   *
   * @param nodePool the pool
   * @param tier its place in the order, from 1
   * @param item the item: c7i-flex, @graviton, *
   * @param wanted the types that fit the item, neither an item before it nor one that excludes
   * @param admitted the types that the pool admits
   */
  record TierSelection(
      @Key String nodePool, @Key int tier, @Key String item, Values wanted, Values admitted)
      implements PreferenceConclusions, Internal {}

  /**
   * An object that was made for a tier of a pool's preference.
   *
   * @param kind NodePool or NodeOverlay
   * @param name what it is called
   * @param nodePool the pool whose tier it makes; it may be gone
   * @param mode its annotation {@code plumbline.dev/mode}; null when it has none
   */
  record TierObject(@Key String kind, @Key String name, @Key String nodePool, @Nullable String mode)
      implements PreferenceConclusions {

    /** The name by which conclusions call it: NodePool/default-c7i-flex. */
    public String object() {
      return kind + "/" + name;
    }
  }

  /**
   * That the object of a tier is no longer needed.
   *
   * @param kind NodePool or NodeOverlay
   * @param name what it is called
   * @param nodePool the pool whose tier it made
   * @param message why, in words
   */
  record TierObsolete(@Key String kind, @Key String name, @Key String nodePool, String message)
      implements PreferenceConclusions {}

  /**
   * Between which prices the types of a tier are to be had.
   *
   * @param nodePool the pool
   * @param tier the tier, from 1
   * @param lowest millionths of a US dollar an hour
   * @param highest millionths of a US dollar an hour
   */
  record TierPrices(@Key String nodePool, @Key int tier, long lowest, long highest)
      implements PreferenceConclusions, Internal {}

  /**
   * That an object made for a tier is of no use any more.
   *
   * @param kind NodePool or NodeOverlay
   * @param name what it is called
   * @param nodePool the pool whose tier it made
   * @param drained whether it may be deleted: no node hangs on it; till then it launches none
   * @param message why, in words
   */
  record TierRetired(
      @Key String kind, @Key String name, @Key String nodePool, boolean drained, String message)
      implements PreferenceConclusions {}
}
