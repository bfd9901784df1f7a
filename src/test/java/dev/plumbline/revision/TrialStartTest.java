package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.Await;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.trial.TrialRequest;
import dev.plumbline.trial.TrialVerdict;
import dev.plumbline.trial.Trials;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When the process for trials is started in advance, and asked whether it is still needed. */
class TrialStartTest {

  private static final class Counted implements Trials {
    final AtomicInteger started = new AtomicInteger();
    final AtomicInteger idleChecks = new AtomicInteger();

    @Override
    public @Nullable TrialVerdict tried(TrialRequest request) {
      return null;
    }

    @Override
    public void warm() {
      started.incrementAndGet();
    }

    @Override
    public void endIfIdle() {
      idleChecks.incrementAndGet();
    }

    @Override
    public void close() {}
  }

  /** It would take half of the processors from the first settlement. */
  @Test
  void notBeforeTheFirstSettlementAndOnceAfterIt() {
    var trials = new Counted();
    var rig = RevisionRig.trying(trials, RevisionRig.PACE);
    var steps = new AtomicInteger();
    try (rig) {
      RevisionContext ground = rig.ground;
      var counting =
          new RevisionContext(
              ground.store(),
              ground.ruleMaking(),
              ground.parameters(),
              trials,
              () -> steps.incrementAndGet() < 0,
              ground.judgesFirst(),
              ground.settings(),
              ground.timings());
      var settlesNever = new HostState();
      try (var waits =
          new Activation(
              counting, settlesNever, ActionPipeline.DRY_RUN.planner(), RevisionEvents.NONE)) {
        waits.start(rig.host, rig.opening, new RuleState());
        Await.until("it has worked", () -> steps.get() > 5);
        assertThat(trials.started).hasValue(0);
      }

      rig.start();
      Await.until("it is started", () -> trials.started.get() == 1);
      HostSnapshot first = rig.now();
      rig.host.publish(List.of(RevisionRig.image("/a", "ami-2")));
      rig.once("it has settled again", live -> live != first);
      assertThat(trials.started).hasValue(1);
      int before = trials.idleChecks.get();
      Await.until("it is asked again and again", () -> trials.idleChecks.get() > before + 1);
    }
  }
}
