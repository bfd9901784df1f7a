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
 * What a property can be, where that is a closed list: what the record declares, the data beside
 * the rules, and of a conclusion what the rules conclude.
 */
final class Vocabulary {

  private final Map<String, Collection<String>> words = new HashMap<>();
  private final Map<String, List<TypedValue>> concluded = new HashMap<>();
  private final List<Runnable> later = new ArrayList<>();
  private final boolean whole;

  /**
   * The words of a rule set.
   *
   * @param data the files beside the rules; what misses is not held against a rule
   * @param whole whether every rule is there, so that what none concludes is never concluded
   */
  Vocabulary(PolicyWords data, boolean whole) {
    this.whole = whole;
    FactTypes.ALL.forEach(this::declared);
    ConclusionTypes.ALL.forEach(this::declared);
    data.words().forEach(words::put);
  }

  private void declared(RecordType type) {
    for (RecordType.Property property : type.properties()) {
      if (!property.words().isEmpty()) {
        words.put(type.name() + "." + property.name(), property.words());
      }
    }
  }

  /** Notes that a rule concludes a value. */
  void concludes(String path, TypedValue value) {
    concluded.computeIfAbsent(path, p -> new ArrayList<>()).add(value);
  }

  /** Holds a text against what it is compared with, once every rule was read. */
  void compared(@Nullable String path, String text, int at, String operator, LintReport report) {
    if (path != null) {
      later.add(() -> check(path, text, at, operator, report));
    }
  }

  /** Says what was noted to be held against the words. */
  void settle() {
    later.forEach(Runnable::run);
    later.clear();
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
            + Nearest.advice(text, new TreeSet<>(known)));
  }

  /** What a property can be; null when that is not known. */
  private @Nullable Collection<String> known(String path, Set<String> asked) {
    Collection<String> listed = words.get(path);
    if (listed != null) {
      return listed;
    }
    List<TypedValue> values = concluded.get(path);
    if (!whole || values == null || !asked.add(path)) {
      return null;
    }
    var all = new TreeSet<String>();
    for (TypedValue value : values) {
      if (value.text() != null) {
        all.add(value.text());
      } else if (!value.isNull()) {
        Collection<String> of = value.path() == null ? null : known(value.path(), asked);
        if (of == null) {
          return null;
        }
        all.addAll(of);
      }
    }
    asked.remove(path);
    return all;
  }

  /** Holds the texts given to a method against what it asks for. */
  void arguments(Call call, Invoke invoke, List<TypedValue> given, LintReport report) {
    boolean ofLabels = call.owner() == Labels.class || call.owner() == Requirements.class;
    if (!ofLabels
        || call.parameters().isEmpty()
        || call.parameters().getFirst() != String.class
        || given.getFirst().text() == null) {
      return;
    }
    String key = Objects.requireNonNull(given.getFirst().text());
    SortedSet<String> labels = WellKnown.labels();
    int slash = key.indexOf('/');
    String domain = slash < 0 ? "" : key.substring(0, slash);
    boolean ours =
        WellKnown.LABEL_DOMAINS.stream()
            .anyMatch(d -> domain.equals(d) || domain.endsWith("." + d));
    int at = invoke.arguments().getFirst().at();
    if (labels.contains(key)) {
      return;
    }
    if (ours) {
      report.error(
          Check.VOCABULARY,
          at,
          "there is no label " + key + ", so no node has it. " + Nearest.advice(key, labels));
    } else if (Nearest.of(key, labels) != null && slash >= 0) {
      report.warning(
          Check.VOCABULARY,
          at,
          "label " + key + " is not known, but one like it is." + Nearest.hint(key, labels));
    }
  }
}
