package dev.plumbline.rule;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The word that someone may have meant. */
final class Nearest {

  private Nearest() {}

  /** The one of {@code known} that {@code word} is closest to; null when none is close. */
  static @Nullable String to(String word, Collection<String> known) {
    String nearest = null;
    int least = (word.replace("$", "").length() + 1) / 3 + 1;
    for (String candidate : known.stream().sorted().toList()) {
      int distance = distance(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
      if (distance < least) {
        nearest = candidate;
        least = distance;
      }
    }
    return nearest;
  }

  /** {@code " Maybe x?"}, or nothing when none is close. */
  static String maybe(String word, Collection<String> known) {
    String nearest = to(word, known);
    return nearest == null ? "" : " Maybe " + nearest + "?";
  }

  /** How many letters must be put in, taken out, replaced or swapped with the next. */
  private static int distance(String from, String to) {
    int[][] steps = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          steps[i][j] = i + j;
          continue;
        }
        int replaced = steps[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int least = Math.min(replaced, Math.min(steps[i - 1][j], steps[i][j - 1]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && from.charAt(i - 1) == to.charAt(j - 2)
                && from.charAt(i - 2) == to.charAt(j - 1);
        steps[i][j] = swapped ? Math.min(least, steps[i - 2][j - 2] + 1) : least;
      }
    }
    return steps[from.length()][to.length()];
  }
}
