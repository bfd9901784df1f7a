package dev.plumbline.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.FactTypes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.drools.drl.ast.descr.AccumulateDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.ConditionalElementDescr;
import org.drools.drl.ast.descr.NotDescr;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.PatternDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.drools.drl.parser.DrlParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kie.internal.builder.conf.LanguageLevelOption;

/** The house style of rules, as far as a machine can see it. */
class RuleConventionTest {

  private static final RuleFiles FILES = RuleFiles.shipped();
  private static final Pattern RHS =
      Pattern.compile("\\s*insertLogical\\( new (\\w+)\\( (.*) \\) \\);\\s*", Pattern.DOTALL);
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
    for (RuleDescr rule : parse(file).getRules()) {
      assertThat(header.substring(header.indexOf("Concludes"))).contains(concluded(rule));
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
    for (RuleDescr rule : parse(file).getRules()) {
      assertThat(rule.getAnnotationNames())
          .as(rule.getName())
          .containsExactlyInAnyOrder("Id", "Control", "Severity");
      var match = RHS.matcher(String.valueOf(rule.getConsequence()));
      assertThat(match.matches()).as("right-hand side of " + rule.getName()).isTrue();
      assertThat(ConclusionTypes.named(match.group(1))).as(match.group(1)).isNotNull();
      String text = String.valueOf(FILES.text(file));
      int start = text.indexOf("rule \"" + rule.getName() + "\"");
      String body =
          text.substring(start, text.indexOf("\nend", start)).replaceAll("\"[^\"]*\"", "\"\"");
      assertThat(BANNED.matcher(body).find()).as("a banned word in " + rule.getName()).isFalse();
    }
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
      for (RuleDescr rule : parse(file).getRules()) {
        var positive = new HashSet<String>();
        var absent = new HashSet<String>();
        collect(rule.getLhs(), false, positive, absent);
        dependsOn.computeIfAbsent(concluded(rule), c -> new HashSet<>()).addAll(positive);
        dependsOn.get(concluded(rule)).addAll(absent);
        absent.forEach(type -> negative.add(new String[] {concluded(rule), type, rule.getName()}));
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
      BaseDescr descr, boolean negated, Set<String> positive, Set<String> absent) {
    if (descr instanceof PatternDescr pattern) {
      if (ConclusionTypes.named(String.valueOf(pattern.getObjectType())) != null) {
        (negated ? absent : positive).add(pattern.getObjectType());
      }
      if (pattern.getSource() != null) {
        collect(pattern.getSource(), negated, positive, absent);
      }
    } else if (descr instanceof AccumulateDescr accumulate) {
      collect(accumulate.getInput(), true, positive, absent);
    } else if (descr instanceof ConditionalElementDescr group) {
      for (Object child : group.getDescrs()) {
        collect((BaseDescr) child, negated || descr instanceof NotDescr, positive, absent);
      }
    }
  }

  private static String concluded(RuleDescr rule) {
    var match = RHS.matcher(String.valueOf(rule.getConsequence()));
    return match.matches() ? match.group(1) : "";
  }

  private static PackageDescr parse(String file) {
    try {
      return new DrlParser(LanguageLevelOption.DRL6).parse(false, String.valueOf(FILES.text(file)));
    } catch (org.drools.drl.parser.DroolsParserException e) {
      throw new IllegalStateException(file, e);
    }
  }
}
