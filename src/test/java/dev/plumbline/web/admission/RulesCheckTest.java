package dev.plumbline.web.admission;

import static dev.plumbline.web.admission.Reviews.RULES;
import static dev.plumbline.web.admission.Reviews.SCENARIOS;
import static dev.plumbline.web.admission.Reviews.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.trial.TrialRequest;
import dev.plumbline.trial.TrialVerdict;
import dev.plumbline.trial.Trials;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A ConfigMap of rules that would be rejected is refused, with the place. */
class RulesCheckTest {

  private final TreeMap<String, String> others = new TreeMap<>();
  private final RulesCheck check = new RulesCheck(() -> new TreeMap<>(others), Trials.NONE);

  @Test
  void whatIsInOrderPasses() {
    Map<String, String> files = Map.of("team.drl", RULES, "team.scenarios.yaml", SCENARIOS);

    assertThat(judge(configMap(files))).isEqualTo(Verdict.allowed());
  }

  @Test
  void aTypoIsRefusedWithLineAndColumn() {
    Verdict verdict = judge(configMap(Map.of("team.drl", RULES.replace("ownerId", "ownerID"))));

    assertThat(verdict.answer()).isEqualTo(Verdict.Answer.DENIED);
    assertThat(verdict.lines())
        .singleElement()
        .asString()
        .startsWith("team.drl:9:")
        .contains("ownerID")
        .contains("Did you mean ownerId");
  }

  @Test
  void whatCameToNoVerdictIsTriedAnew() {
    var answers =
        new ArrayDeque<>(
            List.of(
                TrialVerdict.refused(TrialVerdict.TRIED, List.of("the process ended")),
                TrialVerdict.refused("previewed", List.of())));
    var trials =
        new Trials() {
          @Override
          public TrialVerdict tried(TrialRequest request) {
            return answers.remove();
          }

          @Override
          public void close() {}
        };
    var tried = new RulesCheck(TreeMap::new, trials);
    JsonNode team = configMap(Map.of("team.drl", RULES, "team.scenarios.yaml", SCENARIOS));

    assertThat(tried.check(team, MissingNode.getInstance()).lines())
        .containsExactly("the process ended");
    assertThat(tried.check(team, MissingNode.getInstance())).isEqualTo(Verdict.allowed());
    assertThat(tried.check(team, MissingNode.getInstance()))
        .as("known now")
        .isEqualTo(Verdict.allowed());
  }

  @Test
  void aScenarioThatFailsIsRefused() {
    Verdict verdict =
        judge(
            configMap(
                Map.of(
                    "team.drl",
                    RULES.replace("== \"1111", "!= \"1111"),
                    "team.scenarios.yaml",
                    SCENARIOS)));

    assertThat(verdict.lines())
        .singleElement()
        .asString()
        .startsWith("team.scenarios.yaml: scenario \"an image of that account is refused")
        .contains(" missing AmiObjection[")
        .contains(" unexpected AmiObjection[");
  }

  @Test
  void aShippedFileThatIsReplacedMustKeepItsScenarios() {
    String shipped = String.valueOf(RuleFiles.shipped().text("min-values.drl"));

    Verdict verdict =
        judge(
            configMap(
                Map.of("min-values.drl", shipped.replace("!= \"BestEffort\"", "!= \"Strict\""))));

    assertThat(verdict.answer()).isEqualTo(Verdict.Answer.DENIED);
    assertThat(verdict.lines()).anyMatch(line -> line.startsWith("min-values.scenarios.yaml: "));
  }

  @Test
  void anIdThatIsTakenIsFoundInTheWholeSet() {
    Verdict verdict = judge(configMap(Map.of("team.drl", RULES.replace("TEAM-001", "AMI-001"))));

    assertThat(verdict.lines()).anyMatch(line -> line.contains("@Id(\"AMI-001\") is taken"));
  }

  @Test
  void badDataIsRefused() {
    Verdict verdict = judge(configMap(Map.of("waivers.yaml", "waivers: [{id: a}]")));

    assertThat(verdict.answer()).isEqualTo(Verdict.Answer.DENIED);
    assertThat(verdict.lines()).anyMatch(line -> line.startsWith("waivers.yaml"));
  }

  @Test
  void aFileOfAnotherConfigMapIsAClashItsOwnIsNot() {
    others.put("team.drl", RULES);

    assertThat(judge(configMap(Map.of("team.drl", RULES))).lines())
        .containsExactly(
            "team.drl: another ConfigMap of rules has a file of this name. Try: rename it.");
    assertThat(
            check.check(
                configMap(Map.of("team.drl", RULES)), configMap(Map.of("team.drl", RULES + "\n"))))
        .isEqualTo(Verdict.allowed());
  }

  private Verdict judge(JsonNode configMap) {
    return check.check(configMap, MissingNode.getInstance());
  }
}
