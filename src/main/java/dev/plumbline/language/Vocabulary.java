package dev.plumbline.language;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.RecordType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The possible values of properties that have a closed set of them: declared by the record or by
 * data files, or, for a conclusion, the values that rules conclude.
 */
final class Vocabulary {

  private final Map<String, Collection<String>> words = new HashMap<>();
  private final Map<String, List<TypedValue>> concluded = new HashMap<>();
  private final Map<String, Optional<Collection<String>>> known = new HashMap<>();
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

  void addConcluded(FileWords of) {
    for (FileWords.Concluded each : of.concluded()) {
      concluded.computeIfAbsent(each.path(), p -> new ArrayList<>()).add(each.value());
    }
  }

  /** Checks the strings that the rules of a file compare with, once all rules are read. */
  void check(FileWords of, RuleText text, List<LintFinding> findings) {
    for (FileWords.Compared each : of.compared()) {
      check(
          each.path(),
          each.text(),
          each.at(),
          each.operator(),
          new LintReport(text, each.rule(), findings));
    }
  }

  private void check(String path, String text, int at, String operator, LintReport report) {
    Collection<String> known =
        this.known
            .computeIfAbsent(path, of -> Optional.ofNullable(known(of, new HashSet<>())))
            .orElse(null);
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
}
