package dev.plumbline.revision;

import dev.plumbline.fact.Fact;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.PreparedRuleSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the parts of {@link LifeCycle} share. Of one thread. */
final class LifeCycleState {

  static final String FAILED =
      "it is not taken again by itself. Try: change something in it; or, if the facts were why, let"
          + " somebody approve it on the page or by rules approve --url.";

  static final String ENDED =
      "the process ended, more than once, while it was made active, though a trial had passed";

  /** Who takes back what does not settle. */
  static final String PLUMBLINE = "plumbline";

  final RevisionContext context;
  final ActiveRevision serving;
  final RevisionEvents events;
  final StageChecks checks;
  final Ledger ledger;
  final AttemptRecorder attempts;

  /** The latest offer; null when it is active, or nothing was offered. */
  @Nullable CandidateRevision candidate;

  /** Whether the preview of what serves was kept; null if unknown. */
  @Nullable Boolean kept;

  /** The digest of what was last activated, or followed as recorded; null before. */
  @Nullable String followed;

  LifeCycleState(RevisionContext context, ActiveRevision serving, RevisionEvents events) {
    this.context = context;
    this.serving = serving;
    this.events = events;
    this.checks = new StageChecks(context, events);
    this.ledger = new Ledger(context);
    this.attempts = serving.attempts();
  }

  /** Records a revision as active and replaces the one that is. */
  HostSnapshot activate(PreparedRuleSet next, Revision active, String how)
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

  void dropCandidate() {
    CandidateRevision now = candidate;
    if (now != null && now.waits()) {
      now.close();
      candidate = null;
      attempts.abandoned(now.revision().digest());
    }
  }

  void publishRevisions() {
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

  static List<String> withAdvice(List<String> reasons, String advice) {
    var why = new ArrayList<String>(reasons);
    why.add(advice);
    return List.copyOf(why);
  }

  Instant now() {
    return context.timings().clock().instant();
  }
}
