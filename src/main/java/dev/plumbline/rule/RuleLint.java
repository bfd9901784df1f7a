package dev.plumbline.rule;

import dev.plumbline.rule.lint.Check;
import dev.plumbline.rule.lint.LintFinding;
import dev.plumbline.rule.lint.LintFinding.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/** Everything there is to say of a rule set before it is used: for people who write rules. */
public final class RuleLint {

  private RuleLint() {}

  /**
   * What is wrong with {@code files}, and what their author should know: what the linter finds, and
   * where it refuses nothing, what the compiler does. By file and line.
   */
  public static List<LintFinding> of(RuleFiles files) {
    ParsedRules parsed = ParsedRules.of(files);
    var findings = new LinkedHashSet<>(parsed.findings());
    List<RuleProblem> problems = parsed.problems().sorted();
    if (problems.isEmpty()) {
      try {
        RuleSet.compile(files);
      } catch (InvalidRulesException e) {
        problems = e.problems();
      }
    }
    for (RuleProblem problem : problems) {
      if (findings.stream().noneMatch(each -> each.toString().equals(problem.toString()))) {
        findings.add(
            new LintFinding(
                problem.file(),
                problem.line(),
                problem.column(),
                Level.ERROR,
                Check.SYNTAX,
                null,
                problem.message()));
      }
    }
    var sorted = new ArrayList<>(findings);
    sorted.sort(
        Comparator.comparing(LintFinding::file)
            .thenComparing(LintFinding::line)
            .thenComparing(LintFinding::column)
            .thenComparing(LintFinding::message));
    return List.copyOf(sorted);
  }
}
