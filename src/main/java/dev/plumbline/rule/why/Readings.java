package dev.plumbline.rule.why;

import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads values back from the text in which they are shown, alone or as one of several parts: {@code
 * cpu 2, memory 1Gi; kubernetes.io/arch In [amd64]; tolerates gpu}.
 */
final class Readings {

  private static final String PARTS = "; ";
  private static final Pattern REQUIREMENT =
      Pattern.compile("(?<key>\\S+) (?<operator>[A-Z][A-Za-z]+)(?: \\[(?<values>[^\\]]*)\\])?");

  private Readings() {}

  /** Every value of a type that a part of {@code text} says, and what stands for no part. */
  static List<Object> of(Class<?> type, String text) {
    var read = new ArrayList<Object>();
    for (String part : text.split(PARTS, -1)) {
      Object value =
          type == Resources.class
              ? resources(part)
              : type == Requirements.class ? requirements(part) : values(part);
      if (value != null) {
        read.add(value);
      }
    }
    read.add(
        type == Resources.class
            ? Resources.NONE
            : type == Requirements.class ? Requirements.NONE : Values.NONE);
    return read;
  }

  private static @Nullable Resources resources(String text) {
    var amounts = new TreeMap<String, Quantity>();
    for (String each : text.split(", ", -1)) {
      int space = each.indexOf(' ');
      Quantity amount = space < 0 ? null : Quantity.parse(each.substring(space + 1));
      if (amount == null) {
        return null;
      }
      amounts.put(each.substring(0, space), amount);
    }
    return Resources.of(amounts);
  }

  private static @Nullable Requirements requirements(String text) {
    var all = new ArrayList<Requirement>();
    Matcher matcher = REQUIREMENT.matcher(text);
    int end = 0;
    while (matcher.find()) {
      Operator operator = Operator.ofWire(matcher.group("operator"));
      String between = text.substring(end, matcher.start());
      if (operator == null || !between.equals(end == 0 ? "" : ", ")) {
        return null;
      }
      String values = matcher.group("values");
      all.add(
          new Requirement(
              matcher.group("key"),
              operator,
              values == null || values.isEmpty() ? new String[0] : values.split(", ")));
      end = matcher.end();
    }
    return all.isEmpty() || end < text.length() ? null : Requirements.of(all);
  }

  /** A list, after a word that says of what it is. */
  private static Values values(String text) {
    int space = text.indexOf(' ');
    return Values.of(text.substring(space + 1).split(", "));
  }
}
