package dev.plumbline.revision;

import dev.plumbline.conclusion.RevisionConclusions.RevisionHold;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.fact.Revisions.RuleRevision;
import java.util.Collection;
import java.util.List;

/**
 * The verdict of the active rules on a revision.
 *
 * @param holds what holds it, sorted; none when it is allowed
 */
public record RevisionVerdict(List<RevisionHold> holds) {

  /**
   * Evaluates {@code rules} outside of any loop.
   *
   * @param policy their data and parameters, the limits among them
   * @param impacts what the revision would change
   */
  public static RevisionVerdict of(
      RuleSet rules,
      Collection<? extends Fact> policy,
      RuleRevision revision,
      List<RevisionImpact> impacts) {
    try (RuleSession session = rules.newSession()) {
      policy.forEach(session::put);
      session.put(revision);
      impacts.forEach(session::put);
      return new RevisionVerdict(session.settle().of(RevisionHold.class));
    }
  }

  /** Whether something holds it. */
  public boolean held() {
    return !holds.isEmpty();
  }
}
