package dev.plumbline.conclusion;

/**
 * That an offering cannot be launched now, for want of capacity or of a price.
 *
 * @param capacityType spot or on-demand
 * @param instanceType the instance type
 * @param zone the zone
 */
public record OfferingClosed(String capacityType, String instanceType, String zone)
    implements Conclusion {}
