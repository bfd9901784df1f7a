package dev.plumbline.conclusion;

/**
 * That nothing tells the price of an offering: Karpenter launches nothing without one.
 *
 * @param capacityType spot or on-demand
 * @param instanceType the instance type
 * @param zone the zone
 */
public record OfferingUnpriced(String capacityType, String instanceType, String zone)
    implements Conclusion {}
