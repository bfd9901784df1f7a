package dev.plumbline.language;

import dev.plumbline.language.LintFinding.Level;
import dev.plumbline.language.Tree.FileNode;
import dev.plumbline.language.Tree.Import;
import dev.plumbline.language.Tree.RuleNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Checks rule text before it is compiled. Rule text is untrusted: a rule may reference facts,
 * conclusions and an allowlist of value types and methods; everything else is rejected.
 */
public final class Linter {

  private record NamedFile(String name, ParsedFile file) {}

  private final List<NamedFile> files = new ArrayList<>();
  private final Map<String, String> data;
  private final boolean complete;
  private final Predicate<String> shipped;
  private final List<LintFinding> findings = new ArrayList<>();

  public Linter(Map<String, String> files, Predicate<String> shipped) {
    this.shipped = shipped;
    this.data = files;
    // A single rule file, as scenarios run it, does not show what other rules conclude.
    this.complete = files.containsKey("gates.yaml");
  }

  public void add(String name, ParsedFile file) {
    files.add(new NamedFile(name, file));
  }

  /** All findings, sorted by file and line. */
  public List<LintFinding> findings() {
    var vocabulary = new Vocabulary(new PolicyWords(data), complete);
    var cycles = new Cycles(this::isShipped);
    for (NamedFile file : files) {
      int before = findings.size();
      check(file.file(), vocabulary, cycles);
      dropForeign(file, findings.subList(before, findings.size()));
    }
    vocabulary.runDeferred();
    cycles.check();
    return findings.stream()
        .distinct()
        .sorted(
            Comparator.comparing(LintFinding::file)
                .thenComparing(LintFinding::line)
                .thenComparing(LintFinding::column)
                .thenComparing(LintFinding::message))
        .toList();
  }

  /**
   * Where an overlay replaces either rules or their messages, its author cannot mend the other
   * file: drops warnings about it.
   */
  private void dropForeign(NamedFile rules, List<LintFinding> found) {
    String messages = RuleFiles.messagesOf(rules.name());
    boolean shippedRules = shipped.test(rules.name());
    if (data.containsKey(messages) && shippedRules != shipped.test(messages)) {
      String file = rules.file().text().file();
      found.removeIf(
          each -> each.level() == Level.WARNING && each.file().equals(file) == shippedRules);
    }
  }

  private boolean isShipped(RuleText text) {
    return files.stream().anyMatch(each -> each.file().text() == text && shipped.test(each.name()));
  }

  private void check(ParsedFile parsed, Vocabulary vocabulary, Cycles cycles) {
    findings.addAll(parsed.problems());
    findings.addAll(parsed.findings());
    if (!parsed.hasRules()) {
      // Text outside the rules cannot be parsed, so rule boundaries are not reliable.
      return;
    }
    var report = new LintReport(parsed.text(), null, findings);
    FileNode file = parsed.tree();
    Map<String, Class<?>> imported = imported(file);
    for (RuleNode rule : file.rules()) {
      LintReport ruleReport = report.forRule(rule.name());
      if (!Expansion.isWithinLimits(rule, ruleReport)) {
        continue;
      }
      new RuleCheck(rule, imported, vocabulary, ruleReport).run();
      TagReads.split(rule).forEach(each -> cycles.add(each, ruleReport));
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

  public static boolean hasErrors(List<LintFinding> findings) {
    return findings.stream().anyMatch(each -> each.level() == Level.ERROR);
  }
}
