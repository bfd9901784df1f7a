package dev.plumbline.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What somebody may have meant who wrote a name that is not there. */
final class Nearest {

  private static final int MOST = 3;

  private Nearest() {}

  /** Advice that ends an error: the near ones among {@code known}, else the first few of them. */
  static String advice(String wanted, Collection<String> known) {
    List<String> near = names(wanted, known);
    if (!near.isEmpty()) {
      return " Maybe " + String.join(" or ", near) + ".";
    }
    if (known.isEmpty()) {
      return "";
    }
    List<String> sorted = known.stream().sorted().toList();
    int shown = Math.min(sorted.size(), 12);
    return " Maybe one of: "
        + String.join(", ", sorted.subList(0, shown))
        + (sorted.size() > shown ? " and " + (sorted.size() - shown) + " more" : "")
        + ".";
  }

  /** The nearest first, at most three; none when nothing is near. */
  static List<String> names(String wanted, Collection<String> known) {
    record Candidate(String name, int distance) {}
    String low = wanted.toLowerCase(Locale.ROOT);
    int limit = Math.max(2, wanted.length() / 3);
    List<Candidate> near =
        known.stream()
            .map(name -> new Candidate(name, distance(low, name.toLowerCase(Locale.ROOT))))
            .filter(candidate -> candidate.distance() <= limit)
            .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
            .toList();
    if (near.isEmpty()) {
      return alike(low, known);
    }
    int best = near.getFirst().distance();
    return near.stream()
        .filter(candidate -> candidate.distance() <= best + 1)
        .limit(best == 0 ? 1 : MOST)
        .map(Candidate::name)
        .toList();
  }

  /** Names that hold the wanted one, else those that begin as it does. */
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

  /** How many characters must be added, taken out or replaced to make one of the other. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int above = row[j];
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(above, row[j - 1]) + 1);
        diagonal = above;
      }
    }
    return row[b.length()];
  }
}
