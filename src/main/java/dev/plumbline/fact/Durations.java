package dev.plumbline.fact;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Time spans as people write them: {@code 7d}, {@code 36h}, {@code 1h30m}, {@code 45s}. */
public final class Durations {

  private static final Pattern WHOLE =
      Pattern.compile("(?:(\\d{1,6})d)?(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,6})s)?");

  private Durations() {}

  /** The duration that {@code text} denotes; null if it is invalid. */
  public static @Nullable Duration parse(String text) {
    Matcher match = WHOLE.matcher(text);
    if (text.isEmpty() || !match.matches()) {
      return null;
    }
    return Duration.ofDays(part(match, 1))
        .plusHours(part(match, 2))
        .plusMinutes(part(match, 3))
        .plusSeconds(part(match, 4));
  }

  /** The span as {@link #parse} reads it, in whole seconds: {@code 1h30m}, {@code 0s}. */
  public static String text(Duration span) {
    var text = new StringBuilder();
    append(text, span.toDays(), 'd');
    append(text, span.toHoursPart(), 'h');
    append(text, span.toMinutesPart(), 'm');
    append(text, span.toSecondsPart(), 's');
    return text.isEmpty() ? "0s" : text.toString();
  }

  private static void append(StringBuilder text, long amount, char unit) {
    if (amount > 0) {
      text.append(amount).append(unit);
    }
  }

  private static long part(Matcher match, int group) {
    String digits = match.group(group);
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
