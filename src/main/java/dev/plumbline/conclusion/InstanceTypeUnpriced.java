package dev.plumbline.conclusion;

/**
 * That a NodePool cannot launch a usable instance type, because nothing tells its price: Karpenter
 * drops offerings without one.
 *
 * @param nodePool the pool
 * @param instanceType the instance type
 */
public record InstanceTypeUnpriced(String nodePool, String instanceType) implements Conclusion {}
