package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.conclusion.RevisionConclusions.RevisionHold;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.scenario.InvalidScenarioException;
import dev.plumbline.scenario.ScenarioRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Edits of the shipped rules that authors make: no bad one serves, and no benign one is held back.
 * The bad ones are rejected (they do not compile), fail a scenario, or go beyond a limit.
 */
@Tag("long")
class EditLibraryTest {

  private static final List<String> SNAPSHOTS =
      List.of("tour", "soaking-rollout", "pool-order", "pending-golden-image", "still-loading");

  private static final RuleFiles SHIPPED = RuleFiles.shipped();
  private static final Evaluation BEFORE = Evaluation.with(SHIPPED);

  /** What became of an edit: the stage that stopped it, by its words; none when it serves. */
  private record Outcome(String stage, List<String> words) {}

  @TestFactory
  Stream<DynamicTest> noBadEditServes() {
    return tests("/edits/bad.yaml");
  }

  @TestFactory
  Stream<DynamicTest> noBenignEditIsHeldBack() {
    return tests("/edits/benign.yaml");
  }

  @TestFactory
  Stream<DynamicTest> noEditServesThatOnlyTheLinterRefuses() {
    return tests("/edits/lint.yaml");
  }

  @Test
  void libraryIsLarge() {
    assertThat(Edit.read("/edits/bad.yaml")).hasSizeGreaterThanOrEqualTo(40);
    assertThat(Edit.read("/edits/benign.yaml")).hasSizeGreaterThanOrEqualTo(15);
  }

  private static Stream<DynamicTest> tests(String resource) {
    List<Edit> edits = Edit.read(resource);
    Map<Edit, Outcome> outcomes =
        edits.parallelStream()
            .collect(Collectors.toMap(Function.identity(), EditLibraryTest::outcome));
    return edits.stream()
        .map(edit -> DynamicTest.dynamicTest(edit.name(), () -> require(edit, outcomes.get(edit))));
  }

  private static void require(Edit edit, Outcome outcome) {
    String stage = edit.expect().fieldNames().next();
    assertThat(outcome.stage()).as("%s", outcome.words()).isEqualTo(stage);
    JsonNode words = edit.expect().get(stage);
    for (JsonNode part : words.isArray() ? words : List.of(words)) {
      assertThat(outcome.words()).anySatisfy(word -> assertThat(word).contains(part.asText()));
    }
  }

  private static Outcome outcome(Edit edit) {
    try {
      RuleFiles edited = edit.on(SHIPPED);
      // Most bad edits show in their own file, without the others.
      ScenarioRunner.run(changed(edited));
      Evaluation after = Evaluation.with(edited);
      var comparison = new RuleComparison(BEFORE, after, "library");
      RuleComparison.Text text = comparison.text();
      if (!text.failed().isEmpty()) {
        return new Outcome(
            "failed", text.failed().stream().map(it -> it.file() + ": " + it.name()).toList());
      }
      var words = new TreeSet<String>();
      text.verdict().holds().forEach(hold -> words.add(said(hold)));
      for (String snapshot : SNAPSHOTS) {
        comparison
            .over(SnapshotReader.EXAMPLES, snapshot, null)
            .verdict()
            .holds()
            .forEach(hold -> words.add(said(hold)));
      }
      return new Outcome(words.isEmpty() ? "serves" : "held", new ArrayList<>(words));
    } catch (InvalidInputException | InvalidRulesException | InvalidScenarioException e) {
      return new Outcome("rejected", List.of(String.valueOf(e.getMessage())));
    }
  }

  private static RuleFiles changed(RuleFiles edited) {
    var changed = new TreeMap<String, String>();
    for (String name : edited.names(".drl")) {
      if (!Objects.equals(edited.text(name), SHIPPED.text(name))) {
        changed.putAll(edited.only(name).all());
      }
    }
    return RuleFiles.of(changed);
  }

  private static String said(RevisionHold hold) {
    return hold.rule() + " " + hold.message();
  }
}
