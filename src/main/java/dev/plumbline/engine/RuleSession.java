package dev.plumbline.engine;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.Rule;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;

/**
 * Facts and the conclusions drawn from them, updated incrementally. Not thread-safe; settlements
 * are immutable.
 */
public final class RuleSession implements AutoCloseable {

  private static final int FIRINGS_PER_CHECK = 1_000;

  private final RuleSet rules;
  private final KieSession session;
  private final Map<String, Known> known = new HashMap<>();
  private final ConclusionChanges changes;
  private Settlement last = Settlement.NONE;

  private record Known(Fact fact, FactHandle handle) {}

  RuleSession(RuleSet rules, KieSession session) {
    this.rules = rules;
    this.session = session;
    this.changes = new ConclusionChanges(rules);
    session.addEventListener(changes);
    session.addEventListener(changes.matches());
  }

  public RuleSet rules() {
    return rules;
  }

  public boolean put(Fact fact) {
    String key = fact.key();
    Known before = known.get(key);
    if (before == null) {
      known.put(key, new Known(fact, session.insert(fact)));
      return true;
    }
    if (before.fact().equals(fact)) {
      return false;
    }
    session.update(before.handle(), fact);
    known.put(key, new Known(fact, before.handle()));
    return true;
  }

  public boolean delete(String key) {
    Known before = known.remove(key);
    if (before == null) {
      return false;
    }
    session.delete(before.handle());
    return true;
  }

  public int replaceAll(Collection<? extends Collection<? extends Fact>> facts) {
    var gone = new HashSet<>(known.keySet());
    int changed = 0;
    for (Collection<? extends Fact> list : facts) {
      for (Fact fact : list) {
        gone.remove(fact.key());
        changed += put(fact) ? 1 : 0;
      }
    }
    gone.forEach(this::delete);
    return changed + gone.size();
  }

  /**
   * Assumes a conclusion of rules that are not part of this session, as scenarios do. {@link
   * #settle} does not return it.
   */
  public void assume(Conclusion conclusion) {
    session.insert(conclusion);
  }

  public @Nullable Fact fact(String key) {
    Known fact = known.get(key);
    return fact == null ? null : fact.fact();
  }

  public int size() {
    return known.size();
  }

  /**
   * Fires until no rule is activated or {@code limits} are exceeded. After an overrun the session
   * is inconsistent and must be closed. Limits are checked between firings; a single condition is
   * never interrupted.
   */
  public Settled settle(SettleLimits limits) {
    long start = System.nanoTime();
    long firings = 0;
    changes.forgetFirings();
    while (true) {
      int fired =
          session.fireAllRules((int) Math.min(FIRINGS_PER_CHECK, limits.firings() - firings + 1));
      firings += fired;
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      if (firings > limits.firings()
          || fired >= FIRINGS_PER_CHECK && took.compareTo(limits.duration()) > 0) {
        return changes.overrun(firings, took);
      }
      if (fired < FIRINGS_PER_CHECK) {
        last = changes.applyTo(last);
        return last;
      }
    }
  }

  /** Fires until no rule is activated and returns all conclusions. */
  public Settlement settle() {
    session.fireAllRules();
    last = changes.applyTo(last);
    return last;
  }

  @Override
  public void close() {
    session.dispose();
  }

  public sealed interface Settled permits Settlement, SettleOverrun {}

  /** A settlement that exceeded its limits and was aborted; its session must be closed. */
  public record SettleOverrun(Rule rule, long times, long firings, Duration took)
      implements Settled {}

  /** The limits of one settlement; beyond them, rules are considered not to converge. */
  public record SettleLimits(long firings, Duration duration) {}
}
