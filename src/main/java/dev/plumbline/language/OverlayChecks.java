package dev.plumbline.language;

import dev.plumbline.fact.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * What the names of an overlay must hold: each is of a kind that something reads, since a file that
 * nothing reads looks as if it counted.
 */
final class OverlayChecks {

  private static final List<String> DATA =
      List.of(
          "ami-families.yaml",
          "error-classes.yaml",
          "gates.yaml",
          "parameters.yaml",
          "switched-off.yaml",
          "waivers.yaml");

  private final RuleFiles files;
  private final List<RuleProblem> problems = new ArrayList<>();

  OverlayChecks(RuleFiles files) {
    this.files = files;
  }

  /**
   * Looks at every name.
   *
   * @throws InvalidRulesException when one is wrong; all that are wrong are named
   */
  void run() {
    files.overlay().keySet().forEach(this::check);
    if (!problems.isEmpty()) {
      throw new InvalidRulesException(problems);
    }
  }

  private void check(String name) {
    if (name.endsWith(RuleFiles.SCENARIOS)) {
      String rules = stem(name, RuleFiles.SCENARIOS) + ".drl";
      if (files.text(rules) == null) {
        problem(
            name,
            "there is no "
                + rules
                + " that it would test. "
                + Nearest.advice(rules, files.names(".drl")));
      }
    } else if (!name.endsWith(".drl")
        && !name.endsWith(RuleFiles.DECLARATIONS)
        && !DATA.contains(name)) {
      problem(
          name,
          "nothing reads a file of this name: they are x.drl, x.scenarios.yaml,"
              + " x.parameters.yaml and the data files. "
              + Nearest.advice(name, near()));
    }
  }

  /** What may have been meant: data files, and the scenarios of rules that are there. */
  private TreeSet<String> near() {
    var names = new TreeSet<>(DATA);
    for (String rules : files.names(".drl")) {
      names.add(stem(rules, ".drl") + RuleFiles.SCENARIOS);
    }
    return names;
  }

  private static String stem(String name, String suffix) {
    return name.substring(0, name.length() - suffix.length());
  }

  private void problem(String name, String message) {
    problems.add(new RuleProblem(files.display(name), 0, 0, message));
  }
}
