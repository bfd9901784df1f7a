package dev.plumbline.conclusion;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * That an instance type cannot be launched in a zone as one capacity type.
 *
 * @param capacityType spot or on-demand
 * @param instanceType the instance type
 * @param zone the zone
 * @param reason the code EC2 gave, or {@code NoPrice}: Karpenter launches nothing without a price
 * @param until when it may be tried again; null while it has no price
 */
public record OfferingUnavailable(
    String capacityType, String instanceType, String zone, String reason, @Nullable Instant until)
    implements Conclusion {

  /** Whether it may be tried again by and by. */
  public boolean temporary() {
    return until != null;
  }
}
