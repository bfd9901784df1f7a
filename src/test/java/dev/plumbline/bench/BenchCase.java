package dev.plumbline.bench;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import java.util.HashSet;
import java.util.List;

/**
 * The facts of one snapshot with the rules that judge them.
 *
 * @param rules the rules
 * @param facts all facts, those of the rule set included
 */
record BenchCase(RuleSet rules, List<Fact> facts) {

  static final int WARM_UP = 15;
  static final int ROUNDS = 25;

  List<Conclusion> conclusions() {
    return settle().conclusions();
  }

  /** A new session with all facts, settled. */
  void full(Measured table) {
    Measured.rounds(WARM_UP, 0, this::settle);
    double[] engine = Measured.rounds(0, ROUNDS, this::settle);
    table.times("rules: new session, all facts, settled with derivations", engine);
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
