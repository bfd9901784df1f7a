package dev.plumbline.conclusion;

/**
 * The one image that an instance type of a node class launches with.
 *
 * @param nodeClass the node class
 * @param instanceType the instance type
 * @param ami the image id
 */
public record InstanceTypeAmi(String nodeClass, String instanceType, String ami)
    implements Conclusion {}
