package dev.plumbline.language;

import dev.plumbline.fact.Call;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.WellKnown;
import dev.plumbline.language.Tree.Invoke;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The values that the rules of one file conclude, and those that they compare properties with,
 * which are checked against the {@link Vocabulary} of all files.
 */
final class FileWords {

  /** A value of the property of a conclusion. */
  record Concluded(String path, TypedValue value) {}

  /**
   * A property that is compared with a string.
   *
   * @param rule that does; null if the file does
   */
  record Compared(String path, String text, int at, String operator, @Nullable String rule) {}

  private final List<Concluded> concluded = new ArrayList<>();
  private final List<Compared> compared = new ArrayList<>();

  List<Concluded> concluded() {
    return concluded;
  }

  List<Compared> compared() {
    return compared;
  }

  void addConcluded(String path, TypedValue value) {
    concluded.add(new Concluded(path, value));
  }

  void addCompared(
      @Nullable String path, String text, int at, String operator, @Nullable String rule) {
    if (path != null) {
      compared.add(new Compared(path, text, at, operator, rule));
    }
  }

  static void checkArguments(Call call, Invoke invoke, List<TypedValue> values, LintReport report) {
    boolean takesLabelKey = call.owner() == Labels.class || call.owner() == Requirements.class;
    if (!takesLabelKey
        || call.parameters().isEmpty()
        || call.parameters().getFirst() != String.class
        || values.getFirst().text() == null) {
      return;
    }
    String key = Objects.requireNonNull(values.getFirst().text());
    SortedSet<String> labels = WellKnown.labels();
    int slash = key.indexOf('/');
    String domain = slash < 0 ? "" : key.substring(0, slash);
    boolean reserved =
        WellKnown.LABEL_DOMAINS.stream()
            .anyMatch(d -> domain.equals(d) || domain.endsWith("." + d));
    int at = invoke.arguments().getFirst().at();
    if (labels.contains(key)) {
      return;
    }
    if (reserved) {
      report.error(
          Check.VOCABULARY,
          at,
          "there is no label " + key + ", so no node has it. " + Nearest.suggestion(key, labels));
    } else if (Nearest.of(key, labels) != null && slash >= 0) {
      report.warning(
          Check.VOCABULARY,
          at,
          "label " + key + " is not known, but one like it is." + Nearest.didYouMean(key, labels));
    }
  }
}
