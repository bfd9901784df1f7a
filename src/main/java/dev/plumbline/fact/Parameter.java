package dev.plumbline.fact;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One value of the policy that a team sets ({@code parameters.yaml}, {@code snapshot.yaml}). A list
 * makes a fact an item, a map a fact an entry; a parameter that is not set makes none.
 *
 * @param name ami.minimumAge
 * @param item the key of a map's entry or the place in a list; empty for a single value
 * @param value the value as text
 */
public record Parameter(String name, String item, String value) implements Fact {

  @Override
  public String key() {
    return item.isEmpty() ? "Parameter/" + name : "Parameter/" + name + "/" + item;
  }

  /** The value as a time span; null when it is none. */
  public @Nullable Duration duration() {
    return Durations.parse(value);
  }

  /** When the time span of the value has passed since {@code time}; null when it is none. */
  public @Nullable Instant after(Instant time) {
    Duration span = duration();
    return span == null ? null : time.plus(span);
  }

  /** The value as a number; null when it is none. */
  public @Nullable BigDecimal number() {
    try {
      return new BigDecimal(value);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The value as a whole number, a half counted as one; 0 when it is none. */
  public int whole() {
    BigDecimal number = number();
    return number == null ? 0 : number.setScale(0, RoundingMode.HALF_UP).intValue();
  }

  /** {@link #whole} times {@code part} of {@code all}, rounded down; all of it from there on. */
  public int share(long part, long all) {
    return part >= all ? whole() : (int) (whole() * part / all);
  }

  /** Whether the value is a number that {@code count} has reached. */
  public boolean reachedBy(int count) {
    BigDecimal number = number();
    return number != null && number.compareTo(BigDecimal.valueOf(count)) <= 0;
  }

  /** Whether the value is a number and {@code amount} is more. */
  public boolean exceededBy(long amount) {
    BigDecimal number = number();
    return number != null && number.compareTo(BigDecimal.valueOf(amount)) < 0;
  }

  /** Whether the value is a number and {@code part} is a larger percentage of {@code all}. */
  public boolean exceededByShare(long part, long all) {
    BigDecimal number = number();
    return number != null
        && number
                .multiply(BigDecimal.valueOf(all))
                .compareTo(BigDecimal.valueOf(part).multiply(BigDecimal.valueOf(100)))
            < 0;
  }

  /** Whether the value as a pattern fits {@code text}. */
  public boolean fits(String text) {
    return Glob.matches(value, text);
  }

  /** The end of the time span that begins at {@code begin}; null when the value is no time span. */
  public @Nullable Instant endOf(Instant begin) {
    Duration span = duration();
    return span == null ? null : begin.plus(span);
  }

  /** Whether {@code later} lies within the time span that begins at {@code begin}. */
  public boolean reaches(Instant begin, Instant later) {
    Instant end = endOf(begin);
    return end != null && later.isBefore(end);
  }

  /** The values of {@code parameters} by their items: what a map of values was set to. */
  public static Tags byItem(Collection<?> parameters) {
    var values = new TreeMap<String, String>();
    for (Object each : parameters) {
      if (each instanceof Parameter parameter) {
        values.put(parameter.item(), parameter.value());
      }
    }
    return Tags.of(values);
  }
}
