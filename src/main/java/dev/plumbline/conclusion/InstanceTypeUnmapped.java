package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * Why no resolved image of a node class serves an instance type.
 *
 * @param nodeClass the node class
 * @param instanceType the instance type
 * @param rule the id of the rule that says so
 * @param message the reason, in words
 */
public record InstanceTypeUnmapped(
    @Key String nodeClass, @Key String instanceType, String rule, String message)
    implements Conclusion {}
