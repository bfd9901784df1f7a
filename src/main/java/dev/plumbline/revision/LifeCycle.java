package dev.plumbline.revision;

import dev.plumbline.action.Planner;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.PreparedRuleSet;
import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.Revision.RevisionRequest.Proof;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.revision.StageChecks.Checked;
import dev.plumbline.trial.ScenarioCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The stages of a revision, from received to active, held or rejected. Of one thread. */
final class LifeCycle {

  private static final String ROLLED_BACK =
      "it was rolled back. Try: change something in it, or roll back to it.";

  /** Who takes back what does not settle. */
  private static final String PLUMBLINE = "plumbline";

  private static final List<String> NEVER_ACTIVE =
      List.of("only a revision that was active before can be rolled back to");

  private static final List<String> NEWER = List.of("something newer is offered");

  private final RevisionContext context;
  private final ActiveRevision serving;
  private final Planner planner;
  private final RevisionEvents events;
  private final BooleanSupplier newer;
  private final StageChecks checks;
  private final Ledger ledger;

  private @Nullable CandidateRevision candidate;
  private @Nullable String followed;
  private @Nullable String gaveUpOn;

  LifeCycle(
      RevisionContext context,
      ActiveRevision serving,
      Planner planner,
      RevisionEvents events,
      BooleanSupplier newer) {
    this.context = context;
    this.serving = serving;
    this.planner = planner;
    this.events = events;
    this.newer = newer;
    this.checks = new StageChecks(context, events);
    this.ledger = new Ledger(context);
    serving.publish(List.of(serving.revision().fact()));
  }

  /** Whether an offer can be processed: a preview needs a settlement. */
  boolean ready() {
    return activatesFirst() || serving.live() != null;
  }

  /** Whether what is offered becomes active without a preview, since nothing was before. */
  private boolean activatesFirst() {
    return ledger.now().active() == null && !context.judgesFirst();
  }

  void consider(RuleOffer offer) throws InterruptedException {
    if (candidate != null && candidate.waits()) {
      events.stopped(candidate.revision(), "judged", "superseded", NEWER);
    }
    dropCandidate();
    candidate = null;
    Revision revision = Revision.received(RuleFiles.of(offer.files()).digest(), offer, now());
    try {
      RuleFiles files = checks.files(offer);
      revision = Revision.received(files.digest(), offer, now());
      if (known(revision)) {
        return;
      }
      ledger.revert(ledger.now().avoiding(null));
      events.passed(revision, "received");
      ScenarioCheck.Result tried =
          hasServed(revision)
              ? null
              : checks.tried(revision, serving.revision(), serving.trialFacts());
      if (superseded(revision, "compiled")) {
        return;
      }
      Checked checked = checks.compiled(revision, files);
      if (superseded(revision, "tested")) {
        return;
      }
      ScenarioCheck.Result tested = checks.tested(checked, tried);
      if (superseded(revision, "previewed")) {
        return;
      }
      HostSnapshot live = serving.live();
      if (activatesFirst() || live == null) {
        Revision active = revision.active(now(), null);
        HostSnapshot unused = activate(serving.prepare(checked, active), active, "first");
      } else {
        preview(checked, tested, live);
      }
    } catch (StageChecks.RefusedException e) {
      reject(revision, e);
    }
  }

  /** Whether it is already active, or was rolled back. */
  private boolean known(Revision revision) {
    if (revision.digest().equals(serving.revision().digest())) {
      Revision same = serving.revision();
      if (!revision.digest().equals(ledger.now().active())
          || ledger.now().waiting() != null
          || ledger.now().rolledBackFrom() != null) {
        Instant since = same.activated() == null ? now() : same.activated();
        same = (ledger.now().active() == null ? revision : same).active(since, same.approvedBy());
        ledger.record(ledger.now().avoiding(null).activated(same));
        serving.relabel(same);
      }
      publishRevisions();
      return true;
    }
    if (revision.digest().equals(ledger.now().rolledBackFrom())) {
      Revision kept = ledger.now().named(revision.digest());
      List<String> why =
          kept == null || kept.reasons().isEmpty() ? List.of(ROLLED_BACK) : withAdvice(kept);
      candidate = CandidateRevision.of(revision.as(RevisionState.HELD, why));
      return true;
    }
    return false;
  }

  /** What was active once is trusted, until it exceeds a limit. */
  private boolean hasServed(Revision revision) {
    Revision kept = ledger.now().named(revision.digest());
    return kept != null && kept.activated() != null;
  }

  private static List<String> withAdvice(Revision takenBack) {
    var why = new ArrayList<String>(takenBack.reasons());
    why.add(ROLLED_BACK);
    return List.copyOf(why);
  }

  private boolean superseded(Revision revision, String stage) {
    if (newer.getAsBoolean()) {
      events.stopped(revision, stage, "superseded", NEWER);
      return true;
    }
    return false;
  }

  private void preview(Checked checked, ScenarioCheck.Result tested, HostSnapshot live)
      throws StageChecks.RefusedException {
    Revision revision = checked.revision();
    Preview candidatePreview = serving.preview(checked, revision.active(now(), null), live);
    if (superseded(revision, "judged")) {
      candidatePreview.close();
      return;
    }
    RevisionDifference difference = candidatePreview.difference(planner);
    RuleTextDifference text = StageChecks.text(serving.evaluation(), checked, tested);
    var impacts = new ArrayList<RevisionImpact>(difference.impacts(revision.digest()));
    impacts.addAll(text.impacts(revision.digest()));
    CandidateRevision previewed =
        CandidateRevision.of(revision.with(CandidateRevision.document(difference, text)))
            .previewed(candidatePreview, impacts);
    candidate = previewed;
    publishRevisions();
    events.passed(previewed.revision(), "previewed");
  }

  /** Applies the verdict of the active rules, once they have one. */
  void judge() throws InterruptedException {
    CandidateRevision now = candidate;
    HostSnapshot live = serving.live();
    if (now == null || live == null || !now.waits()) {
      return;
    }
    CandidateRevision.Verdict verdict =
        now.verdict(live, serving.revision(), ledger.approvals(now.revision()));
    if (verdict == null || !verdict.allowed()) {
      if (verdict != null) {
        stop(now, RevisionState.HELD, "judged", verdict.reasons());
      }
      return;
    }
    events.passed(now.revision(), "judged");
    Revision active = now.revision().active(now(), verdict.approvedBy());
    try {
      HostSnapshot first = activate(now.prepared(), active, "activated");
      now.verifyPrediction(first, active, events);
    } catch (StageChecks.RefusedException e) {
      reject(now.revision(), e);
    }
  }

  private HostSnapshot activate(PreparedRuleSet next, Revision active, String how)
      throws StageChecks.RefusedException, InterruptedException {
    RevisionHistory before = ledger.now();
    ledger.record(before.activated(active));
    events.passed(active, "recorded");
    HostSnapshot first;
    try {
      first = serving.activate(next, active);
    } catch (StageChecks.RefusedException e) {
      ledger.revert(before);
      throw e;
    }
    candidate = null;
    followed = active.digest();
    events.passed(active, "active");
    events.serves(active, how, Duration.between(active.received(), now()));
    publishRevisions();
    return first;
  }

  private void reject(Revision refused, StageChecks.RefusedException why) {
    stop(CandidateRevision.of(refused), RevisionState.REJECTED, why.stage(), why.reasons());
  }

  private void stop(
      CandidateRevision stopped, RevisionState state, String stage, List<String> reasons) {
    dropCandidate();
    Revision revision = stopped.revision().as(state, reasons);
    candidate = stopped.as(revision);
    events.stopped(revision, stage, state.wire(), reasons);
    ledger.record(ledger.now().with(revision));
    publishRevisions();
  }

  /**
   * Processes pending requests.
   *
   * @return whether the latest offer must be considered again
   */
  boolean answer() throws InterruptedException {
    boolean again = false;
    for (RevisionRequest request : context.store().requests()) {
      if (request.kind() == RevisionRequest.Kind.ROLLBACK) {
        again |= rollBack(request);
      } else {
        var approval = new Approval(request.by(), request.proof());
        ledger.record(ledger.now().approved(request.digest(), approval));
        again |= candidate != null && candidate.revision().digest().startsWith(request.digest());
      }
      context.store().answered(request);
    }
    return again;
  }

  private boolean rollBack(RevisionRequest request) throws InterruptedException {
    Revision to =
        request.digest().isEmpty()
            ? ledger.now().before().stream().findFirst().orElse(null)
            : ledger.now().named(request.digest());
    if (to == null || to.digest().equals(serving.revision().digest())) {
      return false;
    }
    if (to.state() != RevisionState.REPLACED) {
      events.stopped(to, "requested", "refused", NEVER_ACTIVE);
      return false;
    }
    dropCandidate();
    return takeBack(to, request.by(), List.of());
  }

  /**
   * Goes back to the revision that was active before, when the active one exceeds a limit or fails.
   * Tried once for each, since the facts may be why.
   *
   * @return whether the latest offer must be considered again
   */
  boolean goBack() throws InterruptedException {
    HostSnapshot live = serving.live();
    Revision from = serving.revision();
    if (live == null || live.current() || from.digest().equals(gaveUpOn)) {
      return false;
    }
    gaveUpOn = from.digest();
    List<String> why =
        List.of(
            "it was active and did not settle, the one before it is active again: "
                + live.gates().getFirst().message());
    for (Revision to : ledger.now().before()) {
      if (!to.digest().equals(from.digest())) {
        dropCandidate();
        if (takeBack(to, PLUMBLINE, why)) {
          events.stopped(from, "active", "failed", why);
          return true;
        }
      }
    }
    return false;
  }

  /** Activates a former revision; the active one is not taken again until something else is. */
  private boolean takeBack(Revision to, String by, List<String> why) throws InterruptedException {
    Revision from = serving.revision();
    RevisionHistory before = ledger.now();
    try {
      Checked checked = checks.kept(to);
      Revision active = checked.revision().active(now(), by);
      PreparedRuleSet succession = serving.prepare(checked, active);
      ledger.revert(
          (why.isEmpty() ? before : before.with(from.as(RevisionState.ACTIVE, why)))
              .avoiding(from.digest()));
      HostSnapshot unused = activate(succession, active, "rolled-back");
      return true;
    } catch (StageChecks.RefusedException e) {
      ledger.record(before);
      events.stopped(to, e.stage(), "failed", e.reasons());
      return false;
    }
  }

  void follow() throws InterruptedException {
    Revision recorded = ledger.read().serving();
    String current = serving.revision().digest();
    boolean known = recorded == null || recorded.digest().equals(followed);
    followed = recorded == null ? followed : recorded.digest();
    if (recorded == null || known || current.equals(followed)) {
      return;
    }
    try {
      Checked checked = checks.kept(recorded);
      if (!checked.revision().digest().equals(current)) {
        HostSnapshot unused =
            serving.activate(serving.prepare(checked, checked.revision()), checked.revision());
        events.serves(checked.revision(), "followed", Duration.ZERO);
      }
    } catch (StageChecks.RefusedException e) {
      candidate = CandidateRevision.of(recorded.as(RevisionState.REJECTED, e.reasons()));
      events.stopped(recorded, e.stage(), "failed", e.reasons());
    }
  }

  void recordOpening() {
    if (ledger.begins(serving.revision())) {
      events.passed(serving.revision(), "recorded");
    }
  }

  void dropCandidate() {
    CandidateRevision now = candidate;
    if (now != null && now.waits()) {
      now.close();
      candidate = null;
    }
  }

  RuleSetStatus status(@Nullable String fault) {
    return CandidateRevision.status(serving, candidate, ledger.now(), fault);
  }

  private void publishRevisions() {
    serving.publish(
        candidate == null
            ? List.of(serving.revision().fact())
            : candidate.facts(serving.revision(), ledger.approvals(candidate.revision())));
  }

  private Instant now() {
    return context.timings().clock().instant();
  }

  /** The history in the store. Not thread-safe. */
  static final class Ledger {

    private final RevisionContext context;
    private RevisionHistory now = RevisionHistory.NONE;

    Ledger(RevisionContext context) {
      this.context = context;
    }

    RevisionHistory now() {
      return now;
    }

    RevisionHistory read() {
      now = context.store().read();
      return now;
    }

    void record(RevisionHistory next) {
      if (!context.leads().getAsBoolean()) {
        throw new RevisionStore.FaultException("another replica decides now");
      }
      RevisionHistory kept = next.limited(context.settings().keep());
      context.store().write(kept);
      now = kept;
    }

    /** Records the initial revision if nothing is recorded and it is not the shipped one. */
    boolean begins(Revision opening) {
      boolean records =
          now.active() == null && !opening.offer().origin().equals(InitialRevision.SHIPPED);
      if (records) {
        record(now.activated(opening));
      }
      return records;
    }

    /** Restores an earlier history after a failed activation. */
    void revert(RevisionHistory before) {
      now = before;
    }

    /** Those of the offer, which claim to be from somebody, and those that were asked for. */
    List<Approval> approvals(Revision revision) {
      var approvals = new LinkedHashSet<Approval>();
      revision
          .offer()
          .approvals()
          .forEach(
              (digest, by) -> {
                if (digest.length() >= Revision.LEAST_DIGITS
                    && revision.digest().startsWith(digest)) {
                  approvals.add(new Approval(by, Proof.CLAIM));
                }
              });
      approvals.addAll(now.approvals(revision.digest()));
      return List.copyOf(approvals);
    }
  }
}
