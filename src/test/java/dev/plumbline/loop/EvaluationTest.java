package dev.plumbline.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Policy.RuleSwitchedOff;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.scenario.ScenarioRunner;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is laid over the shipped rules takes effect. */
class EvaluationTest {

  private static final String OFF =
      """
      rules:
        - { rule: "LOOP-00?", owner: team-a, reason: by hand }
        - { rule: LOOP-001, owner: team-b, reason: too }
      """;

  private static RuleFiles over(String name, String text) {
    return RuleFiles.over(Map.of(name, text), "folder my-rules");
  }

  @Test
  void aRuleThatIsSwitchedOffIsLeftOutAndSaidSo() {
    Evaluation evaluation = Evaluation.with(over("switched-off.yaml", OFF));

    assertThat(evaluation.rules().rules()).extracting(Rule::id).doesNotContain("LOOP-001");
    assertThat(evaluation.rules().rulesOff()).extracting(Rule::id).contains("LOOP-001");
    assertThat(evaluation.policy().facts())
        .contains(new RuleSwitchedOff("LOOP-001", "team-a", "by hand", "high"));
    assertThat(evaluation.rules().rules())
        .hasSize(
            Evaluation.with(RuleFiles.shipped()).rules().rules().size()
                - evaluation.rules().rulesOff().size());
  }

  @Test
  void aSwitchThatFitsNoRuleIsRefused() {
    RuleFiles files = over("switched-off.yaml", OFF.replace("LOOP-00?", "LOPP-001"));

    assertThatThrownBy(() -> Evaluation.with(files))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "my-rules/switched-off.yaml: no rule has the id LOPP-001, which is switched off. Did"
                + " you mean LOOP-001?");
  }

  @Test
  void aRuleThatIsSwitchedOffIsStillTested() {
    ScenarioReport report =
        ScenarioRunner.run(
            RuleFiles.over(
                Map.of(
                    "switched-off.yaml",
                    OFF,
                    "launch-loop.scenarios.yaml",
                    String.valueOf(RuleFiles.shipped().text("launch-loop.scenarios.yaml"))),
                "folder my-rules"));

    assertThat(report.passed()).isTrue();
    assertThat(report.neededBy()).containsKey("LOOP-001");
    assertThat(report.results())
        .extracting(ScenarioReport.Result::file)
        .containsOnly("my-rules/launch-loop.scenarios.yaml");
  }

  @Test
  void aRuleFileThatIsReplacedIsTestedByTheShippedScenarios() {
    String text = String.valueOf(RuleFiles.shipped().text("drift.drl"));

    ScenarioReport report =
        ScenarioRunner.run(over("drift.drl", text.replace("\"DRIFT-", "\"DRIVT-")));

    assertThat(report.passed()).isFalse();
    assertThat(report.results())
        .extracting(ScenarioReport.Result::file)
        .containsOnly("drift.scenarios.yaml");
  }

  @Test
  void parametersAreSetBesideTheRules() {
    List<Parameter> set =
        Evaluation.with(over("parameters.yaml", "ami.minimumAge: 3d")).policy().parameters();

    assertThat(set).contains(new Parameter("ami.minimumAge", "", "3d"));
  }
}
