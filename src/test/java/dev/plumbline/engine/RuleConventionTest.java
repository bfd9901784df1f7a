package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.language.ParsedFile;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.Tree;
import dev.plumbline.language.Tree.RuleNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The house style of rules, as far as a machine can see it. */
class RuleConventionTest {

  private static final RuleFiles FILES = RuleFiles.shipped();
  private static final Pattern BANNED =
      Pattern.compile(
          "\\b(salience|agenda-group|ruleflow-group|activation-group|no-loop|lock-on-active|enabled|dialect|eval|modify|update|retract|delete|insert|println|global|function|declare|salience)\\b");

  static List<String> files() {
    return FILES.names(".drl");
  }

  @ParameterizedTest
  @MethodSource("files")
  void fileAsksOneQuestionAndSaysWhatItReadsAndConcludes(String file) {
    String text = String.valueOf(FILES.text(file));

    assertThat(text).startsWith("/*\n * ");
    assertThat(text.lines().skip(1).findFirst().orElseThrow()).endsWith("?");
    assertThat(text)
        .containsPattern("\n \\* Reads      \\w")
        .containsPattern("\n \\* Concludes  \\w");
    assertThat(text).containsPattern("\n \\* Default    \\w");
    assertThat(FILES.text(file.replace(".drl", ".scenarios.yaml")))
        .as("scenarios beside " + file)
        .isNotNull();
  }

  @ParameterizedTest
  @MethodSource("files")
  void headerTellsEveryConclusionAndFactType(String file) {
    String text = String.valueOf(FILES.text(file));
    String header = text.substring(0, text.indexOf("*/"));
    var imported = new HashSet<String>();
    text.lines()
        .filter(line -> line.startsWith("import "))
        .map(line -> line.substring(line.lastIndexOf('.') + 1))
        .forEach(imported::add);

    for (String type : imported) {
      if (FactTypes.named(type) != null || ConclusionTypes.named(type) != null) {
        assertThat(header).as("the header of " + file).containsPattern("\\b" + type + "\\b");
      }
    }
    for (RuleNode rule : rules(file)) {
      assertThat(header.substring(header.indexOf("Concludes"))).contains(rule.then().type());
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void importsAreOneALineWithoutWildcardAndAllUsed(String file) {
    String text = String.valueOf(FILES.text(file));
    String body = text.substring(text.indexOf("rule \""));

    text.lines()
        .filter(line -> line.startsWith("import "))
        .forEach(
            line -> {
              assertThat(line).doesNotContain("*");
              assertThat(body)
                  .containsPattern("\\b" + line.substring(line.lastIndexOf('.') + 1) + "\\b");
            });
  }

  @ParameterizedTest
  @MethodSource("files")
  void ruleIsNamedMarkedAndConcludesOneRecord(String file) {
    for (RuleNode rule : rules(file)) {
      assertThat(rule.annotations().keySet())
          .as(rule.name())
          .containsExactlyInAnyOrder("Id", "Control", "Severity");
      assertThat(ConclusionTypes.named(rule.then().type())).as(rule.name()).isNotNull();
      String text = String.valueOf(FILES.text(file));
      int start = text.indexOf("rule \"" + rule.name() + "\"");
      String body =
          text.substring(start, text.indexOf("\nend", start)).replaceAll("\"[^\"]*\"", "\"\"");
      assertThat(BANNED.matcher(body).find()).as("a banned word in " + rule.name()).isFalse();
    }
  }

  /** What does not fit is broken over lines, after a comma. */
  @ParameterizedTest
  @MethodSource("files")
  void noLineIsLongerThan120Columns(String file) {
    assertThat(String.valueOf(FILES.text(file)).lines().filter(line -> line.length() > 120))
        .as(file)
        .isEmpty();
  }

  /** A text cannot break but at a plus. */
  @ParameterizedTest
  @MethodSource("files")
  void textOfMoreThanOneLineIsATemplate(String file) {
    assertThat(FILES.text(file)).as("beside " + file).doesNotContainPattern("\\+\\n|\\n *\\+");
  }

  /** Joins of more are hard to read and to change. */
  @ParameterizedTest
  @MethodSource("files")
  void ruleHasNoMoreThanNinePatterns(String file) {
    for (RuleNode rule : rules(file)) {
      assertThat(patterns(rule.when())).as(rule.name()).isLessThanOrEqualTo(9);
    }
  }

  private static int patterns(List<Tree.Node> nodes) {
    return nodes.stream()
        .mapToInt(
            node ->
                switch (node) {
                  case Tree.Match match -> 1;
                  case Tree.Accumulate gather -> patterns(gather.source());
                  case Tree.Group group -> patterns(group.children());
                })
        .sum();
  }

  /**
   * A conclusion never depends on its own absence, through however many rules: what follows is then
   * one settlement, whatever the order in which rules fire.
   */
  @Test
  void noConclusionDependsOnItsOwnAbsence() {
    Map<String, Set<String>> dependsOn = new HashMap<>();
    List<String[]> negative = new ArrayList<>();
    for (String file : files()) {
      for (RuleNode rule : rules(file)) {
        var positive = new HashSet<String>();
        var absent = new HashSet<String>();
        rule.when().forEach(node -> collect(node, false, positive, absent));
        dependsOn.computeIfAbsent(rule.then().type(), c -> new HashSet<>()).addAll(positive);
        dependsOn.get(rule.then().type()).addAll(absent);
        absent.forEach(type -> negative.add(new String[] {rule.then().type(), type, rule.name()}));
      }
    }

    assertThat(negative).as("absences that the rules rest on").hasSizeGreaterThan(20);
    for (String[] edge : negative) {
      assertThat(reachable(edge[1], dependsOn))
          .as("rule \"" + edge[2] + "\" concludes " + edge[0] + " from the absence of " + edge[1])
          .doesNotContain(edge[0]);
    }
  }

  private static Set<String> reachable(String from, Map<String, Set<String>> edges) {
    var seen = new HashSet<String>();
    var open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      String type = open.pop();
      if (seen.add(type)) {
        open.addAll(edges.getOrDefault(type, Set.of()));
      }
    }
    return seen;
  }

  private static void collect(
      Tree.Node node, boolean negated, Set<String> positive, Set<String> absent) {
    switch (node) {
      case Tree.Match match -> {
        if (ConclusionTypes.named(match.type()) != null) {
          (negated ? absent : positive).add(match.type());
        }
      }
      case Tree.Accumulate gather ->
          gather.source().forEach(each -> collect(each, true, positive, absent));
      case Tree.Group group -> {
        boolean not = group.kind() == Tree.Group.Kind.NOT;
        group.children().forEach(each -> collect(each, negated || not, positive, absent));
      }
    }
  }

  private static List<RuleNode> rules(String file) {
    return ParsedFile.of(FILES, file).tree().rules();
  }
}
