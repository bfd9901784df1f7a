package dev.plumbline.rule;

import dev.plumbline.rule.lint.LintFinding;
import dev.plumbline.rule.lint.Linter;
import dev.plumbline.rule.lint.RuleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.drools.drl.ast.descr.AnnotationDescr;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.QueryDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.jspecify.annotations.Nullable;

/** The rule files of a set, parsed and checked, before anything of them is compiled. */
final class ParsedRules {

  /** One file. */
  record ParsedFile(String name, DrlText text, PackageDescr descr) {}

  private final List<ParsedFile> files = new ArrayList<>();
  private final Map<String, Rule> rulesByName = new TreeMap<>();
  private final RuleProblems problems = new RuleProblems();
  private List<LintFinding> findings = List.of();

  private ParsedRules() {}

  /** Parsed, and checked by the linter. */
  static ParsedRules of(RuleFiles files) {
    var parsed = new ParsedRules();
    var linter = new Linter(files.all(), name -> shipped(files, name));
    var unreadable = new ArrayList<LintFinding>();
    for (String name : files.names(".drl")) {
      var text = new RuleText(files.display(name), text(files, name));
      if (text.problems().isEmpty()) {
        var before = List.copyOf(parsed.problems.sorted());
        PackageDescr descr = parsed.add(name, new DrlText(files.display(name), text.code()));
        List<LintFinding> refused = descr == null ? Linter.refused(text) : List.of();
        if (descr != null) {
          linter.add(name, text, descr);
        } else if (!refused.isEmpty()) {
          parsed.problems.keep(before);
          unreadable.addAll(refused);
        }
      } else {
        unreadable.addAll(text.problems());
      }
    }
    unreadable.addAll(linter.findings());
    parsed.findings = List.copyOf(unreadable);
    unreadable.stream()
        .filter(each -> each.level() == LintFinding.Level.ERROR)
        .map(each -> new RuleProblem(each.file(), each.line(), each.column(), each.message()))
        .forEach(parsed.problems::add);
    return parsed;
  }

  /** Parsed, whatever it says: for tests of what holds without the linter. */
  static ParsedRules unlinted(RuleFiles files) {
    var parsed = new ParsedRules();
    for (String name : files.names(".drl")) {
      parsed.add(name, new DrlText(files.display(name), text(files, name)));
    }
    return parsed;
  }

  private static boolean shipped(RuleFiles files, String name) {
    return text(files, name).equals(RuleFiles.shipped().text(name));
  }

  private static String text(RuleFiles files, String name) {
    return Objects.requireNonNullElse(files.text(name), "");
  }

  private @Nullable PackageDescr add(String name, DrlText text) {
    PackageDescr descr = problems.parse(text);
    if (descr != null) {
      files.add(new ParsedFile(name, text, descr));
      for (RuleDescr rule : descr.getRules()) {
        if (!(rule instanceof QueryDescr)) {
          add(rule, name, text);
        }
      }
    }
    return descr;
  }

  private void add(RuleDescr rule, String file, DrlText text) {
    var added =
        new Rule(
            annotation(rule, "Id"),
            rule.getName(),
            annotation(rule, "Control"),
            annotation(rule, "Severity"),
            file,
            rule.getLine());
    for (Rule other : rulesByName.values()) {
      if (other.id().equals(added.id()) && !added.id().isEmpty()) {
        problems.add(
            text.problemOfLine(
                rule.getLine(),
                "@Id(\"" + added.id() + "\") is taken: " + other.place() + " has it."));
      }
    }
    Rule other = rulesByName.putIfAbsent(rule.getName(), added);
    if (other != null) {
      problems.add(
          text.problemOfLine(
              rule.getLine(),
              "rule \""
                  + rule.getName()
                  + "\" is there twice: "
                  + other.place()
                  + " has the name."));
    }
  }

  /** The value of an annotation of a rule; empty when it is not there. */
  private static String annotation(RuleDescr rule, String name) {
    AnnotationDescr annotation = rule.getAnnotation(name);
    return annotation != null && annotation.getSingleValueStripped() instanceof String value
        ? value.strip()
        : "";
  }

  /** The files that could be parsed. */
  List<ParsedFile> files() {
    return files;
  }

  /** Every rule by its name. */
  Map<String, Rule> rulesByName() {
    return rulesByName;
  }

  /** Why they cannot be used. */
  RuleProblems problems() {
    return problems;
  }

  /** What the linter found, errors and warnings. */
  List<LintFinding> findings() {
    return findings;
  }
}
