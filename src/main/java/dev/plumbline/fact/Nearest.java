package dev.plumbline.fact;

import java.util.Collection;
import java.util.Comparator;

/** The name somebody may have meant. */
public final class Nearest {

  private Nearest() {}

  /**
   * {@code Maybe x.} with the known name nearest to {@code written}; all of them when none is near.
   */
  public static String maybe(String written, Collection<String> known) {
    String near =
        known.stream()
            .min(
                Comparator.comparingInt((String name) -> distance(written, name))
                    .thenComparing(name -> name))
            .filter(name -> distance(written, name) <= Math.max(2, written.length() / 3))
            .orElse("");
    return near.isEmpty()
        ? "Maybe one of " + String.join(", ", known.stream().sorted().toList()) + "."
        : "Maybe " + near + ".";
  }

  /** How many letters must be changed, added or taken away; upper and lower case count as alike. */
  private static int distance(String left, String right) {
    String a = left.toLowerCase(java.util.Locale.ROOT);
    String b = right.toLowerCase(java.util.Locale.ROOT);
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(change, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
