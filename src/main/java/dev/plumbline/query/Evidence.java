package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.query.NodeAnswer.CitedValue;
import dev.plumbline.query.RuleBook.RuleHeader;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The evidence for answers, collected while they are made. */
final class Evidence {

  private final RuleBook rules;
  private final SortedSet<Long> entries = new TreeSet<>();
  private final SortedMap<String, CitedValue> cited = new TreeMap<>();
  private final SortedMap<String, String> files = new TreeMap<>();

  Evidence(RuleBook rules) {
    this.rules = rules;
  }

  long entry(long sequence) {
    entries.add(sequence);
    return sequence;
  }

  void fact(String key, LogState state) {
    JsonNode fact = state.facts().get(key);
    if (fact != null) {
      cite(key, fact, state);
    }
  }

  void conclusion(LogState.Conclusion conclusion, LogState state) {
    cite(conclusion.id(), conclusion.fields(), state);
  }

  private void cite(String name, JsonNode value, LogState state) {
    LogState.Source source = state.source(name);
    if (source != null) {
      cited.putIfAbsent(
          name + "@" + source.entry(),
          new CitedValue(name, source.entry(), source.object(), value));
      entries.add(source.entry());
    }
  }

  /** A rule as it was at an entry; null when the log does not have its text. */
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

  List<CitedValue> cited() {
    return List.copyOf(cited.values());
  }

  SortedMap<String, String> files() {
    return Collections.unmodifiableSortedMap(files);
  }
}
