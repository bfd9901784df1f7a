package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * The weight that a NodePool should have: the sum of its factors.
 *
 * @param nodePool the pool
 * @param weight 1 to 100, as {@code spec.weight}
 */
public record NodePoolWeight(@Key String nodePool, int weight) implements Conclusion {

  /** {@code sum} within what Karpenter allows of a weight: 1 to 100. */
  public static int clamped(Number sum) {
    return Math.clamp(sum.longValue(), 1, 100);
  }
}
