package dev.plumbline.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.action.ActionKind;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.rehearsal.KarpenterModel.Launch;
import dev.plumbline.rehearsal.Rehearsal.Write;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole host on the model of Karpenter, over virtual weeks. */
class RehearsalTest {

  private static final Evaluation RULES = Evaluation.with((Path) null);
  private static final String ROLL = "train.withoutCanary: roll";

  /** Some 3 s on two busy cores, 2 s on quiet ones. */
  @Tag("long")
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void monthOfFiftyNodesTakesSeconds() {
    try (Rehearsal rehearsal = GoldenWorld.of(RULES, 1, "10%", ROLL, GoldenWorld.NO_CANARY)) {
      rehearsal.karpenter().demand("web", Map.of(), 50);
      for (int version = 2; version < 6; version++) {
        rehearsal.runUntil(day(6 * (version - 1)));
        GoldenWorld.release(rehearsal, version);
      }
      rehearsal.runUntil(day(30));
      assertThat(rehearsal.karpenter().running()).hasSize(50);
      assertThat(rehearsal.karpenter().launches()).hasSizeGreaterThan(60);
      assertThat(rehearsal.writes()).isNotEmpty().allMatch(Write::recorded);
      assertThat(rehearsal.unsettledInstants()).isZero();
    }
  }

  @Test
  void sameSeedGivesTheSameWritesAndLaunches() {
    assertThat(story(3)).isEqualTo(story(3));
    assertThat(story(3)).isNotEqualTo(story(4));
  }

  private static List<Object> story(long seed) {
    try (Rehearsal rehearsal = GoldenWorld.of(RULES, seed, "2", ROLL, GoldenWorld.NO_CANARY)) {
      rehearsal.karpenter().demand("web", Map.of(), 6);
      rehearsal.runUntil(day(1));
      GoldenWorld.release(rehearsal, 2);
      rehearsal.runUntil(day(3));
      List<Write> writes = List.copyOf(rehearsal.writes());
      List<Launch> launches = List.copyOf(rehearsal.karpenter().launches());
      assertThat(writes).anyMatch(write -> write.kind() == ActionKind.PIN_AMIS);
      assertThat(launches).hasSizeGreaterThan(6);
      return List.of(writes, launches);
    }
  }

  private static Instant day(int day) {
    return GoldenWorld.START.plus(Duration.ofDays(day));
  }
}
