package dev.plumbline.worlds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.fact.Cluster.EvaluationTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Between two instants that a session names, no conclusion follows from the time. */
class NextChangeTest {

  private static final int INSTANTS = 8;
  private static final Duration FAR = Duration.ofDays(400);

  private int changed;

  @Test
  void nothingChangesUntilTheInstantThatASessionNames() {
    for (SettledWorld world : SettledWorld.settled()) {
      EvaluationTime time = world.fact(EvaluationTime.class);
      if (time == null) {
        continue;
      }
      try (var session = SettledWorld.RULES.newSession()) {
        world.facts().forEach(session::put);
        session.settle();
        requireConstant(world.seed(), session, time.instant());
      }
    }
    assertThat(changed).as("instants at which conclusions changed").isGreaterThan(200);
  }

  private void requireConstant(long seed, RuleSession session, Instant begin) {
    var random = new Random(seed);
    Instant now = begin;
    for (int i = 0; i < INSTANTS; i++) {
      Instant next = session.nextChange();
      assertThat(next).as("next change of world %d after %s", seed, now).isAfter(now);
      Instant end = next.isAfter(now.plus(FAR)) ? now.plus(FAR) : next;
      List<Conclusion> before = session.settle().conclusions();
      Instant between = now.plusNanos(random.nextLong(Duration.between(now, end).toNanos()));
      for (Instant each : List.of(between, end.minusNanos(1))) {
        assertThat(at(session, each))
            .as("world %d at %s, which is before %s", seed, each, next)
            .isEqualTo(before);
        assertThat(session.nextChange())
            .as("next change of world %d after %s", seed, each)
            .isAfterOrEqualTo(next);
      }
      if (next.equals(Instant.MAX)) {
        return;
      }
      changed += at(session, end).equals(before) ? 0 : 1;
      now = end;
    }
  }

  private static List<Conclusion> at(RuleSession session, Instant time) {
    session.put(new EvaluationTime(time));
    return session.settle().conclusions();
  }
}
