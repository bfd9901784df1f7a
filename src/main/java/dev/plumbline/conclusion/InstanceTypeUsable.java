package dev.plumbline.conclusion;

/**
 * That a NodePool can launch an instance type, and with which image.
 *
 * @param nodePool the pool
 * @param instanceType the instance type
 * @param ami the image id
 */
public record InstanceTypeUsable(String nodePool, String instanceType, String ami)
    implements Conclusion {}
