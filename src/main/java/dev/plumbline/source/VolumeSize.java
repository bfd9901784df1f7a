package dev.plumbline.source;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A Kubernetes quantity of bytes ({@code 20Gi}, {@code 100G}) in the whole GiB that EC2 takes. */
final class VolumeSize {

  private static final Pattern QUANTITY =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?)([kMGTPE]|[KMGTPE]i|)");

  private static final Map<String, BigDecimal> FACTORS =
      Map.ofEntries(
          Map.entry("", BigDecimal.ONE),
          Map.entry("k", BigDecimal.TEN.pow(3)),
          Map.entry("M", BigDecimal.TEN.pow(6)),
          Map.entry("G", BigDecimal.TEN.pow(9)),
          Map.entry("T", BigDecimal.TEN.pow(12)),
          Map.entry("P", BigDecimal.TEN.pow(15)),
          Map.entry("E", BigDecimal.TEN.pow(18)),
          Map.entry("Ki", power(10)),
          Map.entry("Mi", power(20)),
          Map.entry("Gi", power(30)),
          Map.entry("Ti", power(40)),
          Map.entry("Pi", power(50)),
          Map.entry("Ei", power(60)));

  private VolumeSize() {}

  /** The size in GiB, rounded up; null when it is not there. */
  static @Nullable Integer gib(Cursor quantity) {
    String text = quantity.scalarOrNull();
    if (text == null) {
      return null;
    }
    Matcher match = QUANTITY.matcher(text);
    BigDecimal factor = match.matches() ? FACTORS.get(match.group(2)) : null;
    if (factor == null) {
      throw quantity.wrong(
          "is " + quantity.shown() + ", which is no size", "Maybe write it as 20Gi.");
    }
    BigDecimal gib =
        new BigDecimal(match.group(1)).multiply(factor).divide(power(30), 0, RoundingMode.CEILING);
    if (gib.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0) {
      throw quantity.wrong(
          "is " + quantity.shown() + ", which no volume holds", "Maybe write it as 20Gi.");
    }
    return gib.intValueExact();
  }

  private static BigDecimal power(int exponent) {
    return BigDecimal.TWO.pow(exponent);
  }
}
