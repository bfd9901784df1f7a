package dev.plumbline.backtest;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The time of which differences count; null means no limit.
 *
 * @param from the first instant
 * @param to the instant before which it ends
 */
public record TimeWindow(@Nullable Instant from, @Nullable Instant to) {

  public static final TimeWindow ALL = new TimeWindow(null, null);

  boolean holds(Instant at) {
    return (from == null || !at.isBefore(from)) && (to == null || at.isBefore(to));
  }

  /** How many milliseconds between two instants are within it. */
  long millis(Instant begin, Instant end) {
    return Math.max(0, clip(end).toEpochMilli() - clip(begin).toEpochMilli());
  }

  Instant clip(Instant at) {
    Instant late = from != null && at.isBefore(from) ? from : at;
    return to != null && late.isAfter(to) ? to : late;
  }
}
