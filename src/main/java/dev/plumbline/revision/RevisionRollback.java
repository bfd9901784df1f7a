package dev.plumbline.revision;

import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.PreparedRuleSet;
import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.revision.StageChecks.Checked;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Goes back to revisions that were active before, by request or because the active one fails. */
final class RevisionRollback {

  private static final Logger LOG = Logger.getLogger(RevisionRollback.class);

  private static final List<String> NEVER_ACTIVE =
      List.of("only a revision that was active before can be rolled back to");

  private final LifeCycleState state;

  /** The digest of what was active when going back was last tried; null before. */
  private @Nullable String gaveUpOn;

  RevisionRollback(LifeCycleState state) {
    this.state = state;
  }

  /**
   * Goes back to the revision that is requested, or to the one before.
   *
   * @return whether the latest offer must be considered again
   */
  boolean rollBack(RevisionRequest request) throws InterruptedException {
    Revision to =
        request.digest().isEmpty()
            ? state.ledger.now().before().stream().findFirst().orElse(null)
            : state.ledger.now().named(request.digest());
    if (to == null || to.digest().equals(state.serving.revision().digest())) {
      return false;
    }
    if (state.ledger.now().failure(to.digest()) != null) {
      state.events.stopped(to, "requested", "refused", List.of(LifeCycleState.FAILED));
      return false;
    }
    if (to.state() != RevisionState.REPLACED) {
      state.events.stopped(to, "requested", "refused", NEVER_ACTIVE);
      return false;
    }
    state.dropCandidate();
    return takeBack(to, request.by(), List.of());
  }

  /**
   * Goes back to the revision that was active before, at last to the shipped rules, when the active
   * one exceeds a limit or fails. Tried once for each, since the facts may be why.
   *
   * @return whether the latest offer must be considered again
   */
  boolean goBack() throws InterruptedException {
    HostSnapshot live = state.serving.live();
    Revision from = state.serving.revision();
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
      state.dropCandidate();
      if (takeBack(to, LifeCycleState.PLUMBLINE, why)) {
        state.events.stopped(from, "active", "failed", why);
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
    for (Revision to : BundleOutcomes.instead(state.ledger.now(), bundle)) {
      state.dropCandidate();
      if (takeBack(to, LifeCycleState.PLUMBLINE, why)) {
        state.events.stopped(from, "active", "taken-back", why);
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
    state.ledger.now().before().stream()
        .filter(each -> state.ledger.now().failure(each.digest()) == null)
        .forEach(before::add);
    try {
      Revision shipped = InitialRevision.ofShipped(state.context, state.checks);
      if (before.stream().noneMatch(each -> each.digest().equals(shipped.digest()))
          && state.ledger.now().failure(shipped.digest()) == null) {
        before.add(shipped);
      }
    } catch (StageChecks.RefusedException e) {
      state.events.stopped(from, e.stage(), "failed", e.reasons());
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
    Revision from = state.serving.revision();
    RevisionHistory before = state.ledger.now();
    try {
      state.attempts.activating(to.digest());
      Checked checked = state.checks.kept(to);
      Revision active = checked.revision().active(state.now(), by);
      PreparedRuleSet succession = state.serving.prepare(checked, active);
      state.ledger.revert(
          (why.isEmpty() ? before.avoiding(from.digest()) : before.failing(from, why, state.now()))
              .leaving(from.offer().bundle(), to.offer().bundle(), reason(by, why), state.now()));
      HostSnapshot unused = state.activate(succession, active, "rolled-back");
      return true;
    } catch (StageChecks.RefusedException e) {
      state.ledger.record(before);
      state.events.stopped(to, e.stage(), "failed", e.reasons());
      return false;
    } finally {
      state.attempts.settled(to.digest());
    }
  }

  private static String reason(String by, List<String> why) {
    return why.isEmpty() ? "rolled back by " + by : String.join("; ", why);
  }
}
