package dev.plumbline.scenario;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.language.Rule;
import java.util.List;
import java.util.Map;

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

  /**
   * The result of one scenario.
   *
   * @param unexpected what was concluded and not expected
   * @param missing what was expected and not concluded
   */
  public record Result(
      String file, String name, List<Conclusion> unexpected, List<Conclusion> missing) {

    public boolean passed() {
      return unexpected.isEmpty() && missing.isEmpty();
    }
  }

  public boolean passed() {
    return results.stream().allMatch(Result::passed);
  }
}
