package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That Karpenter does not try a NodePool for new nodes, for one reason of maybe several.
 *
 * @param nodePool the pool
 * @param rule the id of the rule that says so
 * @param message the reason in words
 */
public record NodePoolExcluded(@Key String nodePool, @Key String rule, String message)
    implements Conclusion {}
