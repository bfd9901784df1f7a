package dev.plumbline.scenario;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.language.AtWork;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.source.PolicyData;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Runs the scenarios beside the rules: those of {@code x.scenarios.yaml} against the rules of
 * {@code x.drl} alone, so that a case stays small and what other files conclude is given in it;
 * against the whole set where there is no {@code x.drl}. What {@code x.measures.yaml} holds is
 * given. A rule that is switched off is tested like any other.
 */
public final class ScenarioRunner {

  private static final String SUFFIX = RuleFiles.SCENARIOS;

  private ScenarioRunner() {}

  /**
   * Runs the scenarios of the overlay; all scenarios without an overlay.
   *
   * @throws dev.plumbline.language.InvalidRulesException when a rule cannot be compiled
   */
  public static ScenarioReport run(RuleFiles files) {
    return run(files, files.hasOverlay() ? files.overlay().keySet() : files.all().keySet());
  }

  /**
   * Runs the scenarios that stand beside files of these names, or in them.
   *
   * @param changed names of rule files, messages, scenario files and declarations of parameters;
   *     others have no scenarios
   */
  public static ScenarioReport run(RuleFiles files, Set<String> changed) {
    RuleSet whole = RuleSet.compile(files);
    Set<String> stems = new TreeSet<>();
    for (String name : changed) {
      stems.add(RuleFiles.stem(name));
    }
    var results = new ArrayList<ScenarioReport.Result>();
    var neededBy = new TreeMap<String, List<String>>();
    for (String name : files.names(SUFFIX)) {
      if (stems.contains(RuleFiles.stem(name))) {
        List<Scenario> scenarios = read(files, name);
        RuleSet rules = rulesFor(whole, name);
        for (Scenario scenario : scenarios) {
          results.add(run(rules, scenario, neededBy));
        }
      }
    }
    List<Rule> tested =
        whole.rules().stream().filter(rule -> stems.contains(RuleFiles.stem(rule.file()))).toList();
    List<Rule> unneeded = tested.stream().filter(rule -> !neededBy.containsKey(rule.id())).toList();
    return new ScenarioReport(List.copyOf(results), unneeded, neededBy);
  }

  /**
   * The scenarios of a file.
   *
   * @throws InvalidScenarioException when it is malformed
   */
  public static List<Scenario> read(RuleFiles files, String name) {
    return Scenario.Parser.read(files.display(name), String.valueOf(files.text(name)));
  }

  public static int count(RuleFiles files) {
    return files.names(SUFFIX).stream().mapToInt(name -> read(files, name).size()).sum();
  }

  /**
   * The scenarios of {@code before} that {@code after} lacks, {@code x.scenarios.yaml: name}:
   * neither one of that name nor one, in the same file, of the same case by another name.
   */
  public static List<String> gone(RuleFiles before, RuleFiles after) {
    var gone = new ArrayList<String>();
    for (String name : before.names(SUFFIX)) {
      String text = after.text(name);
      if (!Objects.equals(before.text(name), text)) {
        List<Scenario> left = text == null ? List.of() : read(after, name);
        for (Scenario scenario : read(before, name)) {
          if (left.stream().noneMatch(scenario::matches)) {
            gone.add(name + ": " + scenario.name());
          }
        }
      }
    }
    return gone;
  }

  /**
   * Runs the scenarios of the scenario files that {@code touched} accepts, against the rules that
   * stand beside them; where none do, against all. No rule counts as unneeded.
   *
   * @throws dev.plumbline.language.InvalidRulesException when a rule beside them cannot be compiled
   */
  public static ScenarioReport run(RuleFiles files, Predicate<String> touched) {
    var results = new ArrayList<ScenarioReport.Result>();
    var neededBy = new TreeMap<String, List<String>>();
    for (String name : files.names(SUFFIX).stream().filter(touched).toList()) {
      RuleSet rules = RuleSet.compile(testedBy(files, name));
      for (Scenario scenario : read(files, name)) {
        results.add(run(rules, scenario, neededBy));
      }
    }
    return new ScenarioReport(List.copyOf(results), List.of(), neededBy);
  }

  /** The file whose scenarios hold {@code file}, rules or what goes with them. */
  public static String scenariosOf(String file) {
    return file.endsWith(".drl")
            || file.endsWith(RuleFiles.MESSAGES)
            || file.endsWith(RuleFiles.MEASURES)
        ? RuleFiles.stem(file) + SUFFIX
        : file;
  }

  private static RuleSet rulesFor(RuleSet whole, String scenarioFile) {
    RuleFiles files = testedBy(whole.files(), scenarioFile);
    return files == whole.files() ? whole : RuleSet.compile(files);
  }

  /**
   * The rules that a scenario file runs against, with their messages and measures; all of {@code
   * files} if there are none beside it. Shipped scenarios of shipped rules expect the shipped
   * messages: an overlay that rewords them does not replace the scenarios.
   */
  public static RuleFiles testedBy(RuleFiles files, String scenarioFile) {
    String drl = RuleFiles.stem(scenarioFile) + ".drl";
    if (files.text(drl) == null) {
      return files;
    }
    RuleFiles shipped = RuleFiles.shipped();
    String messages = RuleFiles.messagesOf(drl);
    boolean reworded =
        Objects.equals(files.text(drl), shipped.text(drl))
            && Objects.equals(files.text(scenarioFile), shipped.text(scenarioFile));
    return reworded ? files.only(drl).with(messages, shipped.text(messages)) : files.only(drl);
  }

  static ScenarioReport.Result run(
      RuleSet rules, Scenario scenario, Map<String, List<String>> neededBy) {
    AtWork.on("scenario \"" + scenario.name() + "\"");
    try (var session = rules.newSession()) {
      PolicyData.measures(rules.files().all()).forEach(session::put);
      scenario.facts().forEach(session::put);
      scenario.conclusions().forEach(session::assume);
      Settlement settlement = session.settle();
      List<Conclusion> concluded = settlement.conclusions();
      List<Conclusion> unexpected =
          concluded.stream().filter(c -> !scenario.expected().contains(c)).toList();
      List<Conclusion> missing =
          scenario.expected().stream().filter(c -> !concluded.contains(c)).toList();
      var result = new ScenarioReport.Result(scenario.file(), scenario.name(), unexpected, missing);
      if (result.passed()) {
        Set<String> ids = new TreeSet<>();
        settlement.all().forEach(each -> addNeeded(each, ids));
        ids.forEach(
            id -> neededBy.computeIfAbsent(id, i -> new ArrayList<>()).add(scenario.name()));
      }
      return result;
    }
  }

  /**
   * A rule is needed when every derivation of an expected conclusion rests on it: without it the
   * conclusion is gone.
   */
  private static void addNeeded(Concluded concluded, Set<String> needed) {
    Set<String> ids = new HashSet<>(concluded.derivations().getFirst().rules());
    concluded.derivations().forEach(derivation -> ids.retainAll(derivation.rules()));
    needed.addAll(ids);
  }

  /**
   * Runs the scenarios in some files of a rule set that is compiled already; rules of other files
   * count as unneeded.
   */
  public static ScenarioReport run(RuleSet whole, List<String> scenarioFiles) {
    var results = new ArrayList<ScenarioReport.Result>();
    var neededBy = new TreeMap<String, List<String>>();
    for (String name : scenarioFiles) {
      RuleSet rules = rulesFor(whole, name);
      for (Scenario scenario : read(whole.files(), name)) {
        results.add(run(rules, scenario, neededBy));
      }
    }
    List<Rule> unneeded =
        whole.rules().stream().filter(rule -> !neededBy.containsKey(rule.id())).toList();
    return new ScenarioReport(List.copyOf(results), unneeded, neededBy);
  }

  /**
   * The results of the scenarios of a rule set.
   *
   * @param results one per scenario, by file and in the order of the file
   * @param unneeded the rules that no scenario needs, sorted by id: without one of them every
   *     scenario would still pass
   * @param neededBy for each rule id the names of the scenarios that fail without it
   */
  public record ScenarioReport(
      List<Result> results, List<Rule> unneeded, Map<String, List<String>> neededBy) {

    public record Result(
        String file, String name, List<Conclusion> unexpected, List<Conclusion> missing) {

      public boolean passed() {
        return unexpected.isEmpty() && missing.isEmpty();
      }
    }

    public boolean passed() {
      return results.stream().allMatch(Result::passed);
    }

    /** The number of rules that are tested. */
    public int rules() {
      return neededBy.size() + unneeded.size();
    }

    /** Whether scenarios need at least so many percent of the rules; of no rule, all of them. */
    public boolean covers(double percent) {
      return neededBy.size() * 100.0 >= percent * rules();
    }

    /**
     * The percentage of the rules that a scenario needs, with one digit, rounded down: 100 means
     * all of them.
     */
    public double coverage() {
      return rules() == 0 ? 100 : neededBy.size() * 1_000L / rules() / 10.0;
    }
  }
}
