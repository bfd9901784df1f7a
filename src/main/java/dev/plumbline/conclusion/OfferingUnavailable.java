package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import java.time.Instant;

/**
 * That EC2 has no capacity for an offering, so that Karpenter leaves it alone for a while.
 *
 * @param capacityType spot or on-demand
 * @param instanceType the instance type
 * @param zone the zone
 * @param reason the code EC2 gave
 * @param until when it may be tried again
 */
public record OfferingUnavailable(
    @Key String capacityType,
    @Key String instanceType,
    @Key String zone,
    @Key String reason,
    Instant until)
    implements Conclusion {}
