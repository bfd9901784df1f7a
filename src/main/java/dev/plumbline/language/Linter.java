package dev.plumbline.language;

import dev.plumbline.language.LintFinding.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Checks rule text before it is compiled. Rule text is untrusted: a rule may reference facts,
 * conclusions and an allowlist of value types and methods; everything else is rejected.
 */
public final class Linter {

  private record NamedFile(String name, FileCheck check) {

    ParsedFile file() {
      return check.file();
    }
  }

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

  public void add(String name, FileCheck file) {
    files.add(new NamedFile(name, file));
  }

  /** All findings, sorted by file and line. */
  public List<LintFinding> findings() {
    var vocabulary = new Vocabulary(PolicyWords.of(data), complete);
    var cycles = new Cycles(this::isShipped, findings);
    for (NamedFile file : files) {
      var found = new ArrayList<>(file.check().findings());
      dropForeign(file, found);
      findings.addAll(found);
      vocabulary.addConcluded(file.check().words());
      file.check().steps().forEach(cycles::add);
    }
    for (NamedFile file : files) {
      vocabulary.check(file.check().words(), file.file().text(), findings);
    }
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

  public static boolean hasErrors(List<LintFinding> findings) {
    return findings.stream().anyMatch(each -> each.level() == Level.ERROR);
  }
}
