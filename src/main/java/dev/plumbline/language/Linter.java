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
 * Checks rule text before it is compiled. Rule text is code from outside: a rule may name facts,
 * conclusions and a short list of values and methods, and everything that is not known to be
 * harmless is refused.
 */
public final class Linter {

  private record Read(String name, ParsedFile file) {}

  private final List<Read> files = new ArrayList<>();
  private final Map<String, String> data;
  private final boolean whole;
  private final Predicate<String> familiar;
  private final List<LintFinding> findings = new ArrayList<>();

  /**
   * A linter of one rule set.
   *
   * @param files all its files by name
   * @param familiar whether a file of a name is the one that ships with Plumbline
   */
  public Linter(Map<String, String> files, Predicate<String> familiar) {
    this.familiar = familiar;
    this.data = files;
    // A rule file by itself, as its scenarios run it, does not tell what others conclude.
    this.whole = files.containsKey("gates.yaml");
  }

  /**
   * Adds a rule file.
   *
   * @param name its name in the set
   */
  public void add(String name, ParsedFile file) {
    files.add(new Read(name, file));
  }

  /** Everything found, by file and line. */
  public List<LintFinding> findings() {
    var vocabulary = new Vocabulary(new PolicyWords(data), whole);
    var cycles = new Cycles(this::isFamiliar);
    for (Read read : files) {
      check(read.file(), vocabulary, cycles);
    }
    vocabulary.settle();
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

  private boolean isFamiliar(RuleText text) {
    return files.stream()
        .anyMatch(each -> each.file().text() == text && familiar.test(each.name()));
  }

  private void check(ParsedFile parsed, Vocabulary vocabulary, Cycles cycles) {
    findings.addAll(parsed.problems());
    var report = new LintReport(parsed.text(), null, findings);
    FileNode file = parsed.tree();
    if (!parsed.hasRules()) {
      // What stands outside of the rules cannot be read: what is in them would be guessed.
      return;
    }
    if (parsed.problems().isEmpty() && file.rules().isEmpty()) {
      report.error(
          Check.SYNTAX, -1, "holds no rule. Maybe delete the file, or write its first rule.");
    }
    new Conventions(parsed.text(), file, report).check();
    Map<String, Class<?>> imported = imported(file);
    for (RuleNode rule : file.rules()) {
      LintReport about = report.of(rule.name());
      new RuleCheck(rule, imported, vocabulary, about).run();
      new JoinCheck(about).check(rule);
      cycles.add(rule, about);
    }
  }

  private static Map<String, Class<?>> imported(FileNode file) {
    var imported = new HashMap<String, Class<?>>();
    for (Import one : file.imports()) {
      Class<?> type = Types.named(one.simple());
      if (type != null && Types.imports(one.name(), type)) {
        imported.put(one.simple(), type);
      }
    }
    return imported;
  }

  /** Whether one of {@code findings} refuses the text. */
  public static boolean refuses(List<LintFinding> findings) {
    return findings.stream().anyMatch(each -> each.level() == Level.ERROR);
  }
}
