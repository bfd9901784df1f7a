package dev.plumbline.web.admission;

import static dev.plumbline.web.admission.Reviews.RULES;
import static dev.plumbline.web.admission.Reviews.SCENARIOS;
import static dev.plumbline.web.admission.Reviews.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.trial.TrialRequest;
import dev.plumbline.trial.TrialRig;
import dev.plumbline.trial.TrialVerdict;
import dev.plumbline.trial.Trials;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A ConfigMap of rules that would be rejected is refused, with the place. */
class RulesCheckTest {

  private final TreeMap<String, String> others = new TreeMap<>();
  private final TreeMap<String, String> bundle = new TreeMap<>();
  private final RulesCheck check =
      new RulesCheck(() -> new TreeMap<>(others), () -> bundle, Trials.NONE);

  @Test
  void whatIsInOrderPasses() {
    Map<String, String> files = Map.of("team.drl", RULES, "team.scenarios.yaml", SCENARIOS);

    assertThat(judge(configMap(files))).isEqualTo(Verdict.allowed());
  }

  @Test
  void aFileOfTheBundleMayBeReplacedAndGivenBack() {
    bundle.put("team.drl", RULES.replace("TEAM-001", "TEAM-002"));
    bundle.put("team.scenarios.yaml", SCENARIOS.replace("TEAM-001", "TEAM-002"));
    others.putAll(bundle);
    Map<String, String> files = Map.of("team.drl", RULES, "team.scenarios.yaml", SCENARIOS);

    assertThat(judge(configMap(files))).isEqualTo(Verdict.allowed());

    others.putAll(files);
    assertThat(judge(configMap(files)).lines())
        .as("of another ConfigMap")
        .allSatisfy(line -> assertThat(line).contains("another ConfigMap of rules has a file"));
    assertThat(check.check(configMap(Map.of()), configMap(files))).isEqualTo(Verdict.allowed());
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
    var tried = new RulesCheck(TreeMap::new, TreeMap::new, trials);
    JsonNode team = configMap(Map.of("team.drl", RULES, "team.scenarios.yaml", SCENARIOS));

    assertThat(tried.check(team, MissingNode.getInstance()).lines())
        .containsExactly("the process ended");
    assertThat(tried.check(team, MissingNode.getInstance())).isEqualTo(Verdict.allowed());
    assertThat(tried.check(team, MissingNode.getInstance()))
        .as("known now")
        .isEqualTo(Verdict.allowed());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          exit 7             | the process that tried it ended (exit code 7). Try: offer it again.
          kill -9 $$         | the process that tried it ended (exit code 137). Try: offer it again.
          exec sleep 600     | it takes more than 700 ms. Try:
          while :; do :; done| it takes more than 700 ms. Try:
          echo no            | answered with what is no answer (no). Try: offer it again.
          echo '{"a":1}'     | answered with what is no answer ({"a":1}). Try: offer it again.
          exec yes           | answered with what is no answer (y). Try: offer it again.
          """)
  void whateverBecomesOfTheProcessThatTriesItItIsAnsweredAndSoIsTheNext(String script, String says)
      throws Exception {
    var limits = new TrialRig.Settings(true, 320, Duration.ofMillis(700), Duration.ofSeconds(60));
    JsonNode team = configMap(Map.of("team.drl", RULES, "team.scenarios.yaml", SCENARIOS));
    try (var trials = TrialRig.standIn(limits, "sh", "-c", script);
        var patient = new CheckQueue("patient", 8, Duration.ofMinutes(1));
        var hasty = new CheckQueue("hasty", 8, Duration.ofMillis(1))) {
      var tried = new RulesCheck(TreeMap::new, TreeMap::new, trials);

      Verdict late = asked(hasty, tried, team);
      Verdict first = asked(patient, tried, team);
      Verdict second = asked(patient, tried, team);

      assertThat(late.answer()).isIn(Verdict.Answer.LATE, Verdict.Answer.DENIED);
      assertThat(first.answer()).isEqualTo(Verdict.Answer.DENIED);
      assertThat(first.lines()).singleElement().asString().contains(says);
      assertThat(second).as("nothing of it is kept, and nothing hangs").isEqualTo(first);
      assertThat(asked(patient, check, team)).isEqualTo(Verdict.allowed());
    }
  }

  private static Verdict asked(CheckQueue queue, RulesCheck check, JsonNode configMap)
      throws Exception {
    return queue
        .submit(answered -> answered.accept(check.check(configMap, MissingNode.getInstance())))
        .toCompletableFuture()
        .get(2, TimeUnit.MINUTES);
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
