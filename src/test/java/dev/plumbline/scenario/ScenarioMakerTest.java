package dev.plumbline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Selection;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written of a real case passes, and fails without the rules that concluded it. */
class ScenarioMakerTest {

  private static final Evaluation EVALUATION = Evaluation.with((Path) null);
  private static final RuleFiles FILES = RuleFiles.shipped();

  /** Rule sets by the digest of their text: the objects of all examples share them. */
  private static final Map<String, RuleSet> COMPILED = new HashMap<>();

  private static final Set<String> TYPES =
      Set.of(
          "NodePoolObjection",
          "AmiObjection",
          "AmiResolved",
          "InstanceTypeUnmapped",
          "NodePoolOrder",
          "LaunchLoop",
          "ReplacementHeld",
          "PreferenceTier",
          "GateClosed");

  static List<Path> examples() throws IOException {
    try (Stream<Path> folders = Files.list(Path.of("examples"))) {
      return folders.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyObjectOfAnExample(Path example) {
    EvaluationResult evaluated =
        EVALUATION.of(EVALUATION.read(SnapshotReader.FOLDERS, example.toString(), null));
    var made = new ArrayList<ScenarioMaker.Result>();
    for (String kind : List.of("EC2NodeClass", "NodePool")) {
      evaluated.snapshot().facts().stream()
          .filter(fact -> fact.key().startsWith(kind + "/"))
          .limit(2)
          .forEach(
              fact -> {
                var selection = new Selection(TYPES, Selection.name(fact.key()));
                var maker = new ScenarioMaker(EVALUATION, evaluated, selection);
                for (String file : maker.files()) {
                  ScenarioMaker.Result scenario = maker.make(file);
                  made.add(scenario);
                  assertThat(scenario.fault()).as("%s %s", fact.key(), file).isNull();
                  requirePassedAndMissed(file, String.valueOf(scenario.text()));
                }
              });
    }
    assertThat(made).isNotEmpty();
  }

  @Test
  void isWrittenAsPeopleWriteThem() {
    EvaluationResult evaluated =
        EVALUATION.of(EVALUATION.read(SnapshotReader.FOLDERS, "examples/tour", null));
    var selection = new Selection(Set.of("NodePoolObjection"), Selection.name("NodePool/legacy"));

    ScenarioMaker.Result made =
        new ScenarioMaker(EVALUATION, evaluated, selection).make("node-pool-usability.drl");

    assertThat(made.scenarioFile()).isEqualTo("node-pool-usability.scenarios.yaml");
    assertThat(String.valueOf(made.text()))
        .startsWith("- name: \"NodePool/legacy of examples/tour: ")
        .contains("  given:\n    - ")
        .containsPattern("    - InstanceType: \\{ name: \\w+g\\.\\w+, architecture: arm64, ")
        .contains("    - ArchitectureGap: { nodeClass: golden, architecture: arm64 }\n")
        .contains("  expect:\n")
        .contains(
            "    - NodePoolObjection: { rule: POOL-011, nodePool: legacy, message: \"it admits");
    assertThat(String.valueOf(made.text()).lines().count()).isLessThan(22);
  }

  private static void requirePassedAndMissed(String file, String text) {
    Scenario scenario = Scenario.Parser.read(file, text).getFirst();
    RuleSet rules = compiled(FILES.only(file));
    assertThat(ScenarioRunner.run(rules, scenario, new TreeMap<>()).passed()).as(text).isTrue();
    var needed = new TreeMap<String, List<String>>();
    ScenarioRunner.run(rules, scenario, needed);
    assertThat(needed).as("rules that hold it").isNotEmpty();
    String source = String.valueOf(FILES.text(file));
    for (String id : needed.keySet()) {
      String without =
          Pattern.compile("(?ms)^rule \"(?:(?!^end$).)*?@Id\\(\"" + id + "\"\\).*?^end$")
              .matcher(source)
              .replaceFirst("");
      assertThat(without).isNotEqualTo(source);
      RuleFiles left =
          without.contains("\nrule \"")
              ? FILES.only(file).with(file, without)
              : RuleFiles.of(Map.of());
      assertThat(ScenarioRunner.run(compiled(left), scenario, new TreeMap<>()).passed())
          .as("without %s: %s", id, text)
          .isFalse();
    }
  }

  private static RuleSet compiled(RuleFiles files) {
    return COMPILED.computeIfAbsent(files.digest(), digest -> RuleSet.compile(files));
  }
}
