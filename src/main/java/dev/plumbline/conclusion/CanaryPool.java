package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That a pool takes a new image before the others of its node class.
 *
 * @param nodePool the pool
 * @param nodeClass the node class
 */
public record CanaryPool(@Key String nodePool, @Key String nodeClass) implements Conclusion {}
