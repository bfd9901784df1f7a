package dev.plumbline.record;

import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.Entry;
import dev.plumbline.query.RuleBook;
import dev.plumbline.scenario.ScenarioRunner;
import java.util.Set;
import java.util.TreeMap;

/** Which rules of a recorded revision its own scenarios cover: they are run again. */
public final class RecordedCoverage {

  private RecordedCoverage() {}

  /**
   * The ids of the rules without which a scenario of the revision would fail.
   *
   * @throws dev.plumbline.language.InvalidRulesException when this program cannot compile them
   */
  public static Set<String> of(RuleBook rules, Entry revision) {
    var texts = new TreeMap<String, String>();
    rules.files(revision).forEach((name, digest) -> texts.put(name, rules.text(revision, digest)));
    return Set.copyOf(ScenarioRunner.run(RuleFiles.of(texts)).neededBy().keySet());
  }
}
