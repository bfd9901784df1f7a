package dev.plumbline.host.rules;

import dev.plumbline.fact.RevisionImpact;
import dev.plumbline.host.InvalidScenarioException;
import dev.plumbline.host.ScenarioRunner;
import dev.plumbline.rule.Rule;
import dev.plumbline.rule.RuleFiles;
import dev.plumbline.rule.RuleSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a revision takes from the rules and their scenarios, whatever the facts are: {@code
 * rulesRemoved} and {@code rulesWithoutScenario} by rule (1 and 0, 0 and 1), {@code
 * scenariosRemoved} by file (how many there were, how many of these are left).
 */
final class RuleChanges {

  private static final String SCENARIOS = ".scenarios.yaml";

  private final String digest;
  private final RuleSet before;
  private final RuleSet after;
  private final List<RevisionImpact> impacts = new ArrayList<>();

  private RuleChanges(RuleSet before, RuleSet after) {
    this.digest = after.digest();
    this.before = before;
    this.after = after;
  }

  /**
   * From one set to the other.
   *
   * @param tested what came of the scenarios of {@code after}
   */
  static List<RevisionImpact> between(RuleSet before, RuleSet after, ScenarioCheck.Result tested) {
    var changes = new RuleChanges(before, after);
    changes.removed();
    changes.withoutScenario(tested);
    changes.scenarios();
    return changes.impacts;
  }

  private void removed() {
    Set<String> left = after.rules().stream().map(Rule::id).collect(Collectors.toSet());
    before.rules().stream()
        .map(Rule::id)
        .filter(id -> !left.contains(id))
        .forEach(id -> add("rulesRemoved", id, 1, 0));
  }

  /** Of the files that have changed, each rule without which every scenario would still pass. */
  private void withoutScenario(ScenarioCheck.Result tested) {
    var needed = new HashSet<String>();
    tested.needed().values().stream().filter(Objects::nonNull).forEach(needed::addAll);
    for (Rule rule : after.rules()) {
      String text = after.files().text(rule.file());
      String scenarios = rule.file().replaceAll("\\.drl$", SCENARIOS);
      boolean all =
          tested.needed().containsKey(scenarios) && tested.needed().get(scenarios) == null;
      if (!all
          && !needed.contains(rule.id())
          && !Objects.equals(text, before.files().text(rule.file()))) {
        add("rulesWithoutScenario", rule.id(), 0, 1);
      }
    }
  }

  private void scenarios() {
    for (String file : before.files().names(SCENARIOS)) {
      if (!Objects.equals(before.files().text(file), after.files().text(file))) {
        Set<String> had = names(before.files(), file);
        var left = new HashSet<>(names(after.files(), file));
        left.retainAll(had);
        if (left.size() < had.size()) {
          add("scenariosRemoved", file, had.size(), left.size());
        }
      }
    }
  }

  private static Set<String> names(RuleFiles files, String file) {
    try {
      return files.text(file) == null ? Set.of() : Set.copyOf(ScenarioRunner.names(files, file));
    } catch (InvalidScenarioException e) {
      return Set.of();
    }
  }

  private void add(String measure, String subject, long from, long to) {
    impacts.add(new RevisionImpact(digest, measure, subject, from, to));
  }
}
