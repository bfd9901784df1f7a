package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchCommandTest {

  private static final String TOUR = "examples/tour";

  private static final String RULES =
      """
      /*
       * Which images are named like an instance type?
       *
       * Reads      Ami, InstanceType
       * Concludes  AmiObjection
       * Default    none
       */
      package rules.team

      import dev.plumbline.fact.Ami
      import dev.plumbline.fact.InstanceType
      import dev.plumbline.conclusion.AmiObjection

      rule "image is a type"
          @Id("TEAM-001") @Control("CM-2") @Severity("low")
      when
          Ami( $ami : id )
          InstanceType( name == $ami, $type : name )
      then
          insertLogical( new AmiObjection( "TEAM-001", "any", $ami, $type ) );
      end

      rule "image has the name of a type"
          @Id("TEAM-002") @Control("CM-2") @Severity("low")
      when
          Ami( $ami : id )
          InstanceType( name contains $ami, $type : name )
      then
          insertLogical( new AmiObjection( "TEAM-002", "any", $ami, $type ) );
      end
      """;

  @TempDir private Path folder;
  private final Terminal terminal = new Terminal();

  @BeforeEach
  void rules() throws IOException {
    Files.writeString(folder.resolve("team.drl"), RULES);
  }

  private JsonNode json(String... options) throws IOException {
    var words = new ArrayList<>(List.of("bench", folder.toString(), TOUR, "-o", "json"));
    words.addAll(List.of(options));
    assertThat(terminal.run(words.toArray(String[]::new))).as(terminal.err()).isZero();
    return new JsonMapper().readTree(terminal.out());
  }

  @Test
  void showsTheRulesOfAFolderByWhatTheyCostBesideTheShippedOnes() {
    assertThat(terminal.run("bench", folder.toString(), TOUR, "--runs", "0", "--top", "2"))
        .as(terminal.err())
        .isZero();

    assertThat(terminal.out())
        .startsWith("examples/tour at 2026-11-20T09:00:00Z: 514 facts, counts alone\n")
        .contains("partial matches  conclusions  rules\n")
        .containsPattern("(?m)^ +1\\.\\d\\d times +1\\.00 times .* 1\\.00 times$")
        .contains(
            """
            2 rules of %s
              evaluations  more  firings  partial matches  rule
                       72   +72        0                8  TEAM-002 team.drl:23
                       25   +25        0                8  TEAM-001 team.drl:14
            """
                .formatted(folder))
        .containsPattern("(?m)^\\d+ shipped rules\n  evaluations  more ")
        .containsPattern("(?m)^  and \\d+ more rules: [\\d,]+ evaluations\n\\z");
  }

  @Test
  void measuresTimesAndKeepsThemApartFromCounts() throws IOException {
    JsonNode counted = json("--runs", "0");
    JsonNode measured = json("--runs", "2");

    for (String side : List.of("rules", "shippedAlone")) {
      assertThat(measured.at("/" + side + "/counts")).isEqualTo(counted.at("/" + side + "/counts"));
      assertThat(measured.at("/" + side + "/usage/milliseconds").asDouble()).isPositive();
      assertThat(counted.get(side).get("usage").isNull()).isTrue();
    }
    assertThat(measured.get("own").findValuesAsText("id"))
        .containsExactlyInAnyOrder("TEAM-001", "TEAM-002");
    double shown = 0;
    double before = Double.MAX_VALUE;
    for (JsonNode rule : measured.get("shipped")) {
      double time = rule.at("/usage/milliseconds").asDouble();
      assertThat(time).isLessThanOrEqualTo(before);
      assertThat(rule.at("/shippedAlone/counts/firings").isNumber()).isTrue();
      before = time;
      shown += time;
    }
    assertThat(shown)
        .isPositive()
        .isLessThanOrEqualTo(measured.at("/rules/usage/milliseconds").asDouble());
    assertThat(measured.get("own").get(0).get("shippedAlone").isNull()).isTrue();
  }

  /** What a shipped rule costs more because of ours. */
  @Test
  void anEditedFileIsComparedRuleByRule() throws IOException {
    Files.delete(folder.resolve("team.drl"));
    String name = "ami-eligibility.drl";
    String shipped = Files.readString(Path.of("src/main/resources/rules", name));
    Files.writeString(folder.resolve(name), shipped + "\n// ours\n");

    JsonNode report = json("--runs", "0");

    assertThat(report.get("own")).isNotEmpty();
    assertThat(report.get("own"))
        .allSatisfy(
            rule -> {
              assertThat(rule.get("place").asText()).startsWith(name);
              assertThat(rule.get("counts")).isEqualTo(rule.at("/shippedAlone/counts"));
            });
    assertThat(report.at("/rules/counts")).isEqualTo(report.at("/shippedAlone/counts"));
  }

  @Test
  void theShippedRulesAloneAreComparedWithNothing() throws IOException {
    assertThat(
            terminal.run("bench", "shipped", TOUR, "--runs", "1", "--top", "1", "-o", "markdown"))
        .isZero();

    assertThat(terminal.out())
        .startsWith("## Cost of rules: examples/tour at 2026-11-20T09:00:00Z: 514 facts, best of 1")
        .contains("\n|---:|---:|---:|---:|---:|---:|---|\n")
        .contains(" shipped rules\n\n| time | share | allocated | evaluations | firings ")
        .doesNotContain("shipped alone", "| more |");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--runs -1|--runs: -1 is not possible. Try: 0 to 1000.",
        "--runs 1001|--runs: 1001 is not possible. Try: 0 to 1000.",
        "--top 0|--top: 0 is not possible. Try: 1 or more.",
        "-o yaml|unsupported output format 'yaml'. Try: json, markdown, table."
      })
  void whatCannotBeUsedIsRefused(String options, String message) {
    var words = new ArrayList<>(List.of("bench", folder.toString(), TOUR));
    words.addAll(List.of(options.split(" ", -1)));

    assertThat(terminal.run(words.toArray(String[]::new))).isEqualTo(2);
    assertThat(terminal.out()).isEmpty();
    assertThat(terminal.err()).isEqualTo("plumbline: " + message + "\n");
  }

  @Test
  void rulesWithErrorsAndSnapshotsThatAreNotThereAreRefused() throws IOException {
    assertThat(terminal.run("bench", folder.toString(), "nowhere")).isEqualTo(2);
    assertThat(terminal.err()).contains("nowhere");

    Files.writeString(folder.resolve("team.drl"), RULES.replace("Ami( $ami", "Amy( $ami"));
    assertThat(terminal.run("bench", folder.toString(), TOUR)).isEqualTo(2);
    assertThat(terminal.err()).contains("team.drl:17", "Did you mean Ami?");
    assertThat(terminal.out()).isEmpty();
  }
}
