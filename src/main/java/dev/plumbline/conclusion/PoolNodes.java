package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * The nodes of a pool as its disruption budgets count them.
 *
 * @param nodePool the pool
 * @param claims its initialized node claims
 * @param gone how many of them no longer count
 * @param disrupting how many of them are being deleted or not ready
 */
public record PoolNodes(@Key String nodePool, long claims, long gone, long disrupting)
    implements Conclusion {

  /** How many nodes a percentage is of. */
  public long nodes() {
    return claims - gone;
  }

  /** How many nodes may go now where {@code limit} may at once. */
  public long left(long limit) {
    return Math.max(0, Math.min(limit, nodes()) - disrupting);
  }

  /** What uses the budgets up already, in words; empty when nothing does. */
  public String inUse() {
    return disrupting == 0 ? "" : "; " + disrupting + " deleting or not ready already";
  }
}
