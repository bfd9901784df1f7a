package dev.plumbline.language;

import dev.plumbline.language.Cycles.Step;
import dev.plumbline.language.Tree.FileNode;
import dev.plumbline.language.Tree.Import;
import dev.plumbline.language.Tree.RuleNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the linter finds in a rule file whatever the other files of the set hold, and what it looks
 * at again together with them. It can be kept as long as the text stays the same.
 */
public final class FileCheck {

  private final ParsedFile file;
  private final List<LintFinding> findings = new ArrayList<>();
  private final FileWords words = new FileWords();
  private final List<Step> steps = new ArrayList<>();

  private FileCheck(ParsedFile file) {
    this.file = file;
  }

  /** Checks a file. */
  public static FileCheck of(ParsedFile file) {
    var check = new FileCheck(file);
    check.findings.addAll(file.problems());
    // Where text outside the rules cannot be parsed, rule boundaries are not reliable.
    if (file.hasRules()) {
      check.conventions(file.tree());
      check.rules(file.tree());
    }
    return check;
  }

  private void conventions(FileNode tree) {
    var report = new LintReport(file.text(), null, findings);
    if (!Linter.hasErrors(file.problems()) && tree.rules().isEmpty()) {
      report.error(
          Check.SYNTAX, -1, "holds no rule. Try: delete the file, or write its first rule.");
    }
    new Conventions(file.text(), tree, report).check();
    for (RuleNode rule : tree.rules()) {
      new JoinCheck(report.forRule(rule.name())).check(rule);
    }
  }

  private void rules(FileNode tree) {
    var report = new LintReport(file.text(), null, findings);
    Map<String, Class<?>> imported = imported(tree);
    for (RuleNode rule : tree.rules()) {
      LintReport ruleReport = report.forRule(rule.name());
      if (!Expansion.isWithinLimits(rule, ruleReport)) {
        continue;
      }
      new RuleCheck(rule, imported, words, ruleReport).run();
      TagReads.split(rule).forEach(each -> steps.add(Step.of(each, file.text())));
    }
  }

  private static Map<String, Class<?>> imported(FileNode file) {
    var imported = new HashMap<String, Class<?>>();
    for (Import declaration : file.imports()) {
      Class<?> type = Types.byName(declaration.simple());
      if (type != null && Types.isImportOf(declaration.name(), type)) {
        imported.put(declaration.simple(), type);
      }
    }
    return imported;
  }

  ParsedFile file() {
    return file;
  }

  List<LintFinding> findings() {
    return findings;
  }

  FileWords words() {
    return words;
  }

  List<Step> steps() {
    return steps;
  }
}
