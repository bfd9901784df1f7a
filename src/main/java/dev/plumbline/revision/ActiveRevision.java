package dev.plumbline.revision;

import dev.plumbline.fact.Fact;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.loop.PreparedRuleSet;
import dev.plumbline.revision.StageChecks.Checked;
import dev.plumbline.source.FactUpdate;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** The revision that serves in the host, and how another takes its place. */
final class ActiveRevision {

  private final RevisionContext context;
  private final Host host;
  private final HostState published;
  private Revision revision;
  private Evaluation evaluation;
  private List<String> reasons;
  private List<Fact> publishedFacts = List.of();

  /** What {@code opening} says serves in {@code host}. */
  ActiveRevision(RevisionContext context, Host host, HostState published, InitialRevision opening) {
    this.context = context;
    this.host = host;
    this.published = published;
    this.revision = opening.serving();
    this.evaluation = opening.evaluation();
    this.reasons = opening.reasons();
  }

  Revision revision() {
    return revision;
  }

  Evaluation evaluation() {
    return evaluation;
  }

  /** Why it is not what served last; empty when it is, or was chosen since. */
  List<String> reasons() {
    return reasons;
  }

  /** What is known now; null before the first settlement. */
  @Nullable HostSnapshot live() {
    return published.now();
  }

  /** Tells the rules which revisions there are, if that has changed. */
  void publish(List<Fact> facts) {
    if (!facts.equals(publishedFacts)) {
      publishedFacts = facts;
      host.publish(List.of(new FactUpdate(Preview.REVISIONS, facts, null)));
    }
  }

  /**
   * Has it settle on what {@code live} knows, as if it served.
   *
   * @param active the revision as it would be told of then
   */
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

  /** Gets it ready to serve without looking at what it changes. */
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
        checked.parameters(), new FactUpdate(Preview.REVISIONS, List.of(active.fact()), null));
  }

  /**
   * Puts it in the place of the one that serves; if it fails there, nothing has changed.
   *
   * @return what was published of its first settlement
   */
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
    publishedFacts = List.of(active.fact());
    context.parameters().serves(evaluation);
    return first;
  }

  /** The same rules, which are called otherwise or recorded only now. */
  void relabel(Revision same) {
    revision = same;
    reasons = List.of();
  }
}
