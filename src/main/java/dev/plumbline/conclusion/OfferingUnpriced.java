package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That nothing tells the price of an offering: Karpenter launches nothing without one.
 *
 * @param capacityType spot or on-demand
 * @param instanceType the instance type
 * @param zone the zone
 */
public record OfferingUnpriced(@Key String capacityType, @Key String instanceType, @Key String zone)
    implements Conclusion {}
