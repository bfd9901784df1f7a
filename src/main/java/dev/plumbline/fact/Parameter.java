package dev.plumbline.fact;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
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

  /** Whether the value as a pattern fits {@code text}. */
  public boolean fits(String text) {
    return Glob.matches(value, text);
  }
}
