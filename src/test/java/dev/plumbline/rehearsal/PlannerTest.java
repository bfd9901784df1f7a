package dev.plumbline.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.action.ActionKind;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.loop.Evaluation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A planner remembers what needs no action, and plans what one without a memory plans. */
class PlannerTest {

  private static final Evaluation RULES = Evaluation.with((Path) null);

  @ParameterizedTest
  @CsvSource({"1, enforce", "2, enforce", "3, observe"})
  void plansAsIfForTheFirstTime(long seed, String mode) {
    var verdicts = new AtomicInteger();
    try (Rehearsal rehearsal =
        GoldenWorld.of(
            RULES,
            seed,
            "50%",
            "actions.mode: { \"*\": %s, Report: observe }".formatted(mode),
            "train.withoutCanary: roll",
            "train.provenHours: 12")) {
      rehearsal.onSettled(
          live -> {
            assertThat(live.plan())
                .isEqualTo(new ClusterPlanner().plan(live.settlement(), live.objects()));
            if (live.plan().actions().stream()
                .anyMatch(action -> action.kind() == ActionKind.KEEP_IMAGE_VERDICTS)) {
              verdicts.incrementAndGet();
            }
          });

      GoldenWorld.days(rehearsal, new SplittableRandom(seed), 2, Duration.ofDays(1));
    }

    assertThat(verdicts).as("plans with verdicts to be written").hasValueGreaterThan(20);
  }
}
