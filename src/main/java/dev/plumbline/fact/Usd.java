package dev.plumbline.fact;

import java.math.BigDecimal;
import java.util.Collection;

/** Sums of money as people read them. */
public final class Usd {

  private Usd() {}

  /** {@code 0.0104 USD/h} for 10,400 millionths of a US dollar an hour. */
  public static String perHour(long microUsd) {
    BigDecimal dollars = BigDecimal.valueOf(microUsd, 6).stripTrailingZeros();
    return dollars.toPlainString() + " USD/h";
  }

  /** The least of some sums. */
  public static long least(Collection<Long> microUsd) {
    return microUsd.stream().mapToLong(Long::longValue).min().orElseThrow();
  }

  /** The least of {@code one} and {@code others}. */
  public static long least(long one, Collection<Long> others) {
    return others.isEmpty() ? one : Math.min(one, least(others));
  }

  /** The greatest of some sums. */
  public static long greatest(Collection<Long> microUsd) {
    return microUsd.stream().mapToLong(Long::longValue).max().orElseThrow();
  }

  /** The greatest of {@code one} and {@code others}. */
  public static long greatest(long one, Collection<Long> others) {
    return others.isEmpty() ? one : Math.max(one, greatest(others));
  }
}
