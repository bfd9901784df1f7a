package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import java.math.BigDecimal;

/**
 * By how many tenths of tenths the prices of a tier must be lowered so that its dearest offering is
 * cheaper than the cheapest one of the next tier that has prices, which is lowered too.
 *
 * @param nodePool the pool
 * @param tier the tier, from 1
 * @param steps how often the price is divided by ten; 0 for the last tier
 * @param lowest the lowest price of the tier before that, millionths of a US dollar an hour
 */
public record TierDiscount(@Key String nodePool, @Key int tier, int steps, long lowest)
    implements Conclusion {

  /** What Karpenter's arithmetic still tells apart. */
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

  /** Whether a price is lowered at all. */
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
