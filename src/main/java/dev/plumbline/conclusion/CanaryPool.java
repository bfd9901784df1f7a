package dev.plumbline.conclusion;

/**
 * That a pool takes a new image before the others of its node class.
 *
 * @param nodePool the pool
 * @param nodeClass the node class
 */
public record CanaryPool(String nodePool, String nodeClass) implements Conclusion {}
