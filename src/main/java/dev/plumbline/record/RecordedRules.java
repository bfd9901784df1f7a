package dev.plumbline.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogReader;
import dev.plumbline.loop.Evaluation;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules of a log, compiled: those that are active, that follow, and that it may go back to.
 * Thread-safe.
 */
final class RecordedRules {

  static final int MAX_KEPT = 3;

  private final Object compiling = new Object();

  /** Used while {@code compiling} is held. */
  private final RecordedEntries entries;

  private final Map<String, RuleSet> kept =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, RuleSet> eldest) {
              return size() > MAX_KEPT;
            }
          });

  /**
   * Those of a log.
   *
   * @param compiled rules that need not be compiled again where the log names their digest
   */
  RecordedRules(LogReader log, List<RuleSet> compiled) {
    this.entries = new RecordedEntries(log);
    compiled.forEach(each -> kept.put(each.digest(), each));
  }

  /**
   * The rules that an entry names.
   *
   * @param body of an entry of kind {@code rules}
   * @throws IllegalArgumentException when the log does not hold them, or they are not those of the
   *     digest
   */
  RuleSet of(ObjectNode body) {
    String digest = body.path("digest").asText();
    RuleSet set = kept.get(digest);
    if (set != null) {
      return set;
    }
    synchronized (compiling) {
      set = kept.get(digest);
      if (set == null) {
        set = Evaluation.with(entries.rules(body)).rules();
        kept.put(digest, set);
      }
      return set;
    }
  }

  /**
   * Compiles those of an entry ahead of time; what is wrong with them is said when they are used.
   */
  void prepare(Entry entry) {
    if (entry.kind() == EntryKind.RULES) {
      try {
        RuleSet unused = of(entry.body());
      } catch (IllegalArgumentException | InvalidInputException | InvalidLogException e) {
        // Said when they are used.
      }
    }
  }

  int size() {
    return kept.size();
  }
}
