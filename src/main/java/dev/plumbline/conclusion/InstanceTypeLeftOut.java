package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import java.time.Instant;

/**
 * That a pool should do without an instance type for a time.
 *
 * @param rule the id of the rule that says so
 * @param nodePool the pool
 * @param instanceType the instance type
 * @param until when it may be used again
 * @param message why, in words
 */
public record InstanceTypeLeftOut(
    @Key String rule, @Key String nodePool, @Key String instanceType, Instant until, String message)
    implements Conclusion {

  /** When it may be used again, for rules: in their language {@code until} is a word of its own. */
  public Instant expiry() {
    return until;
  }
}
