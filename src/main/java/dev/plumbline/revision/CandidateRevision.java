package dev.plumbline.revision;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.RevisionConclusions.ApprovalAccepted;
import dev.plumbline.conclusion.RevisionConclusions.ApprovalObjection;
import dev.plumbline.conclusion.RevisionConclusions.RevisionAllowed;
import dev.plumbline.conclusion.RevisionConclusions.RevisionHold;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.PreparedRuleSet;
import dev.plumbline.revision.Revision.RevisionRequest.Proof;
import dev.plumbline.revision.Revision.RevisionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The latest offered revision, not active.
 *
 * @param preview its preview; null once closed
 */
record CandidateRevision(Revision revision, @Nullable Preview preview, List<RevisionImpact> impacts)
    implements AutoCloseable {

  private static final String SUMMARY = "summary";

  /**
   * What the active rules say.
   *
   * @param approvedBy whose approvals count; null for none
   */
  record Verdict(boolean allowed, @Nullable String approvedBy, List<String> reasons) {}

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
   *
   * @return null when they are not
   */
  @Nullable Boolean verifyPrediction(HostSnapshot first, Revision active, RevisionEvents events) {
    RevisionDifference followed = Objects.requireNonNull(preview).actualDifference(first);
    if (followed == null) {
      return null;
    }
    ObjectNode predicted = Objects.requireNonNull(revision.difference()).deepCopy();
    boolean kept = predicted.without(SUMMARY).equals(followed.json().without(SUMMARY));
    events.predicted(active, kept);
    return kept;
  }

  /** Whether the shipped rules are active because nothing else was allowed yet. */
  private static boolean firstIsHeld(RevisionHistory history, @Nullable Revision waiting) {
    return history.active() == null && waiting != null && waiting.state() == RevisionState.HELD;
  }

  static ObjectNode document(RevisionDifference difference, RuleTextDifference text) {
    ObjectNode document = difference.json();
    ArrayNode summary = document.putArray(SUMMARY);
    text.summary().forEach(summary::add);
    difference.summary().forEach(summary::add);
    return document;
  }

  List<Fact> facts(Revision serving, List<Approval> approvals) {
    var facts = new ArrayList<Fact>(List.of(serving.fact()));
    if (!revision.digest().equals(serving.digest())) {
      facts.add(revision.fact());
      facts.addAll(impacts);
      approvals.forEach(each -> facts.add(each.fact(revision.digest())));
    }
    return facts;
  }

  /** The verdict of the rules in {@code live}; null while they have not seen the candidate. */
  @Nullable Verdict verdict(HostSnapshot live, Revision serving, List<Approval> approvals) {
    if (!live.current()) {
      // No rule says which approval counts: it takes what the strictest of them would accept.
      String approvedBy =
          approvedBy(
              approvals.stream()
                  .filter(each -> each.proof() == Proof.TOKEN)
                  .filter(each -> !each.by().equals(revision.offer().author()))
                  .filter(each -> "no".equals(each.writesRules()) || another(each, approvals))
                  .map(each -> each.fact(revision.digest()).approver()));
      return new Verdict(
          approvedBy != null,
          approvedBy,
          List.of(
              "the active rules do not converge, and judge nothing. Try: roll back; or let somebody"
                  + " who may not write rules, or two people, approve it on the page or by rules"
                  + " approve --url."));
    }
    boolean known =
        facts(serving, approvals).stream()
            .allMatch(
                fact ->
                    live.facts()
                        .getOrDefault(fact.getClass().getSimpleName(), List.of())
                        .contains(fact));
    if (!known) {
      return null;
    }
    List<String> holds =
        Stream.concat(
                live.settlement().of(RevisionHold.class).stream()
                    .filter(hold -> hold.digest().equals(revision.digest()))
                    .map(hold -> hold.rule() + " " + hold.message()),
                live.settlement().of(ApprovalObjection.class).stream()
                    .filter(each -> each.digest().equals(revision.digest()))
                    .map(each -> each.rule() + " " + each.message()))
            .toList();
    boolean held =
        live.settlement().of(RevisionHold.class).stream()
            .anyMatch(hold -> hold.digest().equals(revision.digest()));
    boolean allowed =
        live.settlement().of(RevisionAllowed.class).stream()
            .anyMatch(each -> each.digest().equals(revision.digest()));
    if (!held && !allowed) {
      return new Verdict(
          false,
          null,
          List.of("no active rule allows it. Try: check whether rule-revisions.drl is replaced."));
    }
    return new Verdict(
        !held,
        approvedBy(
            live.settlement().of(ApprovalAccepted.class).stream()
                .filter(each -> each.digest().equals(revision.digest()))
                .map(ApprovalAccepted::by)),
        holds);
  }

  /** Whether somebody else has approved it with proof: one of the two has not written it. */
  private static boolean another(Approval approval, List<Approval> approvals) {
    return approvals.stream()
        .anyMatch(each -> each.proof() == Proof.TOKEN && !each.by().equals(approval.by()));
  }

  private static @Nullable String approvedBy(Stream<String> names) {
    String joined = names.distinct().sorted().collect(Collectors.joining(", "));
    return joined.isEmpty() ? null : joined;
  }

  static RuleSetStatus status(
      ActiveRevision serving,
      @Nullable CandidateRevision candidate,
      RevisionHistory history,
      @Nullable String fault,
      @Nullable String trialFault) {
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
            : standsIn && !firstIsHeld(history, waiting)
                ? RuleSetStatus.Word.ERROR
                : RuleSetStatus.Word.STALE,
        serving.revision(),
        candidate == null ? waiting : candidate.revision(),
        List.copyOf(reasons),
        history,
        trialFault);
  }

  @Override
  public void close() {
    if (preview != null) {
      preview.close();
    }
  }
}
