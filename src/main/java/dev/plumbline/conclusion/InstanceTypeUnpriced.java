package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That a NodePool cannot launch a usable instance type, because nothing tells its price: Karpenter
 * drops offerings without one.
 *
 * @param nodePool the pool
 * @param instanceType the instance type
 */
public record InstanceTypeUnpriced(@Key String nodePool, @Key String instanceType)
    implements Conclusion {}
