package dev.plumbline.language;

import dev.plumbline.language.LintFinding.Level;
import dev.plumbline.language.Tree.FileNode;
import dev.plumbline.language.Tree.RuleNode;
import java.util.ArrayList;
import java.util.List;

/** A parsed rule file; immutable. */
public record ParsedFile(
    RuleText text, FileNode tree, List<LintFinding> problems, List<LintFinding> findings) {

  public static ParsedFile parse(String file, String code) {
    var text = new RuleText(file, code);
    var problems = new ArrayList<>(text.problems());
    if (problems.isEmpty() && text.isBlank()) {
      problems.add(
          text.finding(
              Level.ERROR,
              Check.SYNTAX,
              null,
              -1,
              "is empty. Try: delete the file, or write its first rule."));
    }
    FileNode tree =
        problems.isEmpty() ? RuleParser.read(text, problems) : new FileNode(List.of(), List.of());
    return new ParsedFile(text, tree, List.copyOf(problems), findings(text, tree, problems));
  }

  private static List<LintFinding> findings(
      RuleText text, FileNode tree, List<LintFinding> problems) {
    if (!hasRules(problems)) {
      return List.of();
    }
    var findings = new ArrayList<LintFinding>();
    var report = new LintReport(text, null, findings);
    if (problems.isEmpty() && tree.rules().isEmpty()) {
      report.error(
          Check.SYNTAX, -1, "holds no rule. Try: delete the file, or write its first rule.");
    }
    new Conventions(text, tree, report).check();
    for (RuleNode rule : tree.rules()) {
      new JoinCheck(report.forRule(rule.name())).check(rule);
    }
    return List.copyOf(findings);
  }

  /** Whether rule boundaries are reliable, so that each rule can be checked separately. */
  boolean hasRules() {
    return hasRules(problems);
  }

  private static boolean hasRules(List<LintFinding> problems) {
    return problems.stream().noneMatch(each -> each.rule() == null);
  }
}
