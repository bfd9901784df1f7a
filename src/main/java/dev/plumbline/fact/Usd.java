package dev.plumbline.fact;

import java.math.BigDecimal;

/** Sums of money as people read them. */
public final class Usd {

  private Usd() {}

  /** {@code 0.0104 USD/h} for 10,400 millionths of a US dollar an hour. */
  public static String perHour(long microUsd) {
    BigDecimal dollars = BigDecimal.valueOf(microUsd, 6).stripTrailingZeros();
    return dollars.toPlainString() + " USD/h";
  }
}
