package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That an offering cannot be launched now, for want of capacity or of a price.
 *
 * @param capacityType spot or on-demand
 * @param instanceType the instance type
 * @param zone the zone
 */
public record OfferingClosed(@Key String capacityType, @Key String instanceType, @Key String zone)
    implements Conclusion, Internal {}
