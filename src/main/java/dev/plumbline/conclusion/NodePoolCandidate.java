package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That Karpenter tries a NodePool for new nodes.
 *
 * @param nodePool the pool
 * @param weight {@code spec.weight}; 0 when it is not set
 */
public record NodePoolCandidate(@Key String nodePool, int weight) implements Conclusion, Internal {}
