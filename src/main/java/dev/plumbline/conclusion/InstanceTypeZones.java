package dev.plumbline.conclusion;

import dev.plumbline.fact.Values;

/**
 * The zones in which an instance type is offered.
 *
 * @param instanceType the instance type
 * @param zones us-east-1a, …
 */
public record InstanceTypeZones(String instanceType, Values zones) implements Conclusion {}
