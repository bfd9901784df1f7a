package dev.plumbline.revision;

import dev.plumbline.action.Planner;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.PreparedRuleSet;
import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.Revision.RevisionRequest.Proof;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.revision.RevisionHistory.Failure;
import dev.plumbline.revision.RevisionHistory.TakenBack;
import dev.plumbline.revision.StageChecks.Checked;
import dev.plumbline.trial.ScenarioCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The stages of a revision, from received to active, held or rejected. Of one thread. */
final class LifeCycle {

  private static final Logger LOG = Logger.getLogger(LifeCycle.class);

  private static final String ROLLED_BACK =
      "it was rolled back. Try: change something in it, or roll back to it.";

  private static final String FAILED =
      "it is not taken again by itself. Try: change something in it; or, if the facts were why, let"
          + " somebody approve it on the page or by rules approve --url.";

  private static final String ENDED =
      "the process ended, more than once, while it was made active, though a trial had passed";

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
  private final AttemptRecorder attempts;

  private @Nullable CandidateRevision candidate;

  /** Whether the preview of what serves was kept; null if unknown. */
  private @Nullable Boolean kept;

  private @Nullable String followed;
  private @Nullable String gaveUpOn;
  private @Nullable String notFollowed;

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
    this.attempts = serving.attempts();
    publishRevisions();
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
      requireNotOlder(offer.bundle());
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
      attempts.activating(revision.digest());
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
    } finally {
      if (candidate == null || !candidate.waits()) {
        attempts.abandoned(revision.digest());
      }
    }
  }

  /** A bundle that somebody puts back serves no more than one that was changed. */
  private void requireNotOlder(@Nullable BundleOrigin bundle) throws StageChecks.RefusedException {
    String why = bundle == null ? null : bundle.refusal(serving.revision().offer().bundle());
    if (why != null) {
      throw new StageChecks.RefusedException("received", List.of(why));
    }
  }

  /** Whether it is already active, was rolled back, or has failed. */
  private boolean known(Revision revision) {
    if (revision.digest().equals(serving.revision().digest())) {
      Revision same = serving.revision();
      boolean moved = !Objects.equals(revision.offer().bundle(), same.offer().bundle());
      if (moved
          || !revision.digest().equals(ledger.now().active())
          || ledger.now().waiting() != null
          || ledger.now().rolledBackFrom() != null) {
        Instant since = same.activated() == null ? now() : same.activated();
        same =
            (ledger.now().active() == null ? revision : moved ? same.from(revision.offer()) : same)
                .active(since, same.approvedBy());
        ledger.record(ledger.now().avoiding(null).activated(same));
        serving.relabel(same);
      }
      publishRevisions();
      return true;
    }
    if (attempts.exhausted(revision.digest())) {
      ledger.record(ledger.now().failing(revision, List.of(ENDED), now()));
      attempts.settled(revision.digest());
    }
    Failure failure = ledger.now().failure(revision.digest());
    if (failure != null) {
      candidate =
          CandidateRevision.of(
              revision.as(RevisionState.HELD, withAdvice(failure.reasons(), FAILED)));
      publishRevisions();
      return true;
    }
    if (revision.digest().equals(ledger.now().rolledBackFrom())) {
      Revision stored = ledger.now().named(revision.digest());
      List<String> why = withAdvice(stored == null ? List.of() : stored.reasons(), ROLLED_BACK);
      candidate = CandidateRevision.of(revision.as(RevisionState.HELD, why));
      publishRevisions();
      return true;
    }
    TakenBack back = ledger.now().takenBack(revision.offer().bundle());
    if (back != null) {
      candidate = CandidateRevision.of(revision.as(RevisionState.HELD, List.of(back.message())));
      publishRevisions();
      return true;
    }
    return false;
  }

  /** What was active once is trusted, until it exceeds a limit. */
  private boolean hasServed(Revision revision) {
    Revision stored = ledger.now().named(revision.digest());
    return stored != null && stored.activated() != null && !attempts.suspect(revision.digest());
  }

  private static List<String> withAdvice(List<String> reasons, String advice) {
    var why = new ArrayList<String>(reasons);
    why.add(advice);
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
      kept = now.verifyPrediction(first, active, events);
      publishRevisions();
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
    kept = null;
    followed = active.digest();
    attempts.settled(active.digest());
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
    attempts.settled(revision.digest());
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
        var approval = new Approval(request.by(), request.proof(), request.writesRules());
        RevisionHistory approved = ledger.now().approved(request.digest(), approval);
        ledger.record(
            request.proof() == Proof.TOKEN ? approved.pardoned(request.digest()) : approved);
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
    if (ledger.now().failure(to.digest()) != null) {
      events.stopped(to, "requested", "refused", List.of(FAILED));
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
   * Goes back to the revision that was active before, at last to the shipped rules, when the active
   * one exceeds a limit or fails. Tried once for each, since the facts may be why.
   *
   * @return whether the latest offer must be considered again
   */
  boolean goBack() throws InterruptedException {
    HostSnapshot live = serving.live();
    Revision from = serving.revision();
    if (live == null || from.digest().equals(gaveUpOn)) {
      return false;
    }
    if (live.current()) {
      return leaveBundle(live, from);
    }
    gaveUpOn = from.digest();
    List<String> why =
        List.of(
            "it was active and did not settle, the one before it is active again: "
                + live.gates().getFirst().message());
    for (Revision to : before(from)) {
      dropCandidate();
      if (takeBack(to, PLUMBLINE, why)) {
        events.stopped(from, "active", "failed", why);
        return true;
      }
    }
    return false;
  }

  /**
   * Goes back to what was active before the bundle that serves, when the active rules want that.
   * Tried once for each revision: without an earlier one it stays.
   */
  private boolean leaveBundle(HostSnapshot live, Revision from) throws InterruptedException {
    BundleOrigin bundle = from.offer().bundle();
    if (bundle == null || !live.rules().digest().equals(from.digest())) {
      return false;
    }
    List<String> why = BundleOutcomes.objections(live, bundle);
    if (why.isEmpty()) {
      return false;
    }
    gaveUpOn = from.digest();
    for (Revision to : BundleOutcomes.instead(ledger.now(), bundle)) {
      dropCandidate();
      if (takeBack(to, PLUMBLINE, why)) {
        events.stopped(from, "active", "taken-back", why);
        return true;
      }
    }
    LOG.warnf(
        "A bundle is to be taken back, and nothing that was active before it is kept: bundle=%s why=%s",
        bundle.title(), why);
    return false;
  }

  /** What may take the place of {@code from}: what was active before it, at last the shipped. */
  private List<Revision> before(Revision from) {
    var before = new ArrayList<Revision>();
    ledger.now().before().stream()
        .filter(each -> ledger.now().failure(each.digest()) == null)
        .forEach(before::add);
    try {
      Revision shipped = InitialRevision.ofShipped(context, checks);
      if (before.stream().noneMatch(each -> each.digest().equals(shipped.digest()))
          && ledger.now().failure(shipped.digest()) == null) {
        before.add(shipped);
      }
    } catch (StageChecks.RefusedException e) {
      events.stopped(from, e.stage(), "failed", e.reasons());
    }
    before.removeIf(each -> each.digest().equals(from.digest()));
    return before;
  }

  /**
   * Activates a former revision; the active one is not taken again until something else is.
   *
   * @param why the active one failed, and is held; none when somebody rolls it back
   */
  private boolean takeBack(Revision to, String by, List<String> why) throws InterruptedException {
    Revision from = serving.revision();
    RevisionHistory before = ledger.now();
    try {
      attempts.activating(to.digest());
      Checked checked = checks.kept(to);
      Revision active = checked.revision().active(now(), by);
      PreparedRuleSet succession = serving.prepare(checked, active);
      ledger.revert(
          (why.isEmpty() ? before.avoiding(from.digest()) : before.failing(from, why, now()))
              .leaving(from.offer().bundle(), to.offer().bundle(), told(by, why), now()));
      HostSnapshot unused = activate(succession, active, "rolled-back");
      return true;
    } catch (StageChecks.RefusedException e) {
      ledger.record(before);
      events.stopped(to, e.stage(), "failed", e.reasons());
      return false;
    } finally {
      attempts.settled(to.digest());
    }
  }

  private static String told(String by, List<String> why) {
    return why.isEmpty() ? "rolled back by " + by : String.join("; ", why);
  }

  void noteSettlement() {
    serving.noteSettlement();
  }

  /** Whether nothing that served last waits for a trial. */
  boolean decided() {
    return serving.suspect() == null;
  }

  /**
   * Decides about what the last process ended with: it serves again if a trial passes and it
   * settles; else what serves in its place takes it, and says so.
   *
   * @return whether the latest offer must be considered again
   */
  boolean recover() throws InterruptedException {
    Revision from = serving.suspect();
    if (from == null || serving.live() == null) {
      return false;
    }
    try {
      if (attempts.exhausted(from.digest())) {
        throw new StageChecks.RefusedException("active", List.of(ENDED));
      }
      ScenarioCheck.Result unused = checks.tried(from, serving.revision(), serving.trialFacts());
      attempts.activating(from.digest());
      Checked checked = checks.kept(from);
      HostSnapshot first =
          serving.activate(serving.prepare(checked, checked.revision()), checked.revision());
      attempts.settled(from.digest());
      followed = from.digest();
      serving.suspect(null);
      events.serves(checked.revision(), "followed", Duration.ZERO);
      return first.current();
    } catch (StageChecks.RefusedException e) {
      failed(from, e);
      serving.suspect(null);
      return true;
    }
  }

  private void failed(Revision from, StageChecks.RefusedException e) {
    var why = new ArrayList<String>();
    why.add(
        "the process ended with it before it had settled, "
            + serving.revision().brief()
            + " is active in its place");
    why.addAll(e.reasons());
    if (context.leads().getAsBoolean()) {
      Revision instead = serving.revision().active(now(), PLUMBLINE);
      ledger.record(
          ledger
              .read()
              .failing(from, why, now())
              .leaving(
                  from.offer().bundle(), instead.offer().bundle(), String.join("; ", why), now())
              .activated(instead));
      serving.relabel(instead);
      followed = instead.digest();
      attempts.settled(from.digest());
      candidate = CandidateRevision.of(from.as(RevisionState.HELD, withAdvice(why, FAILED)));
      events.serves(instead, "rolled-back", Duration.ZERO);
    } else {
      notFollowed = from.digest();
      candidate = CandidateRevision.of(from.as(RevisionState.REJECTED, why));
    }
    events.stopped(from, e.stage(), "failed", why);
    publishRevisions();
  }

  /** The process ends as it should: what was begun is not what ended it. */
  void end() {
    try {
      attempts.end();
    } catch (RevisionStore.FaultException e) {
      LOG.warnf("What was begun stays recorded: error=%s", e.getMessage());
    }
  }

  void follow() throws InterruptedException {
    Revision recorded = ledger.read().serving();
    publishRevisions();
    String current = serving.revision().digest();
    boolean known = recorded == null || recorded.digest().equals(followed);
    if (recorded != null
        && attempts.suspect(recorded.digest())
        && !current.equals(recorded.digest())) {
      if (context.leads().getAsBoolean() || !recorded.digest().equals(notFollowed)) {
        serving.suspect(recorded);
      }
      return;
    }
    followed = recorded == null ? followed : recorded.digest();
    if (recorded == null || known || current.equals(followed)) {
      return;
    }
    try {
      attempts.activating(recorded.digest());
      Checked checked = checks.kept(recorded);
      if (!checked.revision().digest().equals(current)) {
        HostSnapshot unused =
            serving.activate(serving.prepare(checked, checked.revision()), checked.revision());
        events.serves(checked.revision(), "followed", Duration.ZERO);
      }
    } catch (StageChecks.RefusedException e) {
      candidate = CandidateRevision.of(recorded.as(RevisionState.REJECTED, e.reasons()));
      events.stopped(recorded, e.stage(), "failed", e.reasons());
    } finally {
      attempts.settled(recorded.digest());
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
      attempts.abandoned(now.revision().digest());
    }
  }

  RuleSetStatus status(@Nullable String fault) {
    return CandidateRevision.status(
        serving, candidate, ledger.now(), fault, context.trials().fault());
  }

  private void publishRevisions() {
    var facts = new ArrayList<Fact>(serving.revision().facts(kept));
    CandidateRevision now = candidate;
    if (now != null) {
      now.facts(serving.revision(), ledger.approvals(now.revision())).stream()
          .filter(each -> !facts.contains(each))
          .forEach(facts::add);
    }
    facts.addAll(BundleOutcomes.facts(ledger.now(), serving.revision(), now));
    serving.publish(List.copyOf(facts));
  }

  private Instant now() {
    return context.timings().clock().instant();
  }
}
