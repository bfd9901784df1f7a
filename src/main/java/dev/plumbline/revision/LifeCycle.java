package dev.plumbline.revision;

import dev.plumbline.action.Planner;
import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.Revision.RevisionRequest.Proof;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The life of revisions: their stages, requests, rollback and recovery. Of one thread. */
final class LifeCycle {

  private static final Logger LOG = Logger.getLogger(LifeCycle.class);

  private final LifeCycleState state;
  private final RevisionStages stages;
  private final RevisionRollback rollback;
  private final RevisionFollower follower;

  LifeCycle(
      RevisionContext context,
      ActiveRevision serving,
      Planner planner,
      RevisionEvents events,
      BooleanSupplier newer) {
    state = new LifeCycleState(context, serving, events);
    stages = new RevisionStages(state, planner, newer);
    rollback = new RevisionRollback(state);
    follower = new RevisionFollower(state);
    state.publishRevisions();
  }

  /** Whether an offer can be processed: a preview needs a settlement. */
  boolean ready() {
    return stages.ready();
  }

  void consider(RuleOffer offer) throws InterruptedException {
    stages.consider(offer);
  }

  /** Applies the verdict of the active rules, once they have one. */
  void judge() throws InterruptedException {
    stages.judge();
  }

  /**
   * Processes pending requests.
   *
   * @return whether the latest offer must be considered again
   */
  boolean answer() throws InterruptedException {
    boolean again = false;
    for (RevisionRequest request : state.context.store().requests()) {
      if (request.kind() == RevisionRequest.Kind.ROLLBACK) {
        again |= rollback.rollBack(request);
      } else {
        var approval = new Approval(request.by(), request.proof(), request.writesRules());
        RevisionHistory approved = state.ledger.now().approved(request.digest(), approval);
        state.ledger.record(
            request.proof() == Proof.TOKEN ? approved.pardoned(request.digest()) : approved);
        again |=
            state.candidate != null
                && state.candidate.revision().digest().startsWith(request.digest());
      }
      state.context.store().answered(request);
    }
    return again;
  }

  /**
   * Goes back to an earlier revision when the active one exceeds a limit or fails.
   *
   * @return whether the latest offer must be considered again
   */
  boolean goBack() throws InterruptedException {
    return rollback.goBack();
  }

  void noteSettlement() {
    state.serving.noteSettlement();
  }

  /** Whether nothing that served last waits for a trial. */
  boolean decided() {
    return state.serving.suspect() == null;
  }

  /**
   * Decides about what the last process ended with.
   *
   * @return whether the latest offer must be considered again
   */
  boolean recover() throws InterruptedException {
    return follower.recover();
  }

  /** The process ends as it should: what was begun is not what ended it. */
  void end() {
    try {
      state.attempts.end();
    } catch (RevisionStore.FaultException e) {
      LOG.warnf("What was begun stays recorded: error=%s", e.getMessage());
    }
  }

  /** Activates what another replica has recorded as active. */
  void follow() throws InterruptedException {
    follower.follow();
  }

  void recordOpening() {
    if (state.ledger.begins(state.serving.revision())) {
      state.events.passed(state.serving.revision(), "recorded");
    }
  }

  void dropCandidate() {
    state.dropCandidate();
  }

  RuleSetStatus status(@Nullable String fault) {
    return CandidateRevision.status(
        state.serving, state.candidate, state.ledger.now(), fault, state.context.trials().fault());
  }
}
