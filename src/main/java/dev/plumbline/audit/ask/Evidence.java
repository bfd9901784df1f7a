package dev.plumbline.audit.ask;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.audit.ask.NodeAnswer.CitedValue;
import dev.plumbline.audit.read.LogState;
import dev.plumbline.audit.read.RuleBook;
import dev.plumbline.audit.read.RuleBook.RuleHeader;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What answers rest on, collected while they are given. */
final class Evidence {

  private final RuleBook rules;
  private final SortedSet<Long> entries = new TreeSet<>();
  private final SortedMap<String, CitedValue> told = new TreeMap<>();
  private final SortedMap<String, String> files = new TreeMap<>();

  Evidence(RuleBook rules) {
    this.rules = rules;
  }

  /** An entry that says something. */
  long entry(long sequence) {
    entries.add(sequence);
    return sequence;
  }

  /** A fact of {@code state}, by its key; nothing when it is not there. */
  void fact(String key, LogState state) {
    JsonNode fact = state.facts().get(key);
    if (fact != null) {
      told(key, fact, state);
    }
  }

  /** A conclusion of {@code state}. */
  void conclusion(LogState.Conclusion conclusion, LogState state) {
    told(conclusion.id(), conclusion.fields(), state);
  }

  private void told(String name, JsonNode value, LogState state) {
    LogState.Source source = state.source(name);
    if (source != null) {
      told.putIfAbsent(
          name + "@" + source.entry(),
          new CitedValue(name, source.entry(), source.object(), value));
      entries.add(source.entry());
    }
  }

  /** A rule as it stood at a place of the log; null when the log does not tell its text. */
  @Nullable RuleHeader rule(String id, long sequence) {
    RuleHeader rule = rules.rule(id, sequence);
    if (rule != null) {
      String other = files.get(rule.file());
      files.put(
          other == null || other.equals(rule.digest())
              ? rule.file()
              : rule.file() + "@" + RuleHeader.brief(rule.digest()),
          rule.digest());
    }
    return rule;
  }

  SortedSet<Long> entries() {
    return Collections.unmodifiableSortedSet(entries);
  }

  List<CitedValue> told() {
    return List.copyOf(told.values());
  }

  SortedMap<String, String> files() {
    return Collections.unmodifiableSortedMap(files);
  }
}
