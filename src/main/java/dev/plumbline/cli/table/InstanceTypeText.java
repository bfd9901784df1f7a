package dev.plumbline.cli.table;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Instance types by family: {@code c6g(8) c7g(9)}, or every size of each. */
final class InstanceTypeText {

  private static final List<String> SIZES =
      List.of("nano", "micro", "small", "medium", "large", "xlarge");

  private static final Comparator<String> BY_SIZE =
      Comparator.comparingInt(InstanceTypeText::rank).thenComparing(Comparator.naturalOrder());

  private InstanceTypeText() {}

  static String summary(Collection<String> types, int max) {
    Map<String, TreeSet<String>> families = byFamily(types);
    var text = new StringBuilder();
    families.entrySet().stream()
        .limit(max)
        .forEach(
            family ->
                text.append(text.isEmpty() ? "" : " ")
                    .append(family.getKey())
                    .append('(')
                    .append(family.getValue().size())
                    .append(')'));
    int left = families.size() - max;
    if (left > 0) {
      text.append(" and ").append(left).append(left == 1 ? " more family" : " more families");
    }
    return text.toString();
  }

  static Map<String, TreeSet<String>> byFamily(Collection<String> types) {
    var families = new TreeMap<String, TreeSet<String>>();
    for (String type : types) {
      int dot = type.indexOf('.');
      families
          .computeIfAbsent(dot < 0 ? type : type.substring(0, dot), none -> new TreeSet<>(BY_SIZE))
          .add(dot < 0 ? "" : type.substring(dot + 1));
    }
    return families;
  }

  static List<String> examples(Collection<String> types, int max) {
    return byFamily(types).entrySet().stream()
        .map(family -> family.getKey() + "." + family.getValue().first())
        .limit(max)
        .toList();
  }

  private static int rank(String size) {
    int named = SIZES.indexOf(size);
    if (named >= 0) {
      return named;
    }
    int digits = 0;
    while (digits < size.length() && Character.isDigit(size.charAt(digits))) {
      digits++;
    }
    return digits == 0 || digits > 4
        ? 1000
        : SIZES.size() + Integer.parseInt(size.substring(0, digits));
  }

  static String some(Collection<String> types, int max) {
    List<String> examples = examples(types, max);
    int left = types.size() - examples.size();
    return String.join(", ", examples)
        + (left > 0 ? " and " + TextFormat.number(left) + " more" : "");
  }
}
