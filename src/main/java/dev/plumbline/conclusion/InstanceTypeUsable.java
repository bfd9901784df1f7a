package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That a NodePool can launch an instance type, and with which image.
 *
 * @param nodePool the pool
 * @param instanceType the instance type
 * @param ami the image id
 */
public record InstanceTypeUsable(@Key String nodePool, @Key String instanceType, String ami)
    implements Conclusion {}
