package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.cli.command.Program;
import dev.plumbline.language.Rule;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class TestCommandTest {

  private static final String RULES =
      """
      package team

      import dev.plumbline.fact.Ami
      import dev.plumbline.conclusion.AmiObjection

      rule "image is not there yet"
          @Id("TEAM-001") @Control("CM-2") @Severity("high")
      when
          Ami( $ami : id, state != "available", $state : state )
      then
          insertLogical( new AmiObjection( "TEAM-001", "any", $ami, "its state is " + $state ) );
      end

      rule "image is an old one"
          @Id("TEAM-002") @Control("CM-2") @Severity("low")
      when
          Ami( $ami : id, name == "old" )
      then
          insertLogical( new AmiObjection( "TEAM-002", "any", $ami, "it is old" ) );
      end
      """;

  private static final String SCENARIOS =
      """
      - name: a pending image is refused
        given:
          - Ami: { id: ami-1, state: pending }
          - Ami: { id: ami-2, state: available }
        expect:
          - AmiObjection: { rule: TEAM-001, nodeClass: any, ami: ami-1, message: its state is pending }
      """;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void rules() throws IOException {
    Files.writeString(folder.resolve("team.drl"), RULES);
    Files.writeString(folder.resolve("team.scenarios.yaml"), SCENARIOS);
  }

  @Test
  void tellsPassedScenariosAndRulesThatNoneNeeds() {
    assertThat(run("test", folder.toString())).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            %1$s/team.scenarios.yaml    1 passed

            1 rule that no scenario needs
              TEAM-002  image is an old one (team.drl:14)

            1 scenario: 1 passed, 0 failed; 2 rules: 1 needed by a scenario
            """
                .formatted(folder));
    assertThat(errors()).isEmpty();
  }

  @Test
  void failsBelowTheThresholdAndNamesTheRulesThatNoScenarioNeeds() {
    assertThat(run("test", folder.toString(), "--threshold", "50")).isZero();
    assertThat(errors()).isEmpty();

    assertThat(run("test", folder.toString(), "--threshold", "50.5", "-o", "json")).isEqualTo(1);
    assertThat(errors())
        .isEqualTo(
            """
            plumbline: scenarios need 1 of 2 rules (50 %), less than --threshold 50.5. Try: a \
            scenario that fails without each of these:
            plumbline:   TEAM-002 "image is an old one" (team.drl:14)
            """);
    assertThat(out.toString())
        .endsWith("\"coverage\":{\"rules\":2,\"needed\":1,\"percent\":50.0}}\n");
  }

  /** A scenario that fails needs nothing: what it would show of a rule is not shown. */
  @Test
  void aFailingScenarioCoversNoRule() throws IOException {
    Files.writeString(
        folder.resolve("team.scenarios.yaml"),
        SCENARIOS.replace("state: pending }", "state: failed }"));

    assertThat(run("test", folder.toString(), "--threshold", "0")).isEqualTo(1);
    assertThat(errors()).isEmpty();

    assertThat(run("test", folder.toString(), "--threshold", "1")).isEqualTo(1);
    assertThat(errors()).contains("need 0 of 2 rules (0 %)", "TEAM-001", "TEAM-002");
  }

  @Test
  void oneRuleOfManyIsNotRoundedAway() {
    Rule rule = new Rule("TEAM-001", "a", "", "", "team.drl", 1);
    var most = new TreeMap<String, List<String>>();
    IntStream.range(0, 9_999).forEach(i -> most.put("TEAM-" + i, List.of("some")));

    var report = new ScenarioReport(List.of(), List.of(rule), most);
    assertThat(report.coverage()).isEqualTo(99.9);
    assertThat(report.covers(99.99)).isTrue();
    assertThat(report.covers(100)).isFalse();

    var none = new ScenarioReport(List.of(), List.of(), Map.of());
    assertThat(none.coverage()).isEqualTo(100);
    assertThat(none.covers(100)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--threshold 101|--threshold: 101 is not a percentage. Try: 0 to 100.",
        "--threshold -0.5|--threshold: -0.5 is not a percentage. Try: 0 to 100.",
        "--threshold many|--threshold: many is not a percentage. Try: 0 to 100.",
        "--threshold 80 --watch|--watch has no end at which --threshold counts. Try: leave out one"
            + " of them."
      })
  void aThresholdThatCannotBeUsedIsRefused(String options, String message) {
    var arguments = new ArrayList<>(List.of("test", folder.toString()));
    arguments.addAll(List.of(options.split(" ", -1)));

    assertThat(run(arguments.toArray(String[]::new))).isEqualTo(2);
    assertThat(errors()).isEqualTo("plumbline: " + message + "\n");
  }

  @Test
  void failsOnMissingAndUnexpectedConclusions() throws IOException {
    Files.writeString(
        folder.resolve("team.scenarios.yaml"),
        SCENARIOS.replace("state: pending }", "state: failed }"));

    assertThat(run("test", folder.toString())).isEqualTo(1);
    assertThat(out.toString())
        .contains("0 passed  1 failed")
        .contains("  FAILED  a pending image is refused\n")
        .contains("    missing     {\"type\":\"AmiObjection\"")
        .contains("    unexpected  {\"type\":\"AmiObjection\"");
  }

  @Test
  void writesJunitAndJson() throws IOException {
    Files.writeString(
        folder.resolve("team.scenarios.yaml"),
        SCENARIOS.substring(0, SCENARIOS.indexOf("  expect:")) + "  expect: []\n");

    assertThat(run("test", folder.toString(), "-o", "junit")).isEqualTo(1);
    assertThat(out.toString())
        .contains("<testsuites name=\"plumbline\" tests=\"1\" failures=\"1\">")
        .contains("<failure message=\"0 missing, 1 unexpected\">")
        .contains("&quot;AmiObjection&quot;");

    out.getBuffer().setLength(0);
    assertThat(run("test", folder.toString(), "-o", "json")).isEqualTo(1);
    assertThat(out.toString())
        .startsWith("{\"passed\":false,\"scenarios\":[{\"file\":")
        .contains("\"unexpected\":[{\"type\":\"AmiObjection\"")
        .endsWith("}\n");
  }

  @Test
  void badScenariosAreOneLineAndExitCodeTwo() throws IOException {
    Files.writeString(folder.resolve("team.scenarios.yaml"), SCENARIOS.replace("- Ami:", "- Amy:"));

    assertThat(run("test", folder.toString())).isEqualTo(2);
    assertThat(errors())
        .isEqualTo(
            "plumbline: "
                + folder.resolve("team.scenarios.yaml")
                + ": \"a pending image is refused\" names Amy, which is neither a fact nor a"
                + " conclusion. Did you mean Ami?\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void invalidTimeIsNamedWithItsScenario() throws IOException {
    Path file = folder.resolve("team.scenarios.yaml");
    Files.writeString(file, "- name: at noon\n  at: noon\n  expect: []\n");

    assertThat(run("test", folder.toString())).isEqualTo(2);
    assertThat(errors())
        .isEqualTo(
            "plumbline: "
                + file
                + ": \"at noon\": at: invalid time 'noon'. Try: 2026-11-20T00:00:00Z.\n");
  }

  @Test
  void aFolderWithoutScenariosIsSaidSo() throws IOException {
    Files.delete(folder.resolve("team.scenarios.yaml"));

    assertThat(run("test", folder.toString())).isEqualTo(2);
    assertThat(errors())
        .isEqualTo(
            "plumbline: "
                + folder
                + ": no scenario here. Try: add x.scenarios.yaml beside x.drl.\n");
  }

  @Test
  void aFolderOfDataAloneHasNothingToTestAndIsFine() throws IOException {
    Files.delete(folder.resolve("team.drl"));
    Files.delete(folder.resolve("team.scenarios.yaml"));
    Files.writeString(folder.resolve("parameters.yaml"), "ami.minimumAge: 7d\n");

    assertThat(run("test", folder.toString())).isZero();

    Files.writeString(folder.resolve("parameters.yaml"), "ami.minimunAge: 7d\n");
    assertThat(run("test", folder.toString())).isEqualTo(2);
    assertThat(errors())
        .isEqualTo(
            "plumbline: "
                + folder.resolve("parameters.yaml")
                + ": ami.minimunAge is not known here. Did you mean ami.minimumAge?\n");
  }

  /** What went wrong, without how far it is. */
  private String errors() {
    return err.toString().replace("plumbline: running scenarios...\n", "");
  }

  private int run(String... arguments) {
    return Program.configure(new CommandLine(new PlumblineCommand()))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
