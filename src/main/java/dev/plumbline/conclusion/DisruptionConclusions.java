package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Values;

/** Which nodes drift, and how many may go now. */
public sealed interface DisruptionConclusions extends Conclusion {

  /**
   * What one disruption budget that is in force allows.
   *
   * @param nodePool the pool
   * @param position its place in the list, from 0
   * @param budget the budget in words: 10%
   * @param reasons the reasons it is for; none for all of them
   * @param limit how many nodes may go at once
   */
  record BudgetLimit(
      @Key String nodePool, @Key int position, String budget, Values reasons, long limit)
      implements DisruptionConclusions, Internal {

    /** Whether it is for {@code reason}. */
    public boolean concerns(String reason) {
      return reasons.none() || reasons.has(reason);
    }
  }

  /**
   * How many nodes of a pool Karpenter may replace or remove now.
   *
   * @param nodePool the pool
   * @param reason Drifted, Empty, Underutilized
   * @param allowed how many more
   * @param message the budget that decides, in words
   */
  record DisruptionAllowance(@Key String nodePool, @Key String reason, long allowed, String message)
      implements DisruptionConclusions {}

  /**
   * That Karpenter should replace no node of a pool for some reasons now: a budget of 0.
   *
   * @param rule the id of the rule
   * @param nodePool the pool
   * @param reasons of {@code spec.disruption.budgets[].reasons}: Drifted, Empty, Underutilized
   * @param message why, in words
   */
  record DisruptionHold(@Key String rule, @Key String nodePool, Values reasons, String message)
      implements DisruptionConclusions, Objection {}

  /**
   * That a hold is wanted and enforced and not in force: somebody removed the budget that Plumbline
   * wrote, which is not written again.
   *
   * @param rule the id of the rule
   * @param nodePool the pool
   * @param message what happens, and what to do
   */
  record HoldVetoed(@Key String rule, @Key String nodePool, String message)
      implements DisruptionConclusions {}

  /**
   * That a node which was initialized serves no pods now, or not for long.
   *
   * @param nodePool the pool
   * @param nodeClaim the node claim
   * @param state deleting or notReady, which use up its disruption budgets; gone (terminated, or no
   *     node is left), which no longer counts
   */
  record NodeUnavailable(@Key String nodePool, @Key String nodeClaim, String state)
      implements DisruptionConclusions, Internal {}
}
