package dev.plumbline.source;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What someone probably meant who wrote a name that is not known. */
final class Nearest {

  private Nearest() {}

  /** The known name nearest to {@code written}; null when none is near. */
  static @Nullable String of(String written, Collection<String> known) {
    String best = null;
    int least = Integer.MAX_VALUE;
    for (String name : known) {
      int distance = distance(written.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
      int near = Math.max(2, Math.max(written.length(), name.length()) / 3);
      if (distance <= near && distance < least) {
        best = name;
        least = distance;
      }
    }
    return best;
  }

  /** Advice to go with a name that is not known. */
  static String advice(String written, Collection<String> known) {
    if (known.isEmpty()) {
      return "Maybe nothing of the kind is defined yet.";
    }
    String nearest = of(written, known);
    return nearest == null
        ? "Maybe one of these: " + String.join(", ", known) + "."
        : "Maybe you mean " + nearest + ".";
  }

  private static int distance(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
      }
      above = row;
    }
    return above[b.length()];
  }
}
