package dev.plumbline.language;

import dev.plumbline.fact.Nearest;
import dev.plumbline.language.Tree.Accumulate;
import dev.plumbline.language.Tree.Annotation;
import dev.plumbline.language.Tree.FileNode;
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

/** Checks metadata, file header and imports. */
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
    checkHeader();
    checkImports();
    for (RuleNode rule : file.rules()) {
      LintReport ruleReport = report.forRule(rule.name());
      checkMetadata(rule, ruleReport);
      checkConditions(rule, ruleReport);
    }
  }

  private void checkImports() {
    Map<String, Long> words =
        text.tokens().stream()
            .filter(token -> token.kind() == Token.Kind.WORD)
            .collect(Collectors.groupingBy(Token::text, Collectors.counting()));
    for (Import imported : file.imports()) {
      long occurrences = words.getOrDefault(imported.simple(), 0L);
      Class<?> type = Types.byName(imported.simple());
      if (type == null || !Types.isImportOf(imported.name(), type)) {
        String suggestion =
            type != null ? imported.simple() : Nearest.of(imported.simple(), Types.names());
        Class<?> suggestedType = suggestion == null ? null : Types.byName(suggestion);
        report.error(
            Check.NAME,
            imported.at(),
            imported.name()
                + " cannot be imported."
                + (suggestedType == null
                    ? " Rules see facts, conclusions and their values alone."
                    : " Did you mean " + Types.importName(suggestedType) + "?"));
      } else if (occurrences < 2) {
        report.warning(
            Check.STYLE,
            imported.at(),
            imported.simple() + " is imported and never used. Try: delete it.");
      }
    }
  }

  private void checkHeader() {
    String content = text.text();
    int end = content.indexOf("*/");
    if (!content.startsWith("/*") || end < 0) {
      report.warning(
          Check.STYLE,
          0,
          "the file does not begin with the question it answers. Try: add a comment: the question,"
              + " Reads, Concludes, Default.");
      return;
    }
    String header = content.substring(0, end);
    if (header.lines().skip(1).findFirst().filter(line -> line.strip().endsWith("?")).isEmpty()) {
      report.warning(Check.STYLE, 0, "the header asks no question. Try: end its first line with ?");
    }
    for (String part : List.of("Reads", "Concludes", "Default")) {
      if (!Pattern.compile("\n \\* " + part + "\\s+\\S").matcher(header).find()) {
        report.warning(
            Check.STYLE, 0, "the header has no line " + part + ". Try: add it: * " + part + " …");
      }
    }
    Set<String> mentioned = new TreeSet<>(List.of(header.split("[^A-Za-z0-9]+")));
    file.imports().stream()
        .filter(
            imported ->
                Types.isPatternType(Types.byName(imported.simple()))
                    && !mentioned.contains(imported.simple()))
        .forEach(
            imported ->
                report.warning(
                    Check.STYLE,
                    imported.at(),
                    imported.simple()
                        + " is not in the header. Try: add it to Reads or Concludes."));
  }

  private void checkMetadata(RuleNode rule, LintReport ruleReport) {
    for (String name : List.of("Id", "Control", "Severity")) {
      Annotation annotation = rule.annotations().get(name);
      if (annotation == null || annotation.value().isEmpty()) {
        ruleReport.error(
            Check.METADATA,
            rule.at(),
            "rule \""
                + rule.name()
                + "\" has no @"
                + name
                + ". Try: add @"
                + name
                + "(\""
                + EXAMPLES.get(name)
                + "\").");
        continue;
      }
      String value = annotation.value();
      if (name.equals("Severity") && !SEVERITIES.contains(value)) {
        ruleReport.error(
            Check.METADATA,
            annotation.at(),
            "there is no severity "
                + value
                + ": it is one of "
                + String.join(", ", SEVERITIES)
                + "."
                + Nearest.didYouMean(value, SEVERITIES));
      } else if (name.equals("Id") && !ID.matcher(value).matches()) {
        ruleReport.error(
            Check.METADATA,
            annotation.at(),
            value + " is not a valid id: capitals, then three digits. Try: TEAM-001.");
      } else if (name.equals("Control") && !CONTROL.matcher(value).matches()) {
        ruleReport.error(
            Check.METADATA,
            annotation.at(),
            value + " is not a list of controls. Try: @Control(\"CM-2, SI-7\").");
      }
    }
  }

  private void checkConditions(RuleNode rule, LintReport ruleReport) {
    if (rule.when().isEmpty()) {
      ruleReport.error(
          Check.CONDITION,
          rule.at(),
          "rule \""
              + rule.name()
              + "\" has no condition: it concludes always and everywhere. Try: add a pattern.");
      return;
    }
    boolean usesVariables =
        rule.then().arguments().stream().anyMatch(each -> !JoinCheck.variables(each).isEmpty());
    if (!usesVariables && rule.when().stream().noneMatch(Conventions::hasTest)) {
      ruleReport.error(
          Check.CONDITION,
          rule.then().at(),
          rule.then().type()
              + " follows as soon as any such fact is there, whatever it says. Try: add a test, or"
              + " bind what it is about.");
    } else if (rule.when().stream().allMatch(Conventions::isNegative)) {
      ruleReport.warning(
          Check.CONDITION,
          rule.at(),
          "rule \""
              + rule.name()
              + "\" holds when there are no facts at all. Try: begin with the fact it is about.");
    }
  }

  private static boolean isNegative(Node node) {
    return node instanceof Group group
        && (group.kind() == Group.Kind.NOT || group.kind() == Group.Kind.FORALL);
  }

  private static boolean hasTest(Node node) {
    return switch (node) {
      case Match match -> match.constraints().stream().anyMatch(each -> each.bound() == null);
      case Group group ->
          group.kind() == Group.Kind.NOT
              || group.kind() == Group.Kind.EXISTS
              || group.children().stream().anyMatch(Conventions::hasTest);
      case Accumulate accumulate ->
          !accumulate.tests().isEmpty()
              || accumulate.source().stream().anyMatch(Conventions::hasTest);
    };
  }
}
