package dev.plumbline.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Policy.ActionFailure;
import dev.plumbline.fact.Policy.ActionWrites;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is remembered of outcomes, and how failures and limits space out what is tried. */
class ActionOutcomesTest {

  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

  private Instant now = START;

  @Test
  void countsFailuresInARowUntilOneSucceeds() {
    var outcomes = new ActionOutcomes(() -> now);
    outcomes.add(outcome("a", Result.FAILED, "Forbidden", START));
    outcomes.add(outcome("a", Result.FAILED, "Timeout", START.plusSeconds(5)));
    outcomes.add(outcome("b", Result.FAILED, "Forbidden", START));
    outcomes.add(outcome("b", Result.UNCHANGED, null, START));

    assertThat(outcomes.failures())
        .containsExactly(
            new ActionFailure("PinAmis", "EC2NodeClass/a", "Timeout", "refused", 2, START));
  }

  @Test
  void forgetsFailuresOfWhatIsNotWantedAnyMore() {
    var outcomes = new ActionOutcomes(() -> now);
    outcomes.add(outcome("a", Result.FAILED, "Forbidden", START));
    outcomes.add(outcome("b", Result.FAILED, "Forbidden", START));

    outcomes.retain(
        new Plan(
            List.of(
                ClusterActuatorTest.action("a", Mode.ENFORCE, "held back"),
                ClusterActuatorTest.action("b", Mode.OBSERVE, null))));

    assertThat(outcomes.failures())
        .extracting(ActionFailure::object)
        .containsExactly("EC2NodeClass/a");
  }

  @Test
  void countsDifferentObjectsWithinTheInterval() {
    var outcomes = new ActionOutcomes(() -> now);
    outcomes.add(outcome("a", Result.DONE, null, START));
    outcomes.add(outcome("b", Result.DONE, null, START.plusSeconds(60)));
    outcomes.add(outcome("b", Result.DONE, null, START.plusSeconds(120)));
    outcomes.add(outcome("c", Result.UNCHANGED, null, START));
    now = START.plusSeconds(180);

    assertThat(outcomes.writes(Duration.ofMinutes(10)))
        .containsExactly(new ActionWrites("PinAmis", 2, START));
    now = START.plusSeconds(600);
    assertThat(outcomes.writes(Duration.ofMinutes(10)))
        .containsExactly(new ActionWrites("PinAmis", 1, START.plusSeconds(120)));
    now = START.plusSeconds(720);
    assertThat(outcomes.writes(Duration.ofMinutes(10))).isEmpty();
  }

  @Test
  void pausesGrowWithEachFailureAndAreLongWhereTheyDoNotPass() {
    Action action = ClusterActuatorTest.action("a", Mode.ENFORCE, null);
    var retries = new Retries(WriteLimits.DEFAULT, () -> 1.0);

    assertThat(retries.notBefore(action)).isNull();
    retries.failed(action, "Timeout", START);
    assertThat(retries.notBefore(action)).isEqualTo(START.plusSeconds(1));
    retries.failed(action, "Timeout", START);
    retries.failed(action, "Timeout", START);
    assertThat(retries.notBefore(action)).isEqualTo(START.plusSeconds(4));
    for (int i = 0; i < 50; i++) {
      retries.failed(action, "Timeout", START);
    }
    assertThat(retries.notBefore(action)).isEqualTo(START.plusSeconds(300));
    retries.failed(action, "Forbidden", START);
    assertThat(retries.notBefore(action)).isEqualTo(START.plusSeconds(600));
    retries.retain(List.of());
    assertThat(retries.notBefore(action)).isNull();

    retries.outdated(action, START);
    assertThat(retries.notBefore(action)).isEqualTo(START.plusSeconds(150));
    retries.retain(List.of(action));
    assertThat(retries.notBefore(action)).isEqualTo(START.plusSeconds(150));
    retries.replanned(action);
    assertThat(retries.notBefore(action)).as("planned from what it is now").isNull();
    retries.failed(action, "Invalid", START);
    Action other =
        new Action(
            action.kind(),
            action.object(),
            action.mode(),
            null,
            new Change.PublishFindings(List.of()),
            List.of());
    assertThat(retries.notBefore(other)).as("something else to write").isNull();
    retries.retain(List.of());

    var early = new Retries(WriteLimits.DEFAULT, () -> 0.0);
    early.failed(action, "Timeout", START);
    assertThat(early.notBefore(action)).isEqualTo(START.plusMillis(500));
  }

  private static Outcome outcome(String name, Result result, String code, Instant at) {
    return new Outcome(
        ActionKind.PIN_AMIS,
        new ObjectRef("karpenter.k8s.aws/v1", "EC2NodeClass", null, name),
        result,
        code,
        "refused",
        at);
  }
}
