package dev.plumbline.fact;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Collections;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Points in time, several of them. */
public final class Times {

  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

  private Times() {}

  /**
   * The time that {@code text} denotes: RFC 3339 with a zone, or a date, which begins in UTC; null
   * if it denotes none.
   */
  static @Nullable Instant read(String text) {
    if (text.length() > 40 || !DATE.matcher(text).lookingAt()) {
      return null;
    }
    try {
      return DATE.matcher(text).matches()
          ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
          : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }

  /**
   * How long it is from {@code from} to {@code to}; less than nothing if {@code to} is the earlier
   * one, null if one is unknown.
   */
  public static @Nullable Duration between(@Nullable Instant from, @Nullable Instant to) {
    return from == null || to == null ? null : Duration.between(from, to);
  }

  /** The first of {@code times}, of which there must be one. */
  public static Instant earliest(Collection<Instant> times) {
    return Collections.min(times);
  }

  /** Seconds between two times; 0 when one is unknown, or the second is not the later one. */
  public static long seconds(@Nullable Instant from, @Nullable Instant to) {
    return from == null || to == null ? 0 : Math.max(0, Duration.between(from, to).toSeconds());
  }
}
