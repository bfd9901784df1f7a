package dev.plumbline.revision;

import dev.plumbline.conclusion.RevisionConclusions.RevisionHold;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Policy.Parameter;
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

  public static RevisionVerdict of(
      RuleSet rules,
      Collection<Parameter> parameters,
      RuleRevision revision,
      List<RevisionImpact> impacts) {
    try (RuleSession session = rules.newSession()) {
      parameters.forEach(session::put);
      session.put(revision);
      impacts.forEach(session::put);
      return new RevisionVerdict(session.settle().of(RevisionHold.class));
    }
  }

  public boolean held() {
    return !holds.isEmpty();
  }
}
