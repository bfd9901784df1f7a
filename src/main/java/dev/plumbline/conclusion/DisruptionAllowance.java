package dev.plumbline.conclusion;

/**
 * How many nodes of a pool Karpenter may replace or remove now.
 *
 * @param nodePool the pool
 * @param reason Drifted, Empty, Underutilized
 * @param allowed how many more
 * @param message the budget that decides, in words
 */
public record DisruptionAllowance(String nodePool, String reason, long allowed, String message)
    implements Conclusion {}
