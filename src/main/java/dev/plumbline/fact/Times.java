package dev.plumbline.fact;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** Points in time, several of them. */
public final class Times {

  private Times() {}

  /** The first of {@code times}, of which there must be one. */
  public static Instant earliest(Collection<Instant> times) {
    return Collections.min(times);
  }

  /** Seconds between two times; 0 when one is unknown, or the second is not the later one. */
  public static long seconds(@Nullable Instant from, @Nullable Instant to) {
    return from == null || to == null ? 0 : Math.max(0, Duration.between(from, to).toSeconds());
  }
}
