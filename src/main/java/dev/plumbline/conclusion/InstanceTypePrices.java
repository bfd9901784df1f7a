package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * Between which prices an instance type is to be had, on demand and in every spot zone.
 *
 * @param instanceType the type
 * @param lowest millionths of a US dollar an hour
 * @param highest millionths of a US dollar an hour
 */
public record InstanceTypePrices(@Key String instanceType, long lowest, long highest)
    implements Conclusion, Internal {}
