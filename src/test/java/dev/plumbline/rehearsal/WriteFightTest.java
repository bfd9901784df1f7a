package dev.plumbline.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.rehearsal.Rehearsal.Write;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to a field that others write, too: the whole host in virtual time. */
class WriteFightTest {

  private static final Evaluation RULES = Evaluation.with((Path) null);
  private static final ObjectRef CLASS =
      new ObjectRef("karpenter.k8s.aws/v1", "EC2NodeClass", null, "golden");
  private static final ObjectRef POOL =
      new ObjectRef("karpenter.sh/v1", "NodePool", null, "default");

  /** A team's own rule: no pool loses a node to drift. */
  private static final String FREEZE =
      """
      /*
       * Which pools does the team freeze?
       *
       * Reads      NodePool
       * Concludes  DisruptionHold
       * Default    all
       */
      package rules.team

      import dev.plumbline.fact.NodePool
      import dev.plumbline.fact.Values
      import dev.plumbline.conclusion.DisruptionHold

      rule "pool is frozen"
          @Id("TEAM-001") @Control("CM-4") @Severity("low")
      when
          NodePool( $pool : name )
      then
          insertLogical( new DisruptionHold( "TEAM-001", $pool, Values.of( "Drifted" ), "frozen" ) );
      end
      """;

  @Test
  void clientThatReplacesTheWholeObjectEachSecondIsNotFoughtForEver() {
    try (Rehearsal rehearsal = GoldenWorld.of(RULES, 1, "10%")) {
      rehearsal.karpenter().demand("web", Map.of(), 2);
      ObjectNode original = ((ObjectNode) rehearsal.server().get(CLASS)).deepCopy();
      everySecond(
          rehearsal,
          CLASS,
          object -> {
            ObjectNode metadata = (ObjectNode) object.path("metadata");
            metadata.withObjectProperty("annotations").remove("plumbline.dev/pin-amis");
            ObjectNode entry =
                metadata
                    .withArray("managedFields")
                    .removeAll()
                    .addObject()
                    .put("manager", "terraform");
            entry
                .put("time", GoldenWorld.START.toString())
                .putObject("fieldsV1")
                .putObject("f:spec");
            object.set("spec", original.path("spec").deepCopy());
            return object;
          });

      rehearsal.runUntil(after(Duration.ofMinutes(29)));

      assertThat(writes(rehearsal, ActionKind.PIN_AMIS)).hasSize(3).allMatch(Write::recorded);
      assertThat(findings(rehearsal, "WriteUndone"))
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.subject()).isEqualTo("EC2NodeClass/golden");
                assertThat(finding.severity()).isEqualTo("high");
                assertThat(finding.message()).contains("the field manager terraform");
              });

      rehearsal.runUntil(after(Duration.ofMinutes(65)));
      assertThat(writes(rehearsal, ActionKind.PIN_AMIS))
          .as("three, and three more each time it was calm for half an hour")
          .hasSizeBetween(6, 9);
      assertThat(rehearsal.unsettledInstants()).isZero();
    }
  }

  @Test
  void holdThatSomebodyRemovesIsReportedAndNotWrittenAgain(@TempDir Path folder)
      throws IOException {
    Files.writeString(folder.resolve("team.drl"), FREEZE);
    try (Rehearsal rehearsal = GoldenWorld.of(Evaluation.with(folder), 1, "10%")) {
      rehearsal.runUntil(after(Duration.ofHours(1)));
      assertThat(writes(rehearsal, ActionKind.HOLD_DISRUPTION)).hasSize(1);
      assertThat(findings(rehearsal, "HoldVetoed")).isEmpty();

      rehearsal
          .server()
          .edit(
              POOL,
              object -> {
                ((ArrayNode) object.at("/spec/disruption/budgets")).remove(1);
                return object;
              });
      rehearsal.runUntil(after(Duration.ofHours(2)));

      assertThat(writes(rehearsal, ActionKind.HOLD_DISRUPTION)).hasSize(1);
      assertThat(findings(rehearsal, "HoldVetoed"))
          .singleElement()
          .satisfies(finding -> assertThat(finding.subject()).isEqualTo("NodePool/default"));
    }
  }

  private static void everySecond(
      Rehearsal rehearsal, ObjectRef ref, UnaryOperator<ObjectNode> change) {
    rehearsal
        .time()
        .in(
            Duration.ofSeconds(1),
            () -> {
              rehearsal.server().edit(ref, change);
              everySecond(rehearsal, ref, change);
            });
  }

  private static List<Write> writes(Rehearsal rehearsal, ActionKind kind) {
    return rehearsal.writes().stream().filter(write -> write.kind() == kind).toList();
  }

  private static List<Finding> findings(Rehearsal rehearsal, String reason) {
    return rehearsal.now().settlement().of(Finding.class).stream()
        .filter(finding -> finding.reason().equals(reason))
        .toList();
  }

  private static Instant after(Duration duration) {
    return GoldenWorld.START.plus(duration);
  }
}
