package dev.plumbline.rule;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.RecordType;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.drools.drl.ast.descr.AnnotationDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.QueryDescr;
import org.drools.drl.ast.descr.RuleDescr;

/**
 * What parsed rules of one file must hold before they are compiled: every rule its metadata, a
 * conclusion the id of the rule that concludes it, and nothing of the language that needs a class
 * defined at run time.
 */
final class RuleChecks {

  private static final List<String> SEVERITIES =
      List.of("info", "low", "medium", "high", "critical");
  private static final Pattern NEW = Pattern.compile("(?<![\\w$])new\\s+(?<type>\\w+)\\s*\\(");
  private static final Pattern DIALECT = Pattern.compile("(?<![\\w$.])dialect\\s*\"");
  private static final Pattern NAMED_CONSEQUENCE = Pattern.compile("(?<!\\w)(do|then)\\s*\\[");

  private final DrlText text;
  private final PackageDescr descr;
  private final Consumer<RuleProblem> problems;

  RuleChecks(DrlText text, PackageDescr descr, Consumer<RuleProblem> problems) {
    this.text = text;
    this.descr = descr;
    this.problems = problems;
  }

  void run() {
    refuse(descr.getFunctions(), "function", "Maybe write a method call in the condition.");
    refuse(descr.getTypeDeclarations(), "declare", "Maybe a fact or conclusion fits.");
    refuse(descr.getEnumDeclarations(), "declare enum", "Maybe compare with text.");
    if (descr.getUnit() != null) {
      word("unit", 0, "unit cannot be used here. Maybe write package instead.");
    }
    Matcher named = NAMED_CONSEQUENCE.matcher(text.code());
    while (named.find()) {
      problem(
          named.start(),
          named.group(1) + "[…] cannot be used here. Maybe write a second rule for it.");
    }
    Matcher dialect = DIALECT.matcher(text.code());
    while (dialect.find()) {
      problem(
          dialect.start(), "dialect cannot be used here. Maybe leave it out: every rule is mvel.");
    }
    for (RuleDescr rule : descr.getRules()) {
      if (!(rule instanceof QueryDescr)) {
        checkMetadata(rule);
        checkConcludedId(rule);
      }
    }
    if (descr.getRules().isEmpty()) {
      problem(-1, "holds no rule. Maybe delete the file, or write its first rule.");
    }
  }

  /** The value of an annotation of a rule; empty when it is not there. */
  static String annotation(RuleDescr rule, String name) {
    AnnotationDescr annotation = rule.getAnnotation(name);
    return annotation != null && annotation.getSingleValueStripped() instanceof String value
        ? value.strip()
        : "";
  }

  private void refuse(List<? extends BaseDescr> found, String what, String instead) {
    for (BaseDescr one : found) {
      String first = what.split(" ")[0];
      word(
          first,
          text.start(one.getLine()),
          what + " cannot be used here: it needs a class made at run time. " + instead);
    }
  }

  private void checkMetadata(RuleDescr rule) {
    String name = "rule \"" + rule.getName() + "\"";
    if (annotation(rule, "Id").isEmpty()) {
      header(rule, name + " has no @Id. Maybe add @Id(\"TEAM-001\").");
    }
    if (annotation(rule, "Control").isEmpty()) {
      header(rule, name + " has no @Control. Maybe add @Control(\"CM-2\").");
    }
    String severity = annotation(rule, "Severity");
    if (severity.isEmpty()) {
      header(rule, name + " has no @Severity. Maybe add @Severity(\"info\").");
    } else if (!SEVERITIES.contains(severity)) {
      word(
          "Severity",
          text.start(rule.getLine()),
          "there is no severity "
              + severity
              + ": it is one of "
              + String.join(", ", SEVERITIES)
              + "."
              + Nearest.hint(severity, SEVERITIES));
    }
  }

  /**
   * A conclusion that names a rule must name the one that concludes it; what is bound was said by
   * another, which it repeats.
   */
  private void checkConcludedId(RuleDescr rule) {
    String id = annotation(rule, "Id");
    int end = end(rule);
    Matcher made = NEW.matcher(text.code()).region(text.start(rule.getConsequenceLine()), end);
    while (made.find()) {
      RecordType type = ConclusionTypes.named(made.group("type"));
      Integer close = text.closing(made.end() - 1, end);
      if (type == null || close == null || id.isEmpty()) {
        continue;
      }
      int index =
          type.components().stream().map(RecordType.Property::name).toList().indexOf("rule");
      List<Integer> starts = arguments(made.end(), close);
      if (index < 0 || index >= starts.size()) {
        continue;
      }
      int from = starts.get(index);
      int to = index + 1 < starts.size() ? starts.get(index + 1) - 1 : close;
      String argument = text.text().substring(from, to);
      if (!argument.strip().startsWith("$") && !argument.strip().equals("\"" + id + "\"")) {
        problem(
            from + argument.length() - argument.stripLeading().length(),
            type.name()
                + " names "
                + argument.strip()
                + " as its rule, which is @Id(\""
                + id
                + "\"). Maybe write \""
                + id
                + "\" here.");
      }
    }
  }

  /** Where each argument between two brackets begins. */
  private List<Integer> arguments(int from, int close) {
    var starts = new ArrayList<Integer>();
    if (text.text().substring(from, close).isBlank()) {
      return starts;
    }
    starts.add(from);
    int depth = 0;
    for (int i = from; i < close; i++) {
      char c = text.code().charAt(i);
      depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
      if (c == ',' && depth == 0) {
        starts.add(i + 1);
      }
    }
    return starts;
  }

  /** Where the next rule begins, or the file ends. */
  private int end(RuleDescr rule) {
    var lines = new TreeSet<Integer>();
    descr.getRules().forEach(other -> lines.add(other.getLine()));
    Integer next = lines.higher(rule.getLine());
    return next == null ? text.text().length() : text.start(next);
  }

  private void header(RuleDescr rule, String message) {
    problems.accept(text.problemOfLine(rule.getLine(), message));
  }

  private void word(String word, int from, String message) {
    problem(text.find(word, from, text.text().length()), message);
  }

  private void problem(int place, String message) {
    problems.accept(text.problem(place, message));
  }
}
