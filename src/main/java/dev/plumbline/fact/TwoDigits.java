package dev.plumbline.fact;

/** Counts rounded down to two digits: a figure that changes with every unit is always news. */
public final class TwoDigits {

  private TwoDigits() {}

  /** A count rounded down to two digits: 41,000 for 41,923; 0 for a negative one. */
  public static long of(long count) {
    return Math.max(0, count / unit(count) * unit(count));
  }

  /** The smallest count that is rounded down to more than {@code count} is. */
  public static long above(long count) {
    return of(count) + unit(count);
  }

  private static long unit(long count) {
    long unit = 1;
    while (count / unit >= 100) {
      unit *= 10;
    }
    return unit;
  }
}
