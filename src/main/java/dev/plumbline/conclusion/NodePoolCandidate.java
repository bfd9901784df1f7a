package dev.plumbline.conclusion;

/**
 * That Karpenter tries a NodePool for new nodes.
 *
 * @param nodePool the pool
 * @param weight {@code spec.weight}; 0 when it is not set
 */
public record NodePoolCandidate(String nodePool, int weight) implements Conclusion {}
