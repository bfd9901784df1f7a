package dev.plumbline.conclusion;

/**
 * That Karpenter does not try a NodePool for new nodes, for one reason of maybe several.
 *
 * @param nodePool the pool
 * @param rule the id of the rule that says so
 * @param message the reason in words
 */
public record NodePoolExcluded(String nodePool, String rule, String message)
    implements Conclusion {}
