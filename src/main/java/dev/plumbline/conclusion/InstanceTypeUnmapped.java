package dev.plumbline.conclusion;

/**
 * Why no resolved image of a node class serves an instance type.
 *
 * @param nodeClass the node class
 * @param instanceType the instance type
 * @param rule the id of the rule that says so
 * @param message the reason, in words
 */
public record InstanceTypeUnmapped(
    String nodeClass, String instanceType, String rule, String message) implements Conclusion {}
