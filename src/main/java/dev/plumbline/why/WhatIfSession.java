package dev.plumbline.why;

import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.engine.RuleSession.SettleOverrun;
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
 * until the next one, so that each takes one settlement, not two.
 */
public final class WhatIfSession implements AutoCloseable {

  /**
   * The rules need not converge on a change that is only tried, such as a gate that waits for
   * itself, which the reader of the data files would reject.
   */
  private static final SettleLimits LIMITS = new SettleLimits(1_000_000, Duration.ofSeconds(2));

  private final RuleSet rules;
  private final Map<String, Fact> facts = new HashMap<>();
  private final Set<String> changed = new HashSet<>();
  private @Nullable RuleSession session;
  private Settlement settlement = Settlement.NONE;
  private boolean tried;

  public WhatIfSession(RuleSet rules, Collection<? extends Fact> facts) {
    this.rules = rules;
    replaceAll(facts);
  }

  public Settlement settlement() {
    return settlement;
  }

  /** Whether a change was ever tried in it. */
  public boolean tried() {
    return tried;
  }

  public void replaceAll(Collection<? extends Fact> facts) {
    this.facts.clear();
    facts.forEach(fact -> this.facts.put(fact.key(), fact));
    changed.clear();
    RuleSession open = session == null ? rules.newSession() : session;
    session = open;
    open.replaceAll(List.of(this.facts.values()));
    settlement = open.settle();
  }

  /**
   * What follows with {@code changes} and no others; null when the rules fail on them or do not
   * converge.
   */
  @Nullable Settlement with(List<FactChange> changes) {
    tried = true;
    try {
      RuleSession open = open();
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
      return switch (open.settle(LIMITS)) {
        case Settlement settled -> settled;
        case SettleOverrun unused -> {
          close();
          yield null;
        }
      };
    } catch (RuntimeException e) {
      // What a session holds after a failure is not to be trusted.
      close();
      return null;
    }
  }

  public void restore() {
    if (session == null) {
      replaceAll(List.copyOf(facts.values()));
    } else if (!changed.isEmpty()) {
      Settlement restored = with(List.of());
      settlement = restored == null ? settlement : restored;
    }
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
      open.replaceAll(List.of(facts.values()));
    }
    return open;
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
