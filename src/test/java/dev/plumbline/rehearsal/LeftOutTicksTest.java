package dev.plumbline.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.ObjectKind;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.rehearsal.ImageBehavior.Failure;
import dev.plumbline.rehearsal.Rehearsal.Write;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host that leaves out ticks writes the same, at the same times, as one that settles each. */
class LeftOutTicksTest {

  private static final Evaluation RULES = Evaluation.with((Path) null);
  private static final int TRAINS = 6;

  /** Longer than any two ticks of a rehearsal are apart. */
  private static final Duration LONG = Duration.ofHours(2);

  /** What was written, and by how many settlements. */
  private record Days(List<Write> writes, int settlements) {}

  @ParameterizedTest
  @ValueSource(strings = {"enforce", "observe"})
  void sameIsWrittenAtTheSameTimes(String mode) {
    List<Days> each = days(Duration.ZERO, mode);
    List<Days> some = days(LONG, mode);

    for (int seed = 0; seed < TRAINS; seed++) {
      assertThat(some.get(seed).writes()).as("seed %d", seed).isEqualTo(each.get(seed).writes());
    }
    assertThat(each.stream().mapToInt(days -> days.writes().size()).sum()).isGreaterThan(100);
    assertThat(settlements(some)).isLessThan(settlements(each) * 4 / 5);
  }

  private static List<Days> days(Duration maxTick, String mode) {
    return IntStream.range(0, TRAINS).mapToObj(seed -> days(seed, maxTick, mode)).toList();
  }

  private static int settlements(List<Days> all) {
    return all.stream().mapToInt(Days::settlements).sum();
  }

  /** Some days: releases good and bad, nodes that fail and that people delete. */
  private static Days days(long seed, Duration maxTick, String mode) {
    var random = new SplittableRandom(seed);
    var settled = new ArrayList<Long>();
    try (Rehearsal rehearsal =
        GoldenWorld.ticking(
            RULES,
            seed,
            "50%",
            maxTick,
            "actions.mode: { \"*\": %s, Report: observe }".formatted(mode),
            "train.withoutCanary: roll",
            "train.provenHours: 12")) {
      rehearsal.onSettled(live -> settled.add(live.sequence()));
      rehearsal.karpenter().demand("web", Map.of(), random.nextInt(4, 9));
      Instant now = GoldenWorld.START.plus(Duration.ofDays(1));
      for (int version = 2; version < 4; version++) {
        now = now.plusSeconds(random.nextLong(4 * 3_600, 20 * 3_600));
        rehearsal.runUntil(now);
        if (random.nextBoolean()) {
          rehearsal
              .karpenter()
              .behavior(
                  GoldenWorld.ami(version),
                  new ImageBehavior(Failure.NOT_READY, Duration.ofSeconds(100), 1));
        }
        GoldenWorld.release(rehearsal, version);
        now = now.plusSeconds(random.nextLong(600, 7_200));
        rehearsal.runUntil(now);
        rehearsal.karpenter().running().keySet().stream()
            .skip(random.nextInt(3))
            .findFirst()
            .ifPresent(claim -> rehearsal.server().remove(ObjectKind.NODE_CLAIM.ref(claim)));
      }
      rehearsal.runUntil(now.plus(Duration.ofDays(1)));
      return new Days(List.copyOf(rehearsal.writes()), settled.size());
    }
  }
}
