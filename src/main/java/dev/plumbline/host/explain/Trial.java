package dev.plumbline.host.explain;

import dev.plumbline.fact.Fact;
import dev.plumbline.rule.RuleSession;
import dev.plumbline.rule.RuleSet;
import dev.plumbline.rule.Settlement;
import dev.plumbline.rule.why.FactChange;
import java.util.Collection;
import java.util.List;

/** A copy of the facts that is really settled, to see what a change of them does. */
public final class Trial implements AutoCloseable {

  private final RuleSession session;
  private Settlement settlement;

  /** A copy of {@code facts}, settled. */
  public Trial(RuleSet rules, Collection<? extends Fact> facts) {
    this.session = rules.newSession();
    facts.forEach(session::put);
    this.settlement = session.settle();
  }

  /** What follows from the facts as they are. */
  public Settlement settlement() {
    return settlement;
  }

  /** Makes {@code facts} all that is known here. */
  public void become(Collection<? extends Collection<? extends Fact>> facts) {
    session.become(facts);
    settlement = session.settle();
  }

  /** What follows with {@code changes}. */
  Settlement with(List<FactChange> changes) {
    for (FactChange change : changes) {
      Fact after = change.after();
      if (after == null) {
        session.delete(change.key());
      } else {
        session.put(after);
      }
    }
    return session.settle();
  }

  /** Takes {@code changes} back. */
  void revert(List<FactChange> changes) {
    for (FactChange change : changes.reversed()) {
      Fact before = change.before();
      if (before == null) {
        session.delete(change.key());
      } else {
        session.put(before);
      }
    }
    settlement = session.settle();
  }

  @Override
  public void close() {
    session.close();
  }
}
