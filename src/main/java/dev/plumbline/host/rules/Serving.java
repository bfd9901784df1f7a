package dev.plumbline.host.rules;

import dev.plumbline.fact.Fact;
import dev.plumbline.host.Evaluation;
import dev.plumbline.host.Host;
import dev.plumbline.host.Live;
import dev.plumbline.host.PreparedRuleSet;
import dev.plumbline.host.Published;
import dev.plumbline.host.rules.Checks.Checked;
import dev.plumbline.source.Told;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** The revision that serves in the host, and how another takes its place. */
final class Serving {

  private final RuleGround ground;
  private final Host host;
  private final Published published;
  private Revision revision;
  private Evaluation evaluation;
  private List<String> reasons;
  private List<Fact> told = List.of();

  /** What {@code opening} says serves in {@code host}. */
  Serving(RuleGround ground, Host host, Published published, Opening opening) {
    this.ground = ground;
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
  @Nullable Live live() {
    return published.now();
  }

  /** Tells the rules which revisions there are, if that has changed. */
  void tell(List<Fact> facts) {
    if (!facts.equals(told)) {
      told = facts;
      host.publish(List.of(new Told(Preview.REVISIONS, facts, null)));
    }
  }

  /**
   * Has it settle on what {@code live} knows, as if it served.
   *
   * @param active the revision as it would be told of then
   */
  Preview trial(Checked checked, Revision active, Live live) throws Checks.RefusedException {
    try {
      return Preview.of(
          live, evaluation, checked.evaluation(), told(checked, active), ground.pace().limits());
    } catch (IllegalStateException e) {
      throw new Checks.RefusedException("previewed", e);
    }
  }

  /** Gets it ready to serve without looking at what it changes. */
  PreparedRuleSet ready(Checked checked, Revision active) throws Checks.RefusedException {
    Live live = published.now();
    if (live != null) {
      return trial(checked, active, live).succession();
    }
    List<Told> told = told(checked, active);
    return new PreparedRuleSet(
        checked.evaluation(),
        checked.evaluation().rules().newSession(),
        List.of(
            told.getFirst(),
            told.getLast(),
            new Told(Preview.DATA, checked.evaluation().policy().facts(), null)));
  }

  private static List<Told> told(Checked checked, Revision active) {
    return List.of(checked.parameters(), new Told(Preview.REVISIONS, List.of(active.fact()), null));
  }

  /**
   * Puts it in the place of the one that serves; if it fails there, nothing has changed.
   *
   * @return what was published of its first settlement
   */
  Live swap(PreparedRuleSet next, Revision active)
      throws Checks.RefusedException, InterruptedException {
    Live first;
    try {
      first = host.activate(next).get();
    } catch (ExecutionException e) {
      throw new Checks.RefusedException("active", e.getCause() == null ? e : e.getCause());
    }
    revision = active;
    evaluation = next.evaluation();
    reasons = List.of();
    told = List.of(active.fact());
    ground.parameters().serves(evaluation);
    return first;
  }

  /** The same rules, which are called otherwise or recorded only now. */
  void known(Revision same) {
    revision = same;
    reasons = List.of();
  }
}
