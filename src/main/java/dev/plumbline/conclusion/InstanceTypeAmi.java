package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * The one image that an instance type of a node class launches with.
 *
 * @param nodeClass the node class
 * @param instanceType the instance type
 * @param ami the image id
 */
public record InstanceTypeAmi(@Key String nodeClass, @Key String instanceType, String ami)
    implements Conclusion {}
