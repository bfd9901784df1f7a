package dev.plumbline.bench;

import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUsable;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.why.CompiledRules;
import dev.plumbline.why.Explanations;
import dev.plumbline.why.Goal;
import dev.plumbline.why.Suggestions.Budget;
import dev.plumbline.why.Suggestions.Copy;
import dev.plumbline.why.WhatIfSession;
import dev.plumbline.why.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;

/** Why a pool cannot use an instance type, asked of random ones of the full case. */
final class Questions {

  private static final int WARM_UP = 20;
  private static final int ROUNDS = 200;

  /** As the API has it. */
  private static final Duration PATIENCE = Duration.ofMillis(70);

  private Questions() {}

  static void measure(RuleSet rules, List<Fact> facts, Measured table) {
    try (var trial = new WhatIfSession(rules, facts)) {
      var forms = new CompiledRules(rules);
      List<Goal> questions = questions(facts, trial);
      // As the API keeps it while the facts stay.
      var explanations = new Explanations(forms, new World(facts, trial.settlement()));
      int next = 0;
      for (; next < WARM_UP; next++) {
        Goal wanted = questions.get(next);
        explanations
            .notHeld(wanted, explanations.absence(wanted), Copy.of(trial), Budget.of(PATIENCE))
            .lines();
        trial.restore();
      }
      double[] why = new double[ROUNDS];
      double[] both = new double[ROUNDS];
      int helped = 0;
      for (int i = 0; i < ROUNDS; i++) {
        Goal wanted = questions.get(next + i);
        long start = System.nanoTime();
        var absence = explanations.absence(wanted);
        why[i] = (System.nanoTime() - start) / 1e6;
        var notHeld = explanations.notHeld(wanted, absence, Copy.of(trial), Budget.of(PATIENCE));
        notHeld.lines();
        both[i] = (System.nanoTime() - start) / 1e6;
        // When the answer is on its way.
        trial.restore();
        helped += notHeld.suggestions().isEmpty() ? 0 : 1;
      }
      table.times("why a pool cannot use an instance type: the conditions that are not met", why);
      table.times("… with the smallest changes, each tried on a settled copy", both);
      table.row("… p99", "%.0f ms".formatted(Measured.percentile(both, 99)), "");
      table.row("questions with a change that does", helped + " of " + ROUNDS, "");
    }
  }

  private static List<Goal> questions(List<Fact> facts, WhatIfSession trial) {
    var usable = new HashSet<String>();
    trial
        .settlement()
        .of(InstanceTypeUsable.class)
        .forEach(each -> usable.add(each.nodePool() + "/" + each.instanceType()));
    List<NodePool> pools = NodeChanges.of(facts, NodePool.class);
    List<InstanceType> types = NodeChanges.of(facts, InstanceType.class);
    var random = new Random(1);
    var questions = new ArrayList<Goal>();
    while (questions.size() < WARM_UP + ROUNDS) {
      String pool = pools.get(random.nextInt(pools.size())).name();
      String type = types.get(random.nextInt(types.size())).name();
      if (!usable.contains(pool + "/" + type)) {
        questions.add(Goal.of("InstanceTypeUsable nodePool=" + pool + " instanceType=" + type));
      }
    }
    return questions;
  }
}
