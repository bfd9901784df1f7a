package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import java.time.Instant;

/**
 * That a NodePool cannot launch a usable instance type for now, because EC2 has no capacity.
 *
 * @param nodePool the pool
 * @param instanceType the instance type
 * @param until when the first of its offerings may be tried again
 * @param message what EC2 said, and of which zones
 */
public record InstanceTypeOutOfCapacity(
    @Key String nodePool, @Key String instanceType, Instant until, String message)
    implements Conclusion {}
