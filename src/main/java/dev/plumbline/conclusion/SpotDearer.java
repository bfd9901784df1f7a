package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That an instance type is dearer on the spot market of a zone than the same type there on demand,
 * so that Karpenter never takes the spot offering where it may use both.
 *
 * @param instanceType the instance type
 * @param zone the zone
 * @param spotMicroUsdPerHour spot price, millionths of a US dollar an hour
 * @param onDemandMicroUsdPerHour on-demand price, millionths of a US dollar an hour
 */
public record SpotDearer(
    @Key String instanceType,
    @Key String zone,
    long spotMicroUsdPerHour,
    long onDemandMicroUsdPerHour)
    implements Conclusion {}
