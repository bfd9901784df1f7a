package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Values;

/**
 * What one disruption budget that is in force allows.
 *
 * @param nodePool the pool
 * @param position its place in the list, from 0
 * @param budget the budget in words: 10%
 * @param reasons the reasons it is for; none for all of them
 * @param limit how many nodes may go at once
 */
public record BudgetLimit(
    @Key String nodePool, @Key int position, String budget, Values reasons, long limit)
    implements Conclusion, Internal {

  /** Whether it is for {@code reason}. */
  public boolean concerns(String reason) {
    return reasons.none() || reasons.has(reason);
  }
}
