package dev.plumbline.engine;

import dev.plumbline.engine.SettleBudget.Meter;
import java.util.ArrayList;
import java.util.List;

/** The meters of the conditions of one rule, as it was translated. */
final class RuleMeters {

  private final String rule;
  private final List<Meter> meters = new ArrayList<>();

  /**
   * @param rule as the engine knows it
   */
  RuleMeters(String rule) {
    this.rule = rule;
  }

  String rule() {
    return rule;
  }

  /** A meter for one more condition; see {@link Meter#EVALUATIONS}. */
  Meter meter(int interval) {
    var meter = new Meter(rule, interval);
    meters.add(meter);
    return meter;
  }

  /**
   * The evaluations so far: of conditions, of values that are looked up and of values that are
   * accumulated.
   */
  long counted() {
    long sum = 0;
    for (Meter meter : meters) {
      sum += meter.counted();
    }
    return sum;
  }
}
