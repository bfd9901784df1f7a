package dev.plumbline.fact;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Suggestions for an unknown name: the advice at the end of an error. */
public final class Nearest {

  private static final int MOST = 3;
  private static final int LISTED = 12;

  private Nearest() {}

  /** The known name nearest to {@code written}; null when none is near. */
  public static @Nullable String of(String written, Collection<String> known) {
    List<String> near = near(written, known);
    return near.isEmpty() ? null : near.getFirst();
  }

  /** {@code Did you mean x?} with the near ones among {@code known}, else the first few of them. */
  public static String suggestion(String written, Collection<String> known) {
    List<String> names = names(written, known);
    if (!names.isEmpty()) {
      return "Did you mean " + String.join(" or ", names) + "?";
    }
    return known.isEmpty() ? "None is defined yet." : "Try: one of " + first(known) + ".";
  }

  /**
   * {@code Maybe x.} with the near ones among {@code known}, else with the first few of them. Rules
   * in recorded logs call it: its texts do not change.
   */
  public static String advice(String written, Collection<String> known) {
    List<String> names = names(written, known);
    if (!names.isEmpty()) {
      return "Maybe " + String.join(" or ", names) + ".";
    }
    if (known.isEmpty()) {
      return "Maybe nothing of the kind is defined yet.";
    }
    return "Maybe one of " + first(known) + ".";
  }

  private static String first(Collection<String> known) {
    List<String> sorted = known.stream().sorted().toList();
    int shown = Math.min(sorted.size(), LISTED);
    return String.join(", ", sorted.subList(0, shown))
        + (sorted.size() > shown ? " and " + (sorted.size() - shown) + " more" : "");
  }

  /** {@code Did you mean x?} after a space, or nothing when none is near. */
  public static String didYouMean(String written, Collection<String> known) {
    String nearest = of(written, known);
    return nearest == null ? "" : " Did you mean " + nearest + "?";
  }

  /**
   * {@code Maybe x.} after a space, or nothing when none is near. Rules in recorded logs may call
   * it: its texts do not change.
   */
  public static String hint(String written, Collection<String> known) {
    String nearest = of(written, known);
    return nearest == null ? "" : " Maybe " + nearest + ".";
  }

  /**
   * The nearest first, at most three: near in spelling, else those that hold or begin as it does.
   */
  public static List<String> names(String written, Collection<String> known) {
    List<String> near = near(written, known);
    return near.isEmpty() ? alike(written.toLowerCase(Locale.ROOT), known) : near;
  }

  private static List<String> near(String written, Collection<String> known) {
    record Candidate(String name, int distance) {}
    String low = written.toLowerCase(Locale.ROOT);
    List<Candidate> near =
        known.stream()
            .map(name -> new Candidate(name, distance(low, name.toLowerCase(Locale.ROOT))))
            .filter(c -> c.distance() <= Math.max(low.length(), c.name().length()) / 3)
            .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
            .toList();
    if (near.isEmpty()) {
      return List.of();
    }
    int best = near.getFirst().distance();
    return near.stream()
        .filter(candidate -> candidate.distance() <= best)
        .limit(best == 0 ? 1 : MOST)
        .map(Candidate::name)
        .toList();
  }

  private static List<String> alike(String low, Collection<String> known) {
    for (int length = low.length(); length > 2; length--) {
      String part = low.substring(0, length);
      boolean whole = length == low.length();
      List<String> found =
          known.stream()
              .filter(
                  name -> {
                    String lowName = name.toLowerCase(Locale.ROOT);
                    return whole ? lowName.contains(part) : lowName.startsWith(part);
                  })
              .sorted()
              .limit(MOST)
              .toList();
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  /** The Damerau–Levenshtein distance (optimal string alignment). */
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
