package dev.plumbline.cli.table;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.engine.Derivation;
import dev.plumbline.fact.Durations;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.RecordType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Numbers, times, lists and derivations as text. */
public final class TextFormat {

  private static final int MAX_PREMISES = 4;
  private static final int MAX_SUGGESTIONS = 12;

  private TextFormat() {}

  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  public static String count(long count, String one) {
    String many = one.endsWith("y") ? one.substring(0, one.length() - 1) + "ies" : one + "s";
    return number(count) + " " + (count == 1 ? one : many);
  }

  /** How far a time is from another, by its two greatest units: {@code 2h5m ago}, {@code in 3d}. */
  public static String distance(Instant time, Instant from) {
    Duration span = Duration.between(time, from);
    String[] units = Durations.text(span.abs()).split("(?<=[dhms])", -1);
    String text = units[0] + (units.length > 2 ? units[1] : "");
    return span.isNegative() ? "in " + text : text + " ago";
  }

  static String some(List<String> names, int max) {
    int left = names.size() - max;
    return String.join(", ", names.subList(0, Math.min(max, names.size())))
        + (left > 0 ? " and " + number(left) + " more" : "");
  }

  /** What may have been meant by a name that is not known: ends an error message. */
  public static String suggestion(String written, Collection<String> known) {
    List<String> names = Nearest.names(written, known);
    if (!names.isEmpty()) {
      return "Did you mean " + String.join(" or ", names) + "?";
    }
    return known.isEmpty()
        ? "None is defined yet."
        : "Try: " + some(known.stream().sorted().toList(), MAX_SUGGESTIONS) + ".";
  }

  /** A derivation on one line: the rule, where it stands, and the first things it matched. */
  static String derivation(Derivation derivation) {
    var matched = new ArrayList<String>(derivation.facts());
    derivation.conclusions().forEach(conclusion -> matched.add(name(conclusion)));
    List<String> shown = matched.subList(0, Math.min(MAX_PREMISES, matched.size()));
    int left = matched.size() - shown.size();
    return derivation.rule().id()
        + " "
        + derivation.rule().place()
        + (matched.isEmpty()
            ? ""
            : " from " + String.join(", ", shown) + (left > 0 ? " and " + left + " more" : ""));
  }

  /** The type with the components that name things: AmiEligible/default/ami-1. */
  private static String name(Conclusion conclusion) {
    var text = new StringBuilder(conclusion.type());
    RecordType type = Objects.requireNonNull(ConclusionTypes.of(conclusion.getClass()));
    for (RecordType.Property component : type.components()) {
      if (component.type() == String.class
          && !component.name().equals("message")
          && !component.name().equals("rule")) {
        text.append('/').append(component.reader().apply(conclusion));
      }
    }
    return text.toString();
  }
}
