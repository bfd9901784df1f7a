package dev.plumbline.fact;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An amount of a resource as Kubernetes writes it ({@code 640Mi}, {@code 1930m}, {@code 35}), kept
 * in thousandths of its unit, which is all that nodes and pods report.
 */
public final class Quantity implements Comparable<Quantity> {

  /** Nothing of it. */
  public static final Quantity ZERO = new Quantity(0);

  private static final Pattern TEXT =
      Pattern.compile("([+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+))([eE][+-]?[0-9]{1,3}|[a-zA-Z]*)");
  private static final List<String> BINARY = List.of("Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
  private static final List<String> DECIMAL = List.of("k", "M", "G", "T", "P", "E");
  private static final Map<String, Integer> SMALL = Map.of("n", 9, "u", 6, "m", 3);
  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

  private final long milli;

  private Quantity(long milli) {
    this.milli = milli;
  }

  /** {@code milli} thousandths. */
  public static Quantity ofMilli(long milli) {
    return milli == 0 ? ZERO : new Quantity(milli);
  }

  /** {@code whole} units: CPUs, bytes, pods, devices. */
  public static Quantity ofWhole(long whole) {
    return ofMilli(Math.multiplyExact(whole, 1000));
  }

  /** {@code mebibytes} times 1,048,576 bytes. */
  public static Quantity ofMebibytes(long mebibytes) {
    return ofWhole(Math.multiplyExact(mebibytes, 1L << 20));
  }

  /**
   * The amount in {@code text}, parts below a thousandth rounded up as Kubernetes does; null when
   * it says none.
   */
  public static @Nullable Quantity parse(String text) {
    Matcher match = TEXT.matcher(text);
    if (text.length() > Decimals.MAX_LENGTH || !match.matches()) {
      return null;
    }
    BigDecimal factor = factor(match.group(2));
    if (factor == null) {
      return null;
    }
    try {
      return ofMilli(
          new BigDecimal(match.group(1))
              .multiply(factor)
              .multiply(THOUSAND)
              .setScale(0, RoundingMode.UP)
              .longValueExact());
    } catch (ArithmeticException e) {
      return null;
    }
  }

  private static @Nullable BigDecimal factor(String suffix) {
    if (suffix.isEmpty()) {
      return BigDecimal.ONE;
    }
    if (BINARY.contains(suffix)) {
      return new BigDecimal(BigInteger.ONE.shiftLeft(10 * (BINARY.indexOf(suffix) + 1)));
    }
    if (DECIMAL.contains(suffix)) {
      return BigDecimal.ONE.scaleByPowerOfTen(3 * (DECIMAL.indexOf(suffix) + 1));
    }
    Integer places = SMALL.get(suffix);
    if (places != null) {
      return BigDecimal.ONE.scaleByPowerOfTen(-places);
    }
    return suffix.matches("[eE][+-]?[0-9]+")
        ? BigDecimal.ONE.scaleByPowerOfTen(
            Integer.parseInt(suffix.substring(suffix.charAt(1) == '+' ? 2 : 1)))
        : null;
  }

  /** The amount in thousandths of its unit. */
  public long milli() {
    return milli;
  }

  /** The amount in whole units, a part counted as one. */
  public long whole() {
    return Math.ceilDiv(milli, 1000);
  }

  /** Both together. */
  public Quantity plus(Quantity other) {
    return ofMilli(Math.addExact(milli, other.milli));
  }

  /** This without the other; below zero when the other is more. */
  public Quantity minus(Quantity other) {
    return ofMilli(Math.subtractExact(milli, other.milli));
  }

  /** Whether this is less than {@code other}. */
  public boolean below(Quantity other) {
    return milli < other.milli;
  }

  /** {@code percent} hundredths of it, rounded up to a thousandth. */
  public Quantity percent(BigDecimal percent) {
    return ofMilli(
        BigDecimal.valueOf(milli)
            .multiply(percent)
            .movePointLeft(2)
            .setScale(0, RoundingMode.UP)
            .longValueExact());
  }

  @Override
  public int compareTo(Quantity other) {
    return Long.compare(milli, other.milli);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Quantity quantity && milli == quantity.milli;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(milli);
  }

  /**
   * The shortest exact form: {@code 20Gi}, {@code 363724Mi}, {@code 900G}, {@code 35}, {@code
   * 1930m}.
   */
  @Override
  public String toString() {
    if (milli % 1000 != 0) {
      return milli + "m";
    }
    long whole = milli / 1000;
    if (Math.abs(whole) < 1024) {
      return Long.toString(whole);
    }
    int binary = suffix(whole, 1024, BINARY.size());
    int decimal = suffix(whole, 1000, DECIMAL.size());
    if (binary == 0 && decimal == 0) {
      return Long.toString(whole);
    }
    return decimal > binary
        ? whole / (long) Math.pow(1000, decimal) + DECIMAL.get(decimal - 1)
        : (whole >> (10 * binary)) + BINARY.get(binary - 1);
  }

  private static int suffix(long whole, int base, int most) {
    int power = 0;
    long left = whole;
    while (power < most && left % base == 0) {
      left /= base;
      power++;
    }
    return power;
  }
}
