package dev.plumbline.host.explain;

import dev.plumbline.fact.Fact;
import dev.plumbline.rule.RuleSession;
import dev.plumbline.rule.RuleSet;
import dev.plumbline.rule.Settlement;
import dev.plumbline.rule.why.FactChange;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A copy of the facts that is really settled, to see what a change of them does. */
public final class Trial implements AutoCloseable {

  private final RuleSet rules;
  private final Map<String, Fact> facts = new HashMap<>();
  private @Nullable RuleSession session;
  private Settlement settlement = Settlement.NONE;

  /** A copy of {@code facts}, settled. */
  public Trial(RuleSet rules, Collection<? extends Fact> facts) {
    this.rules = rules;
    become(facts);
  }

  /** What follows from the facts as they are. */
  public Settlement settlement() {
    return settlement;
  }

  /** Makes {@code facts} all that is known here. */
  public void become(Collection<? extends Fact> facts) {
    this.facts.clear();
    facts.forEach(fact -> this.facts.put(fact.key(), fact));
    restore();
  }

  /** What follows with {@code changes}; null when the rules fail on them. */
  @Nullable Settlement with(List<FactChange> changes) {
    try {
      RuleSession open = open();
      for (FactChange change : changes) {
        put(open, change.key(), change.after());
      }
      return open.settle();
    } catch (RuntimeException e) {
      // What a session holds after a failure is not to be trusted.
      close();
      return null;
    }
  }

  /** Takes {@code changes} back. */
  void revert(List<FactChange> changes) {
    RuleSession open = session;
    if (open == null) {
      restore();
      return;
    }
    for (FactChange change : changes) {
      put(open, change.key(), facts.get(change.key()));
    }
    settlement = open.settle();
  }

  private static void put(RuleSession session, String key, @Nullable Fact fact) {
    if (fact == null) {
      session.delete(key);
    } else {
      session.put(fact);
    }
  }

  private RuleSession open() {
    RuleSession open = session;
    if (open == null) {
      open = rules.newSession();
      session = open;
    }
    return open;
  }

  private void restore() {
    RuleSession open = open();
    open.become(List.of(facts.values()));
    settlement = open.settle();
  }

  @Override
  public void close() {
    if (session != null) {
      session.close();
      session = null;
    }
  }
}
