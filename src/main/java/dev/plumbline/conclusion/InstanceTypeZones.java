package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Values;

/**
 * The zones in which an instance type is offered.
 *
 * @param instanceType the instance type
 * @param known whether the offerings are there; while they are not, only pools that are bound to no
 *     zone are judged
 * @param zones us-east-1a, …; none when they are not known
 */
public record InstanceTypeZones(@Key String instanceType, boolean known, Values zones)
    implements Conclusion {}
