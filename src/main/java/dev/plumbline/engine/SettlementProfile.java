package dev.plumbline.engine;

import dev.plumbline.engine.EngineInternals.RuleWatch;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.engine.RuleSession.SettleOverrun;
import dev.plumbline.engine.SettleBudget.Allocation;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What it takes to settle facts from nothing, by rule.
 *
 * @param rules every enabled rule, sorted by id
 * @param counts of all rules; what several share is counted once
 * @param usage from the start of a session to the settlement
 */
public record SettlementProfile(
    Settlement settlement, List<RuleCost> rules, Counts counts, Usage usage) {

  /**
   * What one rule takes. A join that several rules begin with is evaluated for the first of them to
   * be looked at.
   */
  public record RuleCost(Rule rule, Counts counts, Usage usage) {}

  /**
   * What is the same whenever it is repeated, on any machine.
   *
   * @param evaluations of conditions, of values that are looked up and of values that are
   *     accumulated
   * @param firings how often the rule has concluded
   * @param partialMatches of its first conditions, held to join them with the next one
   */
  public record Counts(long evaluations, long firings, long partialMatches) {

    public static final Counts NONE = new Counts(0, 0, 0);
  }

  /**
   * What differs with the machine, and each time.
   *
   * @param bytes allocated; 0 where the machine does not know
   */
  public record Usage(long nanos, long bytes) {

    public static final Usage NONE = new Usage(0, 0);

    public Usage plus(Usage other) {
      return new Usage(nanos + other.nanos, bytes + other.bytes);
    }

    public Usage minus(Usage other) {
      return new Usage(nanos - other.nanos, bytes - other.bytes);
    }
  }

  /**
   * The part of the usage that belongs to no rule: to start a session, to evaluate the conditions
   * of single facts, to collect the conclusions.
   */
  public Usage unassigned() {
    Usage left = usage;
    for (RuleCost cost : rules) {
      left = left.minus(cost.usage());
    }
    return left;
  }

  /** What this thread has used so far. */
  @FunctionalInterface
  public interface UsageMeter {

    Usage now();

    static UsageMeter ofThread() {
      var allocation = new Allocation();
      return () -> new Usage(System.nanoTime(), allocation.bytes());
    }
  }

  /** Charges each rule with what is used between begin and end. */
  private static final class Watch implements RuleWatch {

    private final UsageMeter meter;
    private final Map<String, Usage> byRule = new HashMap<>();
    private Usage begun = Usage.NONE;

    Watch(UsageMeter meter) {
      this.meter = meter;
    }

    @Override
    public void begin() {
      begun = meter.now();
    }

    @Override
    public void end(String rule) {
      byRule.merge(rule, meter.now().minus(begun), Usage::plus);
    }
  }

  /**
   * Settles facts from nothing. Evaluations are counted for all threads together: nothing else may
   * settle meanwhile.
   *
   * @throws InvalidRulesException when the rules exceed {@link SettleLimits#DEFAULT}
   */
  public static SettlementProfile of(RuleSet rules, Collection<Fact> facts, UsageMeter meter) {
    var watch = new Watch(meter);
    Map<Rule, Long> before = rules.evaluations();
    Usage begun = meter.now();
    try (RuleSession session = rules.newSession()) {
      facts.forEach(session::put);
      Settlement settlement =
          switch (session.settle(SettleLimits.DEFAULT, watch)) {
            case Settlement settled -> settled;
            case SettleOverrun overrun -> throw overrun.exception(rules.files());
          };
      Usage usage = meter.now().minus(begun);
      return of(rules, session, before, new Measured(settlement, watch, usage));
    }
  }

  private record Measured(Settlement settlement, Watch watch, Usage usage) {}

  private static SettlementProfile of(
      RuleSet rules, RuleSession session, Map<Rule, Long> before, Measured measured) {
    Map<Rule, Long> evaluations = rules.evaluations();
    Map<Rule, Long> firings = byRule(rules, session.firings());
    long[] held = {0};
    Map<Rule, Long> partialMatches =
        byRule(rules, session.partialMatches(matches -> held[0] += matches));
    var usages = new HashMap<Rule, Usage>();
    measured
        .watch()
        .byRule
        .forEach((name, usage) -> usages.merge(rules.rule(name), usage, Usage::plus));
    var costs = new ArrayList<RuleCost>();
    long evaluated = 0;
    long fired = 0;
    for (Rule rule : rules.rules()) {
      var counts =
          new Counts(
              evaluations.getOrDefault(rule, 0L) - before.getOrDefault(rule, 0L),
              firings.getOrDefault(rule, 0L),
              partialMatches.getOrDefault(rule, 0L));
      evaluated += counts.evaluations();
      fired += counts.firings();
      costs.add(new RuleCost(rule, counts, usages.getOrDefault(rule, Usage.NONE)));
    }
    return new SettlementProfile(
        measured.settlement(),
        List.copyOf(costs),
        new Counts(evaluated, fired, held[0]),
        measured.usage());
  }

  /** The alternatives of a rule together. */
  private static Map<Rule, Long> byRule(RuleSet rules, Map<String, Long> byName) {
    var byRule = new HashMap<Rule, Long>();
    byName.forEach((name, count) -> byRule.merge(rules.rule(name), count, Long::sum));
    return byRule;
  }
}
