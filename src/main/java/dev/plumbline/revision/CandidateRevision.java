package dev.plumbline.revision;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.RevisionConclusions.RevisionAllowed;
import dev.plumbline.conclusion.RevisionConclusions.RevisionHold;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Revisions.RevisionApproval;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.PreparedRuleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The latest offered revision, not active.
 *
 * @param preview its preview; null once closed
 */
record CandidateRevision(Revision revision, @Nullable Preview preview, List<RevisionImpact> impacts)
    implements AutoCloseable {

  private static final String SUMMARY = "summary";

  record Verdict(boolean allowed, List<String> reasons) {}

  static CandidateRevision of(Revision revision) {
    return new CandidateRevision(revision, null, List.of());
  }

  CandidateRevision previewed(Preview preview, List<RevisionImpact> found) {
    return new CandidateRevision(revision, preview, List.copyOf(found));
  }

  /** The same with a final state, without a preview. */
  CandidateRevision as(Revision next) {
    return new CandidateRevision(next, null, impacts);
  }

  boolean waits() {
    return preview != null;
  }

  PreparedRuleSet prepared() {
    return Objects.requireNonNull(preview).prepared();
  }

  /**
   * Reports whether the actual difference is the predicted one, provided that facts and objects are
   * unchanged.
   */
  void verifyPrediction(HostSnapshot first, Revision active, RevisionEvents events) {
    RevisionDifference followed = Objects.requireNonNull(preview).actualDifference(first);
    if (followed != null) {
      ObjectNode predicted = Objects.requireNonNull(revision.difference()).deepCopy();
      events.predicted(active, predicted.without(SUMMARY).equals(followed.json().without(SUMMARY)));
    }
  }

  static ObjectNode document(RevisionDifference difference, RuleTextDifference text) {
    ObjectNode document = difference.json();
    ArrayNode summary = document.putArray(SUMMARY);
    text.summary().forEach(summary::add);
    difference.summary().forEach(summary::add);
    return document;
  }

  List<Fact> facts(Revision serving, @Nullable String approver) {
    var facts = new ArrayList<Fact>(List.of(serving.fact()));
    if (!revision.digest().equals(serving.digest())) {
      facts.add(revision.fact());
      facts.addAll(impacts);
      if (approver != null) {
        facts.add(new RevisionApproval(revision.digest(), approver));
      }
    }
    return facts;
  }

  /** The verdict of the rules in {@code live}; null while they have not seen the candidate. */
  @Nullable Verdict verdict(HostSnapshot live, Revision serving, @Nullable String approver) {
    if (!live.current()) {
      return new Verdict(
          approver != null,
          List.of(
              "the active rules do not converge, and judge nothing."
                  + " Try: approve it, or roll back."));
    }
    boolean known =
        facts(serving, approver).stream()
            .allMatch(
                fact ->
                    live.facts()
                        .getOrDefault(fact.getClass().getSimpleName(), List.of())
                        .contains(fact));
    if (!known) {
      return null;
    }
    List<String> holds =
        live.settlement().of(RevisionHold.class).stream()
            .filter(hold -> hold.digest().equals(revision.digest()))
            .map(hold -> hold.rule() + " " + hold.message())
            .toList();
    boolean allowed =
        live.settlement().of(RevisionAllowed.class).stream()
            .anyMatch(each -> each.digest().equals(revision.digest()));
    return holds.isEmpty() && !allowed
        ? new Verdict(
            false,
            List.of("no active rule allows it. Try: check whether rule-revisions.drl is replaced."))
        : new Verdict(holds.isEmpty(), holds);
  }

  static RuleSetStatus status(
      ActiveRevision serving,
      @Nullable CandidateRevision candidate,
      RevisionHistory history,
      @Nullable String fault) {
    var reasons = new ArrayList<String>(serving.reasons());
    Revision waiting =
        candidate == null ? history.waiting() : candidate.waits() ? null : candidate.revision();
    if (waiting != null) {
      waiting
          .reasons()
          .forEach(why -> reasons.add(waiting.state().wire() + " " + waiting.brief() + ": " + why));
    }
    if (fault != null) {
      reasons.add(fault);
    }
    boolean chosen = serving.revision().digest().equals(history.active());
    boolean standsIn =
        !chosen && serving.revision().offer().origin().equals(InitialRevision.SHIPPED);
    return new RuleSetStatus(
        reasons.isEmpty()
            ? RuleSetStatus.Word.LOADED
            : standsIn ? RuleSetStatus.Word.ERROR : RuleSetStatus.Word.STALE,
        serving.revision(),
        candidate == null ? waiting : candidate.revision(),
        List.copyOf(reasons),
        history);
  }

  @Override
  public void close() {
    if (preview != null) {
      preview.close();
    }
  }
}
