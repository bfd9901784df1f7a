package dev.plumbline.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.loop.Evaluation;
import dev.plumbline.rehearsal.Rehearsal.Write;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host that leaves out ticks writes the same, at the same times, as one that settles each. */
@Tag("long")
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

  private static Days days(long seed, Duration maxTick, String mode) {
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
      GoldenWorld.days(rehearsal, new SplittableRandom(seed), 2, Duration.ofDays(1));
      return new Days(List.copyOf(rehearsal.writes()), settled.size());
    }
  }
}
