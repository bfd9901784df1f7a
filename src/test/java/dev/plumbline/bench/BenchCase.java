package dev.plumbline.bench;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import dev.plumbline.rule.RuleSession;
import dev.plumbline.rule.RuleSet;
import dev.plumbline.rule.Settlement;
import dev.plumbline.twin.PolicyTwin;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/**
 * The facts of one snapshot with the rules that judge them.
 *
 * @param rules the rules
 * @param facts all facts, those of the rule set included
 */
record BenchCase(RuleSet rules, List<Fact> facts) {

  static final int WARM_UP = 15;
  static final int ROUNDS = 25;

  /** What rules and twin conclude, which must be the same. */
  List<Conclusion> conclusions() {
    List<Conclusion> engine = settle().conclusions();
    List<Conclusion> twin = PolicyTwin.conclude(facts);
    if (!engine.equals(twin)) {
      throw new IllegalStateException(
          "rules and twin differ: %d and %d conclusions".formatted(engine.size(), twin.size()));
    }
    return engine;
  }

  /** A new session with all facts, settled. */
  void full(Measured table) {
    Measured.rounds(WARM_UP, 0, this::settle);
    Measured.rounds(WARM_UP * 10, 0, () -> PolicyTwin.conclude(facts));
    // In turns, so that a busy machine slows both; each after a few rounds that are not measured,
    // so that neither pays for the garbage of the other.
    double[] engine = {};
    double[] twin = {};
    for (int i = 0; i < ROUNDS / 5; i++) {
      engine = Measured.joined(engine, Measured.rounds(1, 5, this::settle));
      twin = Measured.joined(twin, Measured.rounds(10, 20, () -> PolicyTwin.conclude(facts)));
    }
    table.times("rules: new session, all facts, settled with derivations", engine);
    table.times("twin: the same policy in plain Java, without derivations", twin);
    double ratio = Measured.percentile(engine, 50) / Measured.percentile(twin, 50);
    table.row("ratio", String.format(Locale.ROOT, "**%.0f×**", ratio), "");
  }

  /** The heap of a settled session beside its facts, in bytes. */
  long session() {
    long before = Measured.heap();
    try (RuleSession session = rules.newSession()) {
      facts.forEach(session::put);
      session.settle();
      return Measured.heap() - before;
    }
  }

  Settlement settle() {
    try (RuleSession session = rules.newSession()) {
      facts.forEach(session::put);
      return session.settle();
    }
  }

  /** How many conclusions come or go. */
  static int changed(Settlement before, Settlement after) {
    var old = new HashSet<>(before.conclusions());
    var now = new HashSet<>(after.conclusions());
    int common = (int) old.stream().filter(now::contains).count();
    return old.size() + now.size() - 2 * common;
  }
}
