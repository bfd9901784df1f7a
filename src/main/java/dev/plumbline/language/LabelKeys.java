package dev.plumbline.language;

import dev.plumbline.fact.Call;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.WellKnown;
import dev.plumbline.language.Tree.Invoke;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;

/** Checks the keys of node labels that rules write out. */
final class LabelKeys {

  private LabelKeys() {}

  /** Reports a key that no node has, as the first argument of a call that takes one. */
  static void check(Call call, Invoke invoke, List<TypedValue> values, LintReport report) {
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
