package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That a node which was initialized serves no pods now, or not for long.
 *
 * @param nodePool the pool
 * @param nodeClaim the node claim
 * @param state deleting or notReady, which use up its disruption budgets; gone (terminated, or no
 *     node is left), which no longer counts
 */
public record NodeUnavailable(@Key String nodePool, @Key String nodeClaim, String state)
    implements Conclusion, Internal {}
