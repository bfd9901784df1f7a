package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.engine.RuleLint;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.RuleFormat;
import dev.plumbline.scenario.ScenarioRunner;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RulesNewCommandTest {

  @TempDir private Path temp;
  private final Terminal terminal = new Terminal();

  @ParameterizedTest
  @ValueSource(strings = {"refuse-image", "refuse-type", "hold-rollout", "prefer", "require-gate"})
  void whatIsWrittenLintsCleanAndPassesItsScenarios(String template) throws IOException {
    Path folder = temp.resolve("new/my-rules");

    assertThat(terminal.run("rules", "new", template, folder.toString())).isZero();

    assertThat(terminal.out())
        .isEqualTo(
            "%1$s/%2$s.drl\n%1$s/%2$s.parameters.yaml\n%1$s/%2$s.scenarios.yaml\nNow edit them, then\n  plumbline test %1$s\n"
                .formatted(folder, template));
    requireSound(folder, 1);
    String rules = Files.readString(folder.resolve(template + ".drl"));
    assertThat(RuleFormat.of(rules)).isEqualTo(rules);
    assertThat(Files.readString(folder.resolve(template + ".scenarios.yaml")))
        .as("a passing twin")
        .contains("expect: []");
  }

  /** Names, ids and parameters do not collide, whatever else the folder holds. */
  @Test
  void allOfThemTwiceAreSoundTogether() {
    for (String each : new String[] {"refuse-image", "refuse-type", "hold-rollout", "prefer"}) {
      String folder = temp.toString();
      assertThat(terminal.run("rules", "new", each, folder)).isZero();
      assertThat(
              terminal.run("rules", "new", each, folder, "--name", each + "-b", "--id", id(each)))
          .isZero();
    }
    assertThat(terminal.run("rules", "new", "require-gate", temp.toString())).isZero();

    requireSound(temp, 9);
    assertThat(RuleFiles.in(temp).text("prefer-b.parameters.yaml")).contains("  preferB.points:\n");
    assertThat(RuleFiles.in(temp).text("prefer-b.drl"))
        .contains("package rules.prefer.b\n", "@Id(\"OWN-002\")", "name == \"preferB.points\"");
    assertThat(RuleFiles.in(temp).text("require-gate.drl")).contains("@Id(\"TEAM-005\")");
  }

  private static String id(String template) {
    return switch (template) {
      case "refuse-image" -> "OWN-001";
      case "refuse-type" -> "OWN-A-001";
      case "hold-rollout" -> "OWN-B-001";
      default -> "OWN-002";
    };
  }

  private static void requireSound(Path folder, int rules) {
    RuleFiles files = RuleFiles.in(folder);
    assertThat(RuleLint.of(files)).isEmpty();
    ScenarioReport report = ScenarioRunner.run(files);
    assertThat(report.results()).allMatch(ScenarioReport.Result::passed);
    assertThat(report.unneeded()).isEmpty();
    assertThat(report.neededBy()).hasSizeGreaterThanOrEqualTo(rules);
    assertThat(report.results()).hasSizeGreaterThanOrEqualTo(2 * rules);
  }

  @Test
  void nothingIsOverwrittenOrReplaced() throws IOException {
    Path mine = Files.writeString(temp.resolve("prefer.parameters.yaml"), "parameters: {}\n");

    assertThat(terminal.run("rules", "new", "prefer", temp.toString())).isEqualTo(2);
    assertThat(terminal.err())
        .isEqualTo(
            "plumbline: "
                + mine
                + ": is there already, and nothing of yours is overwritten. Try: --name with another"
                + " name.\n");
    assertThat(terminal.run("rules", "new", "prefer", temp.toString(), "--name", "ami-eligibility"))
        .isEqualTo(2);
    assertThat(terminal.err())
        .isEqualTo(
            "plumbline: ami-eligibility.drl is shipped, and would be replaced. Try: --name team.\n");
    assertThat(mine).hasContent("parameters: {}\n");
    try (var files = Files.list(temp)) {
      assertThat(files).containsExactly(mine);
    }
  }

  @Test
  void invalidWordsAreNamed() {
    String folder = temp.toString();

    assertThat(terminal.run("rules", "new", "prefer")).isEqualTo(2);
    assertThat(terminal.err())
        .isEqualTo(
            "plumbline: Missing required parameter: 'DIR'. Try: plumbline rules new --help.\n");
    assertThat(terminal.run("rules", "new", "refuse-imag", folder)).isEqualTo(2);
    assertThat(terminal.err())
        .isEqualTo("plumbline: unknown template 'refuse-imag'. Did you mean refuse-image?\n");
    assertThat(terminal.run("rules", "new", "prefer", folder, "--name", "../x")).isEqualTo(2);
    assertThat(terminal.err())
        .isEqualTo(
            "plumbline: --name: invalid name '../x'. Try: lower case with hyphens, as spot-in-prod.\n");
    assertThat(terminal.run("rules", "new", "prefer", folder, "--id", "team-1")).isEqualTo(2);
    assertThat(terminal.err()).isEqualTo("plumbline: --id: invalid id 'team-1'. Try: TEAM-001.\n");
    assertThat(terminal.run("rules", "new", "prefer", folder, "--id", "AMI-001")).isEqualTo(2);
    assertThat(terminal.err())
        .startsWith("plumbline: --id: AMI-001 is used in ")
        .endsWith("Try: TEAM-001.\n");
    assertThat(temp).isEmptyDirectory();
  }
}
