package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * How many nodes of a pool Karpenter may replace or remove now.
 *
 * @param nodePool the pool
 * @param reason Drifted, Empty, Underutilized
 * @param allowed how many more
 * @param message the budget that decides, in words
 */
public record DisruptionAllowance(
    @Key String nodePool, @Key String reason, long allowed, String message) implements Conclusion {}
