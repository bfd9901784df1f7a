package dev.plumbline.language;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.Call;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.WellKnown;
import dev.plumbline.language.Tree.Invoke;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The possible values of properties that have a closed set of them: declared by the record or by
 * data files, or, for a conclusion, the values that rules conclude.
 */
final class Vocabulary {

  private final Map<String, Collection<String>> words = new HashMap<>();
  private final Map<String, List<TypedValue>> concluded = new HashMap<>();
  private final List<Runnable> deferred = new ArrayList<>();
  private final boolean complete;

  /**
   * @param data the data files; a property without declared values is not checked
   * @param complete whether all rules are present, so that a value no rule concludes is impossible
   */
  Vocabulary(PolicyWords data, boolean complete) {
    this.complete = complete;
    FactTypes.ALL.forEach(this::addDeclared);
    ConclusionTypes.ALL.forEach(this::addDeclared);
    data.words().forEach(words::put);
  }

  private void addDeclared(RecordType type) {
    for (RecordType.Property property : type.properties()) {
      if (!property.words().isEmpty()) {
        words.put(type.name() + "." + property.name(), property.words());
      }
    }
  }

  /** The declared values of a property; empty when the list is not closed. */
  Collection<String> values(String path) {
    return words.getOrDefault(path, List.of());
  }

  void addConcluded(String path, TypedValue value) {
    concluded.computeIfAbsent(path, p -> new ArrayList<>()).add(value);
  }

  /** Defers the check of a compared string until all rules are read. */
  void checkLater(@Nullable String path, String text, int at, String operator, LintReport report) {
    if (path != null) {
      deferred.add(() -> check(path, text, at, operator, report));
    }
  }

  void runDeferred() {
    deferred.forEach(Runnable::run);
    deferred.clear();
  }

  private void check(String path, String text, int at, String operator, LintReport report) {
    Collection<String> known = known(path, new HashSet<>());
    if (known == null || known.contains(text)) {
      return;
    }
    report.error(
        Check.VOCABULARY,
        at,
        path
            + " is never \""
            + text
            + "\", so this "
            + (operator.equals("!=") ? "always holds. " : "never holds. ")
            + Nearest.suggestion(text, new TreeSet<>(known)));
  }

  private @Nullable Collection<String> known(String path, Set<String> visited) {
    Collection<String> listed = words.get(path);
    if (listed != null) {
      return listed;
    }
    List<TypedValue> values = concluded.get(path);
    if (!complete || values == null || !visited.add(path)) {
      return null;
    }
    var all = new TreeSet<String>();
    for (TypedValue value : values) {
      if (value.text() != null) {
        all.add(value.text());
      } else if (!value.isNull()) {
        Collection<String> of = value.path() == null ? null : known(value.path(), visited);
        if (of == null) {
          return null;
        }
        all.addAll(of);
      }
    }
    visited.remove(path);
    return all;
  }

  void checkArguments(Call call, Invoke invoke, List<TypedValue> values, LintReport report) {
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
