package dev.plumbline.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the facts that is really settled, to see what a change of them does. A change stays
 * until the next one, so that each takes one settlement, not two; of that, what can contribute to
 * the goal comes first, and the rest only where the goal is reached.
 */
public final class WhatIfSession implements AutoCloseable {

  /**
   * The rules need not converge on a change that is only tried, such as a gate that waits for
   * itself, which the reader of the data files would reject.
   */
  private static final SettleLimits LIMITS = new SettleLimits(1_000_000, Duration.ofSeconds(2));

  /** With less time left, a copy that was lost is not made again. */
  private static final Duration REBUILD = Duration.ofSeconds(5);

  private final RuleSet rules;
  private final Map<String, Fact> facts = new HashMap<>();
  private final Set<String> changed = new HashSet<>();
  private @Nullable RuleSession session;
  private Settlement settlement = Settlement.NONE;
  private boolean tried;

  /** What became of a change. */
  enum Outcome {
    HOLDS,
    /** The goal does not hold; something that can contribute to it is not as it was. */
    DIFFERS,
    NO_EFFECT,
    /** The time was over first. */
    UNFINISHED,
    /** The rules fail with it, or do not converge. */
    FAILED
  }

  public WhatIfSession(RuleSet rules, Collection<? extends Fact> facts) {
    this.rules = rules;
    replaceAll(facts);
  }

  public Settlement settlement() {
    return settlement;
  }

  public void replaceAll(Collection<? extends Fact> facts) {
    this.facts.clear();
    facts.forEach(fact -> this.facts.put(fact.key(), fact));
    changed.clear();
    RuleSession open = session == null ? rules.newSession() : session;
    session = open;
    open.replaceAll(List.of(this.facts.values()));
    settlement = open.settle();
    tried = false;
  }

  /**
   * What follows with {@code changes} and no others; null when the rules fail on them or do not
   * converge.
   */
  @Nullable Settlement with(List<FactChange> changes) {
    long until = System.nanoTime() + Duration.ofDays(1).toNanos();
    return advance(changes, null, until) == null ? null : reached();
  }

  /** What becomes of {@code goal} with {@code changes} and no others, if it is known in time. */
  Outcome with(List<FactChange> changes, Goal goal, long until) {
    var type = goal.type().type().asSubclass(Conclusion.class);
    Boolean done = advance(changes, type, until);
    RuleSession open = session;
    if (done == null || open == null) {
      return until - System.nanoTime() < REBUILD.toNanos() && open == null
          ? Outcome.UNFINISHED
          : Outcome.FAILED;
    }
    if (!done) {
      return Outcome.UNFINISHED;
    }
    if (open.hasAppeared(type, goal::includes)) {
      return Outcome.HOLDS;
    }
    return open.differs(type) ? Outcome.DIFFERS : Outcome.NO_EFFECT;
  }

  /** All that follows with the last changes; null when the time was over or the rules fail. */
  @Nullable Settlement completed(long until) {
    RuleSession open = session;
    if (open == null) {
      return null;
    }
    try {
      return open.advance(null, until, LIMITS) ? open.reached() : null;
    } catch (RuntimeException e) {
      close();
      return null;
    }
  }

  /** What follows with the last changes, complete as far as it can contribute to their goal. */
  Settlement reached() {
    RuleSession open = session;
    return open == null ? settlement : open.reached();
  }

  /** Whether it came to an end in time; null when the session is lost. */
  private @Nullable Boolean advance(
      List<FactChange> changes, @Nullable Class<? extends Conclusion> towards, long until) {
    tried = true;
    try {
      RuleSession open = session;
      if (open == null) {
        if (until - System.nanoTime() < REBUILD.toNanos()) {
          return null;
        }
        replaceAll(List.copyOf(facts.values()));
        open = session;
      }
      if (open == null) {
        return null;
      }
      apply(open, changes);
      return open.advance(towards, until, LIMITS);
    } catch (RuntimeException e) {
      // What a session holds after a failure is not to be trusted.
      close();
      return null;
    }
  }

  private void apply(RuleSession open, List<FactChange> changes) {
    var now = new HashSet<String>();
    changes.forEach(change -> now.add(change.key()));
    for (String key : changed) {
      if (!now.contains(key)) {
        put(open, key, facts.get(key));
      }
    }
    changed.clear();
    changed.addAll(now);
    changes.forEach(change -> put(open, change.key(), change.after()));
  }

  /** Makes it as if nothing had been tried; anew where it was lost. */
  public void restore() {
    while (!restore(System.nanoTime() + Duration.ofDays(1).toNanos())) {
      // It has all the time.
    }
  }

  /**
   * The same until a time, as {@link System#nanoTime} has it; whether it is done. What is left to
   * do does not keep further changes from being tried.
   */
  public boolean restore(long until) {
    RuleSession open = session;
    if (open == null) {
      replaceAll(List.copyOf(facts.values()));
    } else if (tried) {
      try {
        apply(open, List.of());
        if (!open.advance(null, until, LIMITS)) {
          return false;
        }
        settlement = open.settle();
      } catch (RuntimeException e) {
        close();
        return false;
      }
    }
    tried = false;
    return true;
  }

  private static void put(RuleSession session, String key, @Nullable Fact fact) {
    if (fact == null) {
      session.delete(key);
    } else {
      session.put(fact);
    }
  }

  @Override
  public void close() {
    changed.clear();
    if (session != null) {
      session.close();
      session = null;
    }
  }
}
