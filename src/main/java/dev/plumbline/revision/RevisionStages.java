package dev.plumbline.revision;

import dev.plumbline.action.Planner;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.revision.RevisionHistory.Failure;
import dev.plumbline.revision.RevisionHistory.TakenBack;
import dev.plumbline.revision.StageChecks.Checked;
import dev.plumbline.trial.ScenarioCheck;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The stages of a revision, from received to active, held or rejected. */
final class RevisionStages {

  private static final String ROLLED_BACK =
      "it was rolled back. Try: change something in it, or roll back to it.";

  private static final List<String> NEWER = List.of("something newer is offered");

  private final LifeCycleState state;
  private final Planner planner;
  private final BooleanSupplier newer;

  RevisionStages(LifeCycleState state, Planner planner, BooleanSupplier newer) {
    this.state = state;
    this.planner = planner;
    this.newer = newer;
  }

  /** Whether an offer can be processed: a preview needs a settlement. */
  boolean ready() {
    return activatesFirst() || state.serving.live() != null;
  }

  /** Whether what is offered becomes active without a preview, since nothing was before. */
  private boolean activatesFirst() {
    return state.ledger.now().active() == null && !state.context.judgesFirst();
  }

  void consider(RuleOffer offer) throws InterruptedException {
    if (state.candidate != null && state.candidate.waits()) {
      state.events.stopped(state.candidate.revision(), "judged", "superseded", NEWER);
    }
    state.dropCandidate();
    state.candidate = null;
    Revision revision = Revision.received(RuleFiles.of(offer.files()).digest(), offer, state.now());
    try {
      RuleFiles files = state.checks.files(offer);
      revision = Revision.received(files.digest(), offer, state.now());
      requireNotOlder(offer.bundle());
      if (known(revision)) {
        return;
      }
      state.ledger.revert(state.ledger.now().avoiding(null));
      state.events.passed(revision, "received");
      ScenarioCheck.Result tried =
          hasServed(revision)
              ? null
              : state.checks.tried(revision, state.serving.revision(), state.serving.trialFacts());
      if (superseded(revision, "compiled")) {
        return;
      }
      state.attempts.activating(revision.digest());
      Checked checked = state.checks.compiled(revision, files);
      if (superseded(revision, "tested")) {
        return;
      }
      ScenarioCheck.Result tested = state.checks.tested(checked, tried);
      if (superseded(revision, "previewed")) {
        return;
      }
      HostSnapshot live = state.serving.live();
      if (activatesFirst() || live == null) {
        Revision active = revision.active(state.now(), null);
        HostSnapshot unused =
            state.activate(state.serving.prepare(checked, active), active, "first");
      } else {
        preview(checked, tested, live);
      }
    } catch (StageChecks.RefusedException e) {
      reject(revision, e);
    } finally {
      if (state.candidate == null || !state.candidate.waits()) {
        state.attempts.abandoned(revision.digest());
      }
    }
  }

  /** A bundle that somebody puts back serves no more than one that was changed. */
  private void requireNotOlder(@Nullable BundleOrigin bundle) throws StageChecks.RefusedException {
    String why = bundle == null ? null : bundle.refusal(state.serving.revision().offer().bundle());
    if (why != null) {
      throw new StageChecks.RefusedException("received", List.of(why));
    }
  }

  /** Whether it is already active, was rolled back, or has failed. */
  private boolean known(Revision revision) {
    if (revision.digest().equals(state.serving.revision().digest())) {
      Revision same = state.serving.revision();
      boolean moved = !Objects.equals(revision.offer().bundle(), same.offer().bundle());
      if (moved
          || !revision.digest().equals(state.ledger.now().active())
          || state.ledger.now().waiting() != null
          || state.ledger.now().rolledBackFrom() != null) {
        Instant since = same.activated() == null ? state.now() : same.activated();
        same =
            (state.ledger.now().active() == null
                    ? revision
                    : moved ? same.from(revision.offer()) : same)
                .active(since, same.approvedBy());
        state.ledger.record(state.ledger.now().avoiding(null).activated(same));
        state.serving.relabel(same);
      }
      state.publishRevisions();
      return true;
    }
    if (state.attempts.exhausted(revision.digest())) {
      state.ledger.record(
          state.ledger.now().failing(revision, List.of(LifeCycleState.ENDED), state.now()));
      state.attempts.settled(revision.digest());
    }
    Failure failure = state.ledger.now().failure(revision.digest());
    if (failure != null) {
      state.candidate =
          CandidateRevision.of(
              revision.as(
                  RevisionState.HELD,
                  LifeCycleState.withAdvice(failure.reasons(), LifeCycleState.FAILED)));
      state.publishRevisions();
      return true;
    }
    if (revision.digest().equals(state.ledger.now().rolledBackFrom())) {
      Revision stored = state.ledger.now().named(revision.digest());
      List<String> why =
          LifeCycleState.withAdvice(stored == null ? List.of() : stored.reasons(), ROLLED_BACK);
      state.candidate = CandidateRevision.of(revision.as(RevisionState.HELD, why));
      state.publishRevisions();
      return true;
    }
    TakenBack back = state.ledger.now().takenBack(revision.offer().bundle());
    if (back != null) {
      state.candidate =
          CandidateRevision.of(revision.as(RevisionState.HELD, List.of(back.message())));
      state.publishRevisions();
      return true;
    }
    return false;
  }

  /** What was active once is trusted, until it exceeds a limit. */
  private boolean hasServed(Revision revision) {
    Revision stored = state.ledger.now().named(revision.digest());
    return stored != null
        && stored.activated() != null
        && !state.attempts.suspect(revision.digest());
  }

  private boolean superseded(Revision revision, String stage) {
    if (newer.getAsBoolean()) {
      state.events.stopped(revision, stage, "superseded", NEWER);
      return true;
    }
    return false;
  }

  private void preview(Checked checked, ScenarioCheck.Result tested, HostSnapshot live)
      throws StageChecks.RefusedException {
    Revision revision = checked.revision();
    Preview candidatePreview =
        state.serving.preview(checked, revision.active(state.now(), null), live);
    if (superseded(revision, "judged")) {
      candidatePreview.close();
      return;
    }
    RevisionDifference difference = candidatePreview.difference(planner);
    RuleTextDifference text = StageChecks.text(state.serving.evaluation(), checked, tested);
    var impacts = new ArrayList<RevisionImpact>(difference.impacts(revision.digest()));
    impacts.addAll(text.impacts(revision.digest()));
    CandidateRevision previewed =
        CandidateRevision.of(revision.with(CandidateRevision.document(difference, text)))
            .previewed(candidatePreview, impacts);
    state.candidate = previewed;
    state.publishRevisions();
    state.events.passed(previewed.revision(), "previewed");
  }

  /** Applies the verdict of the active rules, once they have one. */
  void judge() throws InterruptedException {
    CandidateRevision now = state.candidate;
    HostSnapshot live = state.serving.live();
    if (now == null || live == null || !now.waits()) {
      return;
    }
    CandidateRevision.Verdict verdict =
        now.verdict(live, state.serving.revision(), state.ledger.approvals(now.revision()));
    if (verdict == null || !verdict.allowed()) {
      if (verdict != null) {
        stop(now, RevisionState.HELD, "judged", verdict.reasons());
      }
      return;
    }
    state.events.passed(now.revision(), "judged");
    Revision active = now.revision().active(state.now(), verdict.approvedBy());
    try {
      HostSnapshot first = state.activate(now.prepared(), active, "activated");
      state.kept = now.verifyPrediction(first, active, state.events);
      state.publishRevisions();
    } catch (StageChecks.RefusedException e) {
      reject(now.revision(), e);
    }
  }

  private void reject(Revision refused, StageChecks.RefusedException why) {
    stop(CandidateRevision.of(refused), RevisionState.REJECTED, why.stage(), why.reasons());
  }

  private void stop(
      CandidateRevision stopped, RevisionState ended, String stage, List<String> reasons) {
    state.dropCandidate();
    Revision revision = stopped.revision().as(ended, reasons);
    state.candidate = stopped.as(revision);
    state.events.stopped(revision, stage, ended.wire(), reasons);
    state.attempts.settled(revision.digest());
    state.ledger.record(state.ledger.now().with(revision));
    state.publishRevisions();
  }
}
