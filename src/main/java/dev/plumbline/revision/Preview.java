package dev.plumbline.revision;

import dev.plumbline.action.Plan;
import dev.plumbline.action.Planner;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.engine.RuleSession.SettleOverrun;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.PreparedRuleSet;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.trial.TrialRequest.TrialFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A rule set in a session of its own, settled on the latest facts of the host as if it were active.
 */
final class Preview implements AutoCloseable {

  static final String DATA = "rules";

  static final String REVISIONS = "revisions";

  private final HostSnapshot live;
  private final Map<String, Fact> facts;
  private final PreparedRuleSet prepared;
  private final Settlement settlement;

  private Preview(
      HostSnapshot live, Map<String, Fact> facts, PreparedRuleSet prepared, Settlement settlement) {
    this.live = live;
    this.facts = facts;
    this.prepared = prepared;
    this.settlement = settlement;
  }

  /**
   * Settles the rules on the facts of {@code live}.
   *
   * @param updates replace the facts that came with them: parameters, revisions
   * @throws IllegalStateException when the rules fail, or exceed {@code limits}
   */
  static Preview of(
      HostSnapshot live,
      Evaluation serving,
      Evaluation next,
      List<FactUpdate> updates,
      SettleLimits limits) {
    var all = new ArrayList<>(updates);
    all.add(new FactUpdate(DATA, next.policy().facts(), null));
    RuleSession session = next.rules().newSession();
    try {
      Map<String, Fact> facts = facts(live, serving, all);
      session.replaceAll(List.of(facts.values()));
      return switch (session.settle(limits)) {
        case Settlement settlement ->
            new Preview(
                live, facts, new PreparedRuleSet(next, session, List.copyOf(all)), settlement);
        case SettleOverrun overrun -> throw new IllegalStateException(overrun.message());
      };
    } catch (RuntimeException e) {
      session.close();
      throw e instanceof IllegalStateException
          ? e
          : new IllegalStateException(
              "the rules failed: " + e + ". Try: look for a comparison of different types.", e);
    }
  }

  private static Map<String, Fact> facts(
      HostSnapshot live, Evaluation serving, List<FactUpdate> updates) {
    Map<String, Fact> facts = TrialFacts.outside(live, serving);
    updates.forEach(each -> each.facts().forEach(fact -> facts.putIfAbsent(fact.key(), fact)));
    return facts;
  }

  Settlement settlement() {
    return settlement;
  }

  RevisionDifference difference(Planner planner) {
    return difference(settlement, planner.plan(settlement, live.objects()));
  }

  private RevisionDifference difference(Settlement after, Plan plan) {
    return RevisionDifference.between(live.settlement(), live.plan(), after, plan, live.facts());
  }

  /**
   * The actual difference after activation; null when it cannot be compared with the preview, since
   * facts or objects have changed as well.
   */
  @Nullable RevisionDifference actualDifference(HostSnapshot after) {
    return same(after.facts()) && after.objects().all().equals(live.objects().all())
        ? difference(after.settlement(), after.plan())
        : null;
  }

  private boolean same(SortedMap<String, List<Fact>> after) {
    return after.values().stream().mapToInt(List::size).sum() == facts.size()
        && after.values().stream()
            .flatMap(List::stream)
            .allMatch(fact -> fact.equals(facts.get(fact.key())));
  }

  /** The prepared rule set. Once activated, this preview must not be closed. */
  PreparedRuleSet prepared() {
    return prepared;
  }

  @Override
  public void close() {
    prepared.session().close();
  }
}
