package dev.plumbline.revision;

import dev.plumbline.fact.Fact;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.loop.PreparedRuleSet;
import dev.plumbline.revision.StageChecks.Checked;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.trial.TrialRequest;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** The revision that is active in the host, and its replacement. */
final class ActiveRevision {

  private final RevisionContext context;
  private final Host host;
  private final HostState published;
  private Revision revision;
  private Evaluation evaluation;
  private List<String> reasons;
  private List<Fact> publishedFacts = List.of();
  private final AttemptRecorder attempts;
  private final String opened;
  private @Nullable Revision suspect;
  private boolean settled;

  ActiveRevision(RevisionContext context, Host host, HostState published, InitialRevision opening) {
    this.context = context;
    this.host = host;
    this.published = published;
    this.revision = opening.serving();
    this.evaluation = opening.evaluation();
    this.reasons = opening.reasons();
    this.attempts = opening.attempts();
    this.suspect = opening.suspect();
    this.opened = opening.serving().digest();
  }

  AttemptRecorder attempts() {
    return attempts;
  }

  /** What is not used before it is decided whether it can be; null when nothing waits for that. */
  @Nullable Revision suspect() {
    return suspect;
  }

  void suspect(@Nullable Revision revision) {
    suspect = revision;
  }

  /** Records once that what this process began with has settled. */
  void noteSettlement() {
    HostSnapshot live = published.now();
    if (!settled && live != null && live.current()) {
      attempts.settled(opened);
      settled = true;
    }
  }

  Revision revision() {
    return revision;
  }

  Evaluation evaluation() {
    return evaluation;
  }

  /**
   * Why it is not the revision that was active before the restart; empty when it is, or was
   * activated since.
   */
  List<String> reasons() {
    return reasons;
  }

  /** The latest snapshot; null before the first settlement. */
  @Nullable HostSnapshot live() {
    return published.now();
  }

  void publish(List<Fact> facts) {
    if (!facts.equals(publishedFacts)) {
      publishedFacts = facts;
      host.publish(List.of(new FactUpdate(Preview.REVISIONS, facts, null)));
    }
  }

  /** What a candidate is tried on: the facts as they are now; null before the first settlement. */
  TrialRequest.@Nullable TrialFacts trialFacts() {
    HostSnapshot live = published.now();
    return live == null ? null : TrialRequest.TrialFacts.of(live, evaluation);
  }

  /** Settles the candidate on the facts of {@code live}, as if it were active. */
  Preview preview(Checked checked, Revision active, HostSnapshot live)
      throws StageChecks.RefusedException {
    try {
      return Preview.of(
          live,
          evaluation,
          checked.evaluation(),
          updates(checked, active),
          context.timings().limits());
    } catch (IllegalStateException e) {
      throw new StageChecks.RefusedException("previewed", e);
    }
  }

  /** Prepares it for activation without computing its difference. */
  PreparedRuleSet prepare(Checked checked, Revision active) throws StageChecks.RefusedException {
    HostSnapshot live = published.now();
    if (live != null) {
      return preview(checked, active, live).prepared();
    }
    List<FactUpdate> updates = updates(checked, active);
    return new PreparedRuleSet(
        checked.evaluation(),
        checked.evaluation().rules().newSession(),
        List.of(
            updates.getFirst(),
            updates.getLast(),
            new FactUpdate(Preview.DATA, checked.evaluation().policy().facts(), null)));
  }

  private static List<FactUpdate> updates(Checked checked, Revision active) {
    return List.of(
        checked.parameters(), new FactUpdate(Preview.REVISIONS, active.facts(null), null));
  }

  /** Replaces the active revision; if activation fails, nothing changes. */
  HostSnapshot activate(PreparedRuleSet next, Revision active)
      throws StageChecks.RefusedException, InterruptedException {
    HostSnapshot first;
    try {
      first = host.activate(next).get();
    } catch (ExecutionException e) {
      throw new StageChecks.RefusedException("active", e.getCause() == null ? e : e.getCause());
    }
    revision = active;
    evaluation = next.evaluation();
    reasons = List.of();
    publishedFacts = active.facts(null);
    context.parameters().serves(evaluation);
    return first;
  }

  /** Updates the record of the active revision; the rules stay the same. */
  void relabel(Revision same) {
    revision = same;
    reasons = List.of();
  }
}
