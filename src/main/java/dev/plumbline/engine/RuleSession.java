package dev.plumbline.engine;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.EngineInternals.RuleWatch;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.TimeConditions;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.RuleProblem;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;

/**
 * Facts and the conclusions drawn from them, updated incrementally. Not thread-safe; settlements
 * are immutable.
 */
public final class RuleSession implements AutoCloseable {

  private static final int FIRINGS_PER_CHECK = 1_000;

  /** The same where the clock decides how far it goes. */
  private static final int FIRINGS_PER_LOOK = 32;

  private final RuleSet rules;
  private final KieSession session;
  private final Map<String, FactHandle> known = new HashMap<>();
  private final ConclusionChanges changes;
  private final TimeConditions times = new TimeConditions();
  private Settlement last = Settlement.NONE;

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
    if (!(fact instanceof EvaluationTime)) {
      return into(fact);
    }
    // Conditions on a fact alone are evaluated as it is put.
    times.install();
    try {
      return into(fact);
    } finally {
      TimeConditions.remove();
    }
  }

  private boolean into(Fact fact) {
    String key = fact.key();
    FactHandle before = known.get(key);
    if (before == null) {
      known.put(key, session.insert(fact));
      return true;
    }
    if (fact.equals(before.getObject())) {
      return false;
    }
    if (fact instanceof EvaluationTime) {
      times.forget();
    }
    session.update(before, fact);
    return true;
  }

  public boolean delete(String key) {
    FactHandle before = known.remove(key);
    if (before == null) {
      return false;
    }
    session.delete(before);
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
    FactHandle handle = known.get(key);
    return handle == null ? null : (Fact) handle.getObject();
  }

  public int size() {
    return known.size();
  }

  /**
   * Fires until no rule is activated or {@code limits} are exceeded. After an overrun the session
   * is inconsistent and must be closed. Firings are counted between firings; the clock and the
   * memory are looked at while conditions are evaluated, too.
   *
   * @throws InvalidRulesException when a rule cannot be evaluated on these facts, with the rule;
   *     the session must be closed
   */
  public Settled settle(SettleLimits limits) {
    return settle(limits, session::fireAllRules);
  }

  private Settled settle(SettleLimits limits, IntUnaryOperator firing) {
    var budget = new SettleBudget(limits, rules);
    changes.forgetFirings();
    budget.install();
    times.install();
    try {
      return settle(limits, budget, firing);
    } catch (RuntimeException e) {
      SettleBudget.Exceeded exceeded = SettleBudget.Exceeded.in(e);
      if (exceeded == null) {
        throw RuleFault.named(e, rules);
      }
      boolean memory = exceeded.limit() == Limit.MEMORY;
      return changes.overrun(
          exceeded.limit(), memory ? memoryUser(exceeded.rule()) : exceeded.rule(), budget.took());
    } catch (OutOfMemoryError | StackOverflowError e) {
      // No closure looked at the memory in time: a join without a condition has none. What the
      // session holds goes when it is closed.
      return changes.overrun(Limit.MEMORY, memoryUser(budget.rule()), budget.took());
    } finally {
      SettleBudget.remove();
      TimeConditions.remove();
    }
  }

  /**
   * The first instant at which the time alone may change what follows: before it, settling with
   * another time and otherwise the same facts gives the same conclusions. {@link Instant#MAX} when
   * there is none, {@link Instant#MIN} when any instant may change something, since a rule reads
   * the time itself.
   */
  public Instant nextChange() {
    return times.next();
  }

  /**
   * The rule that took the memory.
   *
   * @param looked the one whose condition was looked at last, which finds the memory full without
   *     having filled it
   */
  private @Nullable String memoryUser(@Nullable String looked) {
    String rule = EngineInternals.memoryUser(session);
    return rule == null ? looked : rule;
  }

  /**
   * @param firing fires rules up to a number of times, and returns how often
   */
  private Settled settle(SettleLimits limits, SettleBudget budget, IntUnaryOperator firing) {
    long firings = 0;
    while (true) {
      int fired =
          firing.applyAsInt((int) Math.min(FIRINGS_PER_CHECK, limits.firings() - firings + 1));
      firings += fired;
      if (firings > limits.firings()) {
        return changes.overrun(Limit.FIRINGS, null, budget.took());
      }
      if (fired >= FIRINGS_PER_CHECK && budget.took().compareTo(limits.duration()) > 0) {
        return changes.overrun(Limit.DURATION, null, budget.took());
      }
      if (fired < FIRINGS_PER_CHECK) {
        last = changes.applyTo(last);
        return last;
      }
    }
  }

  /** As {@link #settle(SettleLimits)}, with what is worked on watched. */
  Settled settle(SettleLimits limits, RuleWatch watch) {
    return settle(limits, max -> EngineInternals.fireAll(session, max, watch));
  }

  /** How often each rule, as the engine knows it, has fired in the last settlement. */
  Map<String, Long> firings() {
    return changes.firings();
  }

  /** See {@link EngineInternals#partialMatches}. */
  Map<String, Long> partialMatches(LongConsumer nodes) {
    return EngineInternals.partialMatches(session, nodes);
  }

  /**
   * Fires what can contribute to conclusions of a type, before all else, until nothing of it is
   * left to do or the time is over. The session stays consistent in between: facts may change, and
   * the next call goes on from there. The last settlement stays the one to compare with.
   *
   * @param towards the type; null for every conclusion
   * @param until when the time is over, as {@link System#nanoTime} has it
   * @param limits beyond which the rules are considered not to converge
   * @return whether nothing is left to do
   * @throws RuntimeException when limits are exceeded or the rules fail; the session must be closed
   */
  public boolean advance(
      @Nullable Class<? extends Conclusion> towards, long until, SettleLimits limits) {
    var budget = new SettleBudget(limits, rules);
    budget.install();
    times.install();
    try {
      Predicate<String> waited =
          towards == null ? rule -> true : rules.contributing(towards).rules()::contains;
      long firings = 0;
      while (EngineInternals.fireFirst(session, waited)) {
        if (System.nanoTime() > until) {
          return false;
        }
        firings += session.fireAllRules(FIRINGS_PER_LOOK);
        if (firings > limits.firings()) {
          throw new IllegalStateException("rules do not converge");
        }
      }
      return true;
    } finally {
      SettleBudget.remove();
      TimeConditions.remove();
    }
  }

  /** Whether a conclusion is there that passes, and was not in the last settlement. */
  public boolean hasAppeared(Class<? extends Conclusion> type, Predicate<Conclusion> passes) {
    return changes.hasAppeared(last, type, passes);
  }

  /**
   * Whether anything that can contribute to conclusions of a type differs from the last settlement.
   */
  public boolean differs(Class<? extends Conclusion> towards) {
    return changes.differ(last, rules.contributing(towards).types());
  }

  /**
   * What follows as far as {@link #advance} has gone; the last settlement stays the one to compare
   * with.
   */
  public Settlement reached() {
    return changes.appliedTo(last);
  }

  /**
   * Fires until no rule is activated and returns all conclusions.
   *
   * @throws InvalidRulesException when the rules exceed {@link SettleLimits#DEFAULT}; it names the
   *     rule, and the session must be closed
   */
  public Settlement settle() {
    return switch (settle(SettleLimits.DEFAULT)) {
      case Settlement settlement -> settlement;
      case SettleOverrun overrun -> throw overrun.exception(rules.files());
    };
  }

  @Override
  public void close() {
    session.dispose();
  }

  public sealed interface Settled permits Settlement, SettleOverrun {}

  /** What a settlement exceeded. */
  public enum Limit {
    FIRINGS,
    DURATION,
    MEMORY,
    /** The length of a text that a rule concludes. */
    TEXT
  }

  /**
   * A settlement that exceeded its limits and was aborted; its session must be closed.
   *
   * @param rule that fired most often or, where conditions took too much, that was under work
   * @param times it has fired
   * @param firings of all rules
   */
  public record SettleOverrun(Limit exceeded, Rule rule, long times, long firings, Duration took)
      implements Settled {

    private static final String UNDER_WORK =
        "%s was under work. Try: join its patterns by a key, or look for a rule that supports"
            + " itself.";

    /** What was exceeded, by which rule, and what to do. */
    public String message() {
      String named = rule.named();
      return switch (exceeded) {
        case FIRINGS ->
            "rules fired "
                + firings
                + " times in "
                + took.toMillis()
                + " ms without converging, "
                + named
                + " "
                + times
                + " of them. Try: look for a rule that supports itself.";
        case DURATION -> "rules did not converge in " + work() + ", " + UNDER_WORK.formatted(named);
        case MEMORY ->
            "rules take more memory than there is after "
                + work()
                + ", "
                + UNDER_WORK.formatted(named);
        case TEXT ->
            named
                + " concludes a text of more than "
                + SettleBudget.MAX_TEXT
                + " characters. Try: look for a text that it makes of its own conclusions.";
      };
    }

    private String work() {
      return took.toMillis() + " ms and " + firings + " firings";
    }

    InvalidRulesException exception(RuleFiles files) {
      return new InvalidRulesException(
          List.of(new RuleProblem(files.display(rule.file()), rule.line(), 1, message())));
    }
  }

  /** The limits of one settlement; beyond them, rules are considered not to converge. */
  public record SettleLimits(long firings, Duration duration) {

    /** What a host has unless it is configured otherwise, and every verb that settles once. */
    public static final SettleLimits DEFAULT = new SettleLimits(2_000_000, Duration.ofSeconds(60));
  }
}
