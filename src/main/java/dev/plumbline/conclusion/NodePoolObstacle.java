package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * Why a NodePool launches no node now, whichever pod waits.
 *
 * @param rule the id of the rule that says so; in the order of Karpenter
 * @param nodePool the pool
 * @param obstacle excluded, gate, image, types, limits, minValues or offerings
 * @param message what is in the way and the fix, in words
 */
public record NodePoolObstacle(
    @Key String rule, @Key String nodePool, String obstacle, String message)
    implements Conclusion {}
