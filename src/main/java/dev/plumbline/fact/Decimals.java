package dev.plumbline.fact;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decimal numbers that other people wrote. The value of {@code 1e20000000} fits into ten characters
 * and takes minutes to calculate with, so what is not of this world is no number here.
 */
public final class Decimals {

  /** The maximum length of a number, in characters. */
  public static final int MAX_LENGTH = 64;

  private static final Pattern TEXT =
      Pattern.compile("[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?");

  private Decimals() {}

  /**
   * The number that {@code text} writes out in ASCII; null when it is none, has more than {@link
   * #MAX_LENGTH} characters, or an exponent of more than two digits.
   */
  public static @Nullable BigDecimal parse(String text) {
    return text.length() <= MAX_LENGTH && TEXT.matcher(text).matches()
        ? new BigDecimal(text)
        : null;
  }
}
