package dev.plumbline.fact;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A version as kernels, agents and releases write it: {@code 6.1.109-118.189.amzn2023}, {@code
 * v1.32.0-rc.1}.
 *
 * <p>Numbers compare as numbers, so 6.1 is less than 6.10 and 10.0; a number that is missing is 0,
 * so 6.1 equals 6.1.0. A leading {@code v} and what follows {@code +} do not count. A pre-release
 * (alpha, beta, m, milestone, pre, preview, rc, cr, snapshot, dev, nightly, or anything after a
 * {@code ~}) is less than its release; any other suffix is a revision of it, and more.
 */
public final class Version implements Comparable<Version> {

  private static final int MAX_LENGTH = 128;

  private static final Pattern TEXT =
      Pattern.compile(
          "[vV]?([0-9]+(?:\\.[0-9]+)*)((?:[-_~]|(?=[A-Za-z]))[0-9A-Za-z._~-]+)?(?:\\+.*)?");

  /** A number, a word, or a tilde. */
  private static final Pattern PART = Pattern.compile("[0-9]+|[A-Za-z]+|~");

  private static final Set<String> PRE_RELEASES =
      Set.of(
          "alpha",
          "beta",
          "m",
          "milestone",
          "pre",
          "preview",
          "rc",
          "cr",
          "snapshot",
          "dev",
          "nightly");

  private final List<BigInteger> numbers;
  private final List<String> suffix;
  private final String text;

  private Version(List<BigInteger> numbers, List<String> suffix, String text) {
    this.numbers = numbers;
    this.suffix = suffix;
    this.text = text;
  }

  /**
   * The version that {@code text} writes out in a rule, where the linter checks it.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static Version of(String text) {
    Version version = read(text);
    if (version == null) {
      throw new IllegalArgumentException("\"" + text + "\" is not a version. Try: 6.1.");
    }
    return version;
  }

  /** The version that {@code text} denotes; null if it denotes none. */
  static @Nullable Version read(String text) {
    Matcher match = TEXT.matcher(text);
    if (text.length() > MAX_LENGTH || !match.matches()) {
      return null;
    }
    var numbers = new ArrayList<BigInteger>();
    for (String number : match.group(1).split("\\.")) {
      numbers.add(new BigInteger(number));
    }
    while (numbers.size() > 1 && numbers.getLast().signum() == 0) {
      numbers.removeLast();
    }
    var suffix = new ArrayList<String>();
    if (match.group(2) != null) {
      Matcher part = PART.matcher(match.group(2));
      while (part.find()) {
        suffix.add(part.group().toLowerCase(Locale.ROOT));
      }
    }
    return new Version(List.copyOf(numbers), List.copyOf(suffix), text);
  }

  @Override
  public int compareTo(Version other) {
    for (int i = 0; i < Math.max(numbers.size(), other.numbers.size()); i++) {
      int order = number(numbers, i).compareTo(number(other.numbers, i));
      if (order != 0) {
        return order;
      }
    }
    for (int i = 0; i < Math.max(suffix.size(), other.suffix.size()); i++) {
      int order = comparePart(part(suffix, i), part(other.suffix, i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static BigInteger number(List<BigInteger> numbers, int index) {
    return index < numbers.size() ? numbers.get(index) : BigInteger.ZERO;
  }

  /** The part of a suffix; empty where the suffix has ended. */
  private static String part(List<String> suffix, int index) {
    return index < suffix.size() ? suffix.get(index) : "";
  }

  private static int comparePart(String one, String other) {
    int order = Integer.compare(rank(one), rank(other));
    if (order != 0) {
      return order;
    }
    return isNumber(one)
        ? new BigInteger(one).compareTo(new BigInteger(other))
        : one.compareTo(other);
  }

  /** A tilde, a pre-release, the end, any other word, a number: in this order. */
  private static int rank(String part) {
    if (part.equals("~")) {
      return 0;
    }
    return PRE_RELEASES.contains(part) ? 1 : part.isEmpty() ? 2 : isNumber(part) ? 4 : 3;
  }

  private static boolean isNumber(String part) {
    return !part.isEmpty() && Character.isDigit(part.charAt(0));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Version version && compareTo(version) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * numbers.hashCode() + suffix.hashCode();
  }

  /** As it was written. */
  @Override
  public String toString() {
    return text;
  }
}
