package dev.plumbline.revision;

import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.revision.StageChecks.Checked;
import dev.plumbline.trial.ScenarioCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes active what the store has as active: after a restart, and on replicas that do not lead. */
final class RevisionFollower {

  private final LifeCycleState state;

  /** The digest of a recorded revision that failed here; null when none did. */
  private @Nullable String notFollowed;

  RevisionFollower(LifeCycleState state) {
    this.state = state;
  }

  /**
   * Decides about what the last process ended with: it serves again if a trial passes and it
   * settles; else what serves in its place takes it, and says so.
   *
   * @return whether the latest offer must be considered again
   */
  boolean recover() throws InterruptedException {
    Revision from = state.serving.suspect();
    if (from == null || state.serving.live() == null) {
      return false;
    }
    try {
      if (state.attempts.exhausted(from.digest())) {
        throw new StageChecks.RefusedException("active", List.of(LifeCycleState.ENDED));
      }
      ScenarioCheck.Result unused =
          state.checks.tried(from, state.serving.revision(), state.serving.trialFacts());
      state.attempts.activating(from.digest());
      Checked checked = state.checks.kept(from);
      HostSnapshot first =
          state.serving.activate(
              state.serving.prepare(checked, checked.revision()), checked.revision());
      state.attempts.settled(from.digest());
      state.followed = from.digest();
      state.serving.suspect(null);
      state.events.serves(checked.revision(), "followed", Duration.ZERO);
      return first.current();
    } catch (StageChecks.RefusedException e) {
      failed(from, e);
      state.serving.suspect(null);
      return true;
    }
  }

  private void failed(Revision from, StageChecks.RefusedException e) {
    var why = new ArrayList<String>();
    why.add(
        "the process ended with it before it had settled, "
            + state.serving.revision().brief()
            + " is active in its place");
    why.addAll(e.reasons());
    if (state.context.leads().getAsBoolean()) {
      Revision instead = state.serving.revision().active(state.now(), LifeCycleState.PLUMBLINE);
      state.ledger.record(
          state
              .ledger
              .read()
              .failing(from, why, state.now())
              .leaving(
                  from.offer().bundle(),
                  instead.offer().bundle(),
                  String.join("; ", why),
                  state.now())
              .activated(instead));
      state.serving.relabel(instead);
      state.followed = instead.digest();
      state.attempts.settled(from.digest());
      state.candidate =
          CandidateRevision.of(
              from.as(RevisionState.HELD, LifeCycleState.withAdvice(why, LifeCycleState.FAILED)));
      state.events.serves(instead, "rolled-back", Duration.ZERO);
    } else {
      notFollowed = from.digest();
      state.candidate = CandidateRevision.of(from.as(RevisionState.REJECTED, why));
    }
    state.events.stopped(from, e.stage(), "failed", why);
    state.publishRevisions();
  }

  void follow() throws InterruptedException {
    Revision recorded = state.ledger.read().serving();
    state.publishRevisions();
    String current = state.serving.revision().digest();
    boolean known = recorded == null || recorded.digest().equals(state.followed);
    if (recorded != null
        && state.attempts.suspect(recorded.digest())
        && !current.equals(recorded.digest())) {
      if (state.context.leads().getAsBoolean() || !recorded.digest().equals(notFollowed)) {
        state.serving.suspect(recorded);
      }
      return;
    }
    state.followed = recorded == null ? state.followed : recorded.digest();
    if (recorded == null || known || current.equals(state.followed)) {
      return;
    }
    try {
      state.attempts.activating(recorded.digest());
      Checked checked = state.checks.kept(recorded);
      if (!checked.revision().digest().equals(current)) {
        HostSnapshot unused =
            state.serving.activate(
                state.serving.prepare(checked, checked.revision()), checked.revision());
        state.events.serves(checked.revision(), "followed", Duration.ZERO);
      }
    } catch (StageChecks.RefusedException e) {
      state.candidate = CandidateRevision.of(recorded.as(RevisionState.REJECTED, e.reasons()));
      state.events.stopped(recorded, e.stage(), "failed", e.reasons());
    } finally {
      state.attempts.settled(recorded.digest());
    }
  }
}
