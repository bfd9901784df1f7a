package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Values;

/**
 * That Karpenter should replace no node of a pool for some reasons now: a budget of 0.
 *
 * @param rule the id of the rule that says so
 * @param nodePool the pool
 * @param reasons of {@code spec.disruption.budgets[].reasons}: Drifted, Empty, Underutilized
 * @param message why, in words
 */
public record DisruptionHold(@Key String rule, @Key String nodePool, Values reasons, String message)
    implements Conclusion, Objection {}
