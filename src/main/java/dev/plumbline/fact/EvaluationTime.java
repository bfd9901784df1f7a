package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The time at which the rules judge. Rules know no other clock.
 *
 * @param instant UTC
 */
@ExpectedCount(1)
public record EvaluationTime(Instant instant) implements Fact {

  @Override
  public String key() {
    return "EvaluationTime";
  }

  /** Whether {@code time} has come, compared in whole seconds as Karpenter does; never for null. */
  public boolean reached(@Nullable Instant time) {
    return time != null && time.getEpochSecond() <= instant.getEpochSecond();
  }

  /** Whether less than {@code span} has passed since {@code time}; true for an unknown time. */
  public boolean within(@Nullable Instant time, Duration span) {
    return time == null || time.plus(span).isAfter(instant);
  }
}
