package dev.plumbline.trial;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.scenario.InvalidScenarioException;
import dev.plumbline.scenario.ScenarioRunner;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs the scenarios whose result is not known yet. Those of the shipped files have passed in the
 * build.
 *
 * <p>A result is known by the names and the text of the scenario file and of the rule file beside
 * it, with the messages and measures that go with that. That is all it depends on: the session of a
 * scenario holds the rules of that file alone, and the facts and conclusions that the scenario
 * gives; no other rule, data file, parameter or switch takes part (docs/adr/0006). Types, helpers
 * and the linter are the program's and do not change while it runs. Scenarios without a rule file
 * of their own run against the whole set, and are known by the text of all of it.
 */
public final class ScenarioCheck {

  /** How many results are kept: several revisions of every file, so that going back is fast. */
  private static final int MAX_RESULTS = 1_000;

  /** What passed: the rules that it needs, by what it depends on. */
  private final Map<String, Set<String>> passed =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Set<String>> eldest) {
          return size() > MAX_RESULTS;
        }
      };

  /**
   * The results of the scenarios.
   *
   * @param failures one line each; none when all pass
   * @param needed for each file of scenarios the rules without which some would fail; null for all
   * @param ran how many scenarios ran: the results of the others were known
   */
  public record Result(List<String> failures, Map<String, @Nullable Set<String>> needed, int ran) {}

  /**
   * The rules in files that differ from those that serve, without which every scenario would still
   * pass.
   */
  public static List<String> unneeded(RuleFiles before, RuleSet after, Result tested) {
    var needed = new HashSet<String>();
    tested.needed().values().stream().filter(Objects::nonNull).forEach(needed::addAll);
    return after.rules().stream()
        .filter(
            rule ->
                !Objects.equals(after.files().text(rule.file()), before.text(rule.file()))
                    && !needed.contains(rule.id())
                    && !all(tested, ScenarioRunner.scenariosOf(rule.file())))
        .map(Rule::id)
        .toList();
  }

  private static boolean all(Result tested, String scenarios) {
    return tested.needed().containsKey(scenarios) && tested.needed().get(scenarios) == null;
  }

  public Result run(RuleSet rules) {
    var failures = new ArrayList<String>();
    var needed = new HashMap<String, @Nullable Set<String>>();
    int ran = 0;
    for (String name : rules.files().names(RuleFiles.SCENARIOS)) {
      if (passedInTheBuild(rules.files(), name)) {
        needed.put(name, null);
        continue;
      }
      String inputs = inputs(rules.files(), name).digest();
      if (!passed.containsKey(inputs)) {
        ScenarioReport report = run(rules, name, failures);
        if (report == null) {
          continue;
        }
        ran += report.results().size();
        passed.put(inputs, Set.copyOf(report.neededBy().keySet()));
      }
      needed.put(name, passed.get(inputs));
    }
    return new Result(failures, needed, ran);
  }

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
    return line.append(". Try: run plumbline test on it.").toString();
  }

  static String drl(String name) {
    return name.substring(0, name.length() - RuleFiles.SCENARIOS.length()) + ".drl";
  }

  /** What they depend on is compared as it is: to digest all of it for each revision takes long. */
  private static boolean passedInTheBuild(RuleFiles files, String name) {
    RuleFiles shipped = RuleFiles.shipped();
    return shipped.text(name) != null
        && shipped.text(drl(name)) != null
        && inputs(files, name).all().equals(inputs(shipped, name).all());
  }

  private static RuleFiles inputs(RuleFiles files, String name) {
    return ScenarioRunner.testedBy(files, name).with(name, files.text(name));
  }
}
