package dev.plumbline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/writing-rules.md: what it tells people to write passes, and what it links to is there. */
class WritingRulesTest {

  private static final Path TUTORIAL = Path.of("docs/writing-rules.md");

  @Test
  void ruleAndScenariosPassAndEveryRuleIsNeeded() throws IOException {
    RuleFiles files =
        RuleFiles.of(
            Map.of(
                "team.drl",
                block("drl", ""),
                "team.messages.yaml",
                block("yaml", "# team.messages"),
                "team.scenarios.yaml",
                block("yaml", "# team.scenarios")));

    ScenarioReport report = ScenarioRunner.run(files);

    assertThat(report.results()).hasSize(3);
    assertThat(report.results()).allSatisfy(r -> assertThat(r.passed()).as(r.toString()).isTrue());
    assertThat(report.unneeded()).isEmpty();
  }

  @Test
  void settingsAreJson() throws IOException {
    assertThat(new JsonMapper().readTree(block("json", "")).path("yaml.schemas").fieldNames())
        .toIterable()
        .allSatisfy(file -> assertThat(Path.of(file)).exists());
  }

  @Test
  void linksLead() throws IOException {
    List<String> links =
        Pattern.compile("\\]\\(([^)#:]+)")
            .matcher(Files.readString(TUTORIAL))
            .results()
            .map((MatchResult match) -> match.group(1))
            .toList();

    assertThat(links)
        .isNotEmpty()
        .allSatisfy(link -> assertThat(TUTORIAL.resolveSibling(link)).exists());
  }

  private static String block(String language, String beginning) throws IOException {
    return Pattern.compile("(?ms)^```" + language + "\n(" + Pattern.quote(beginning) + ".*?)^```")
        .matcher(Files.readString(TUTORIAL))
        .results()
        .map((MatchResult match) -> match.group(1))
        .findFirst()
        .orElseThrow();
  }
}
