package dev.plumbline.twin;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.ReplicaRevision;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** The replicas of a random world, few of which serve the same rules. */
final class Replicas {

  private static final List<Instant> SINCE =
      List.of(
          Instant.parse("2026-08-31T23:59:00Z"),
          Instant.parse("2026-08-31T23:59:30Z"),
          Instant.parse("2026-08-31T23:59:31Z"),
          Instant.parse("2026-09-02T00:00:00Z"));

  private Replicas() {}

  /** Adds some to one world in eight, from a stream of its own. */
  static void random(long seed, Consumer<Fact> add) {
    var random = new SplittableRandom(seed * 37 + 11);
    if (random.nextInt(8) != 0) {
      return;
    }
    if (random.nextInt(10) != 0) {
      String limit = List.of("30s", "30s", "1m", "soon").get(random.nextInt(4));
      add.accept(new Parameter("revision.agreeWithin", "", limit));
    }
    for (int i = random.nextInt(10) == 0 ? 1 : 0; i < 3; i++) {
      String digest = List.of("a", "b").get(random.nextInt(2)).repeat(16);
      Instant since = SINCE.get(random.nextInt(SINCE.size()));
      add.accept(new ReplicaRevision("pod-" + i, digest, since, i == 0));
    }
  }
}
