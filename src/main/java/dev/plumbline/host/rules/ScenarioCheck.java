package dev.plumbline.host.rules;

import dev.plumbline.host.InvalidScenarioException;
import dev.plumbline.host.ScenarioReport;
import dev.plumbline.host.ScenarioRunner;
import dev.plumbline.rule.InvalidRulesException;
import dev.plumbline.rule.Rule;
import dev.plumbline.rule.RuleFiles;
import dev.plumbline.rule.RuleSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs the scenarios of what has changed since they last passed. Those of the shipped files have
 * passed in the build.
 */
final class ScenarioCheck {

  private static final String SCENARIOS = ".scenarios.yaml";

  /** What passed, by the text that it depends on: the rules that it needs; null for all. */
  private Map<String, @Nullable Set<String>> passed = new HashMap<>();

  /** One for which the scenarios of {@code tested} have passed. */
  ScenarioCheck(RuleFiles tested) {
    for (String name : tested.names(SCENARIOS)) {
      if (tested.text(drl(name)) != null) {
        passed.put(inputs(tested, name), null);
      }
    }
  }

  /**
   * What came of the scenarios.
   *
   * @param failures one line each; none when all pass
   * @param needed for each file of scenarios the rules without which some would fail; null for all
   * @param ran how many scenarios ran: those of other files have passed with the same text before
   */
  record Result(List<String> failures, Map<String, @Nullable Set<String>> needed, int ran) {}

  /**
   * The rules in files that differ from those that serve, without which every scenario would still
   * pass.
   *
   * @param tested what came of the scenarios of {@code after}
   */
  static List<String> unneeded(RuleFiles before, RuleSet after, Result tested) {
    var needed = new HashSet<String>();
    tested.needed().values().stream().filter(Objects::nonNull).forEach(needed::addAll);
    return after.rules().stream()
        .filter(
            rule ->
                !Objects.equals(after.files().text(rule.file()), before.text(rule.file()))
                    && !needed.contains(rule.id())
                    && !all(tested, rule.file().replaceFirst("\\.drl$", SCENARIOS)))
        .map(Rule::id)
        .toList();
  }

  private static boolean all(Result tested, String scenarios) {
    return tested.needed().containsKey(scenarios) && tested.needed().get(scenarios) == null;
  }

  /** Runs those of {@code rules} that have not passed with the same text. */
  Result run(RuleSet rules) {
    var failures = new ArrayList<String>();
    var now = new HashMap<String, @Nullable Set<String>>();
    var needed = new HashMap<String, @Nullable Set<String>>();
    int ran = 0;
    for (String name : rules.files().names(SCENARIOS)) {
      String inputs = inputs(rules.files(), name);
      if (!passed.containsKey(inputs)) {
        ScenarioReport report = run(rules, name, failures);
        if (report == null) {
          continue;
        }
        ran += report.results().size();
        now.put(inputs, Set.copyOf(report.neededBy().keySet()));
      } else {
        now.put(inputs, passed.get(inputs));
      }
      needed.put(name, now.get(inputs));
    }
    if (failures.isEmpty()) {
      passed = now;
    } else {
      passed.putAll(now);
    }
    return new Result(failures, needed, ran);
  }

  /** What came of them; null when not all pass. */
  private static @Nullable ScenarioReport run(RuleSet rules, String name, List<String> failures) {
    try {
      ScenarioReport report = ScenarioRunner.run(rules, List.of(name));
      if (report.passed()) {
        return report;
      }
      report.results().stream()
          .filter(each -> !each.passed())
          .map(ScenarioCheck::failure)
          .forEach(failures::add);
    } catch (InvalidScenarioException | InvalidRulesException e) {
      String.valueOf(e.getMessage()).lines().forEach(failures::add);
    }
    return null;
  }

  private static String failure(ScenarioReport.Result result) {
    var line = new StringBuilder(result.file() + ": \"" + result.name() + "\" fails");
    result.missing().stream().findFirst().ifPresent(each -> line.append(", missing ").append(each));
    result.unexpected().stream()
        .findFirst()
        .ifPresent(each -> line.append(", not expected ").append(each));
    return line.append(". Maybe run plumbline test on it.").toString();
  }

  /** The rules that the scenarios of {@code name} run against. */
  static String drl(String name) {
    return name.substring(0, name.length() - SCENARIOS.length()) + ".drl";
  }

  private static String inputs(RuleFiles files, String name) {
    RuleFiles scenarios = files.only(name);
    String rules = files.text(drl(name));
    return (rules == null ? files : scenarios.with(drl(name), rules)).digest();
  }
}
