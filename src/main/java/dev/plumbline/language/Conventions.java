package dev.plumbline.language;

import dev.plumbline.fact.Nearest;
import dev.plumbline.language.Tree.Annotation;
import dev.plumbline.language.Tree.FileNode;
import dev.plumbline.language.Tree.Gather;
import dev.plumbline.language.Tree.Group;
import dev.plumbline.language.Tree.Import;
import dev.plumbline.language.Tree.Match;
import dev.plumbline.language.Tree.Node;
import dev.plumbline.language.Tree.RuleNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Metadata and house style: what every author holds to, so that others can read the rules. */
final class Conventions {

  private static final List<String> SEVERITIES =
      List.of("info", "low", "medium", "high", "critical");
  private static final Pattern ID = Pattern.compile("[A-Z][A-Z0-9]*(-[A-Z][A-Z0-9]*)*-[0-9]{3}");
  private static final Pattern CONTROL = Pattern.compile("[^,\"]+(, [^,\"]+)*");
  private static final Map<String, String> EXAMPLES =
      Map.of("Id", "TEAM-001", "Control", "CM-2", "Severity", "info");

  private final RuleText text;
  private final FileNode file;
  private final LintReport report;

  Conventions(RuleText text, FileNode file, LintReport report) {
    this.text = text;
    this.file = file;
    this.report = report;
  }

  void check() {
    header();
    imports();
    for (RuleNode rule : file.rules()) {
      LintReport about = report.of(rule.name());
      metadata(rule, about);
      empty(rule, about);
    }
  }

  private void imports() {
    Map<String, Long> words =
        text.tokens().stream()
            .filter(token -> token.kind() == Token.Kind.WORD)
            .collect(Collectors.groupingBy(Token::text, Collectors.counting()));
    for (Import one : file.imports()) {
      long named = words.getOrDefault(one.simple(), 0L);
      Class<?> type = Types.named(one.simple());
      if (type == null || !Types.imports(one.name(), type)) {
        String nearest = type != null ? one.simple() : Nearest.of(one.simple(), Types.names());
        Class<?> near = nearest == null ? null : Types.named(nearest);
        report.error(
            Check.NAME,
            one.at(),
            one.name()
                + " is no type that can be imported."
                + (near == null
                    ? " Rules see facts, conclusions and their values alone."
                    : " Maybe " + Types.importName(near) + "?"));
      } else if (named < 2) {
        report.warning(
            Check.STYLE, one.at(), one.simple() + " is imported and never used. Maybe delete it.");
      }
    }
  }

  private void header() {
    String all = text.text();
    int end = all.indexOf("*/");
    if (!all.startsWith("/*") || end < 0) {
      report.warning(
          Check.STYLE,
          0,
          "the file does not begin with its question. Maybe add a comment: the question, Reads,"
              + " Concludes, Default.");
      return;
    }
    String header = all.substring(0, end);
    if (header.lines().skip(1).findFirst().filter(line -> line.strip().endsWith("?")).isEmpty()) {
      report.warning(
          Check.STYLE, 0, "the header asks no question. Maybe end its first line with ?");
    }
    for (String part : List.of("Reads", "Concludes", "Default")) {
      if (!Pattern.compile("\n \\* " + part + "\\s+\\S").matcher(header).find()) {
        report.warning(
            Check.STYLE, 0, "the header has no line " + part + ". Maybe add it: * " + part + " …");
      }
    }
    Set<String> told = new TreeSet<>(List.of(header.split("[^A-Za-z0-9]+")));
    file.imports().stream()
        .filter(one -> Types.matched(Types.named(one.simple())) && !told.contains(one.simple()))
        .forEach(
            one ->
                report.warning(
                    Check.STYLE,
                    one.at(),
                    one.simple() + " is not in the header. Maybe add it to Reads or Concludes."));
  }

  private void metadata(RuleNode rule, LintReport about) {
    for (String name : List.of("Id", "Control", "Severity")) {
      Annotation given = rule.annotations().get(name);
      if (given == null || given.value().isEmpty()) {
        about.error(
            Check.METADATA,
            rule.at(),
            "rule \""
                + rule.name()
                + "\" has no @"
                + name
                + ". Maybe add @"
                + name
                + "(\""
                + EXAMPLES.get(name)
                + "\").");
        continue;
      }
      String value = given.value();
      if (name.equals("Severity") && !SEVERITIES.contains(value)) {
        about.error(
            Check.METADATA,
            given.at(),
            "there is no severity "
                + value
                + ": it is one of "
                + String.join(", ", SEVERITIES)
                + "."
                + Nearest.hint(value, SEVERITIES));
      } else if (name.equals("Id") && !ID.matcher(value).matches()) {
        about.error(
            Check.METADATA,
            given.at(),
            value + " is no id: capitals, then three digits. Maybe TEAM-001.");
      } else if (name.equals("Control") && !CONTROL.matcher(value).matches()) {
        about.error(
            Check.METADATA,
            given.at(),
            value + " is no list of controls. Maybe @Control(\"CM-2, SI-7\").");
      }
    }
  }

  private void empty(RuleNode rule, LintReport about) {
    if (rule.when().isEmpty()) {
      about.error(
          Check.CONDITION,
          rule.at(),
          "rule \""
              + rule.name()
              + "\" has no condition: it concludes always and everywhere. Maybe a pattern was"
              + " lost.");
      return;
    }
    boolean names =
        rule.then().arguments().stream().anyMatch(each -> !JoinCheck.variables(each).isEmpty());
    if (!names && rule.when().stream().noneMatch(Conventions::tests)) {
      about.error(
          Check.CONDITION,
          rule.then().at(),
          rule.then().type()
              + " follows as soon as any such fact is there, whatever it says. Maybe a test was"
              + " lost, or bind what it is about.");
    } else if (rule.when().stream().allMatch(Conventions::absent)) {
      about.warning(
          Check.CONDITION,
          rule.at(),
          "rule \""
              + rule.name()
              + "\" holds where there is nothing at all. Maybe begin with the fact it is about.");
    }
  }

  private static boolean absent(Node node) {
    return node instanceof Group group
        && (group.kind() == Group.Kind.NOT || group.kind() == Group.Kind.FORALL);
  }

  private static boolean tests(Node node) {
    return switch (node) {
      case Match match -> match.constraints().stream().anyMatch(each -> each.bound() == null);
      case Group group ->
          group.kind() == Group.Kind.NOT
              || group.kind() == Group.Kind.EXISTS
              || group.children().stream().anyMatch(Conventions::tests);
      case Gather gather ->
          !gather.tests().isEmpty() || gather.source().stream().anyMatch(Conventions::tests);
    };
  }
}
