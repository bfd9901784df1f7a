package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * When Karpenter tries a NodePool for new nodes: the greater weight first, then the later name.
 *
 * @param nodePool the pool
 * @param position 1 for the first
 * @param weight {@code spec.weight}; 0 when it is not set
 */
public record NodePoolOrder(@Key String nodePool, int position, int weight) implements Conclusion {}
