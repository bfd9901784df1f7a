package dev.plumbline.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import dev.plumbline.rule.Rule;
import dev.plumbline.rule.RuleFiles;
import dev.plumbline.rule.RuleSet;
import dev.plumbline.rule.Settlement;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PolicyTwinTest {

  private static final int SEEDS = 2_000;

  /** Goes on so far, while there is a rule that has concluded nothing. */
  private static final int MOST_SEEDS = 8_000;

  private static final RuleSet RULES = RuleSet.compile(RuleFiles.shipped());

  @Test
  void rulesAndTwinAgreeAndEveryRuleConcludesSomewhere() {
    var silent = new TreeSet<>(RULES.rules().stream().map(Rule::id).toList());
    for (long seed = 0; seed < SEEDS || (seed < MOST_SEEDS && !silent.isEmpty()); seed++) {
      List<Fact> facts = Facts.random(seed);
      Settlement settlement = settle(facts);
      requireSame(seed, settlement.conclusions(), PolicyTwin.conclude(facts));
      settlement
          .all()
          .forEach(each -> each.derivations().forEach(d -> silent.remove(d.rule().id())));
    }
    assertThat(silent).as("rules that conclude nothing over %d seeds", MOST_SEEDS).isEmpty();
  }

  private static Settlement settle(List<Fact> facts) {
    try (var session = RULES.newSession()) {
      facts.forEach(session::put);
      return session.settle();
    }
  }

  private static void requireSame(long seed, List<Conclusion> rules, List<Conclusion> twin) {
    for (int i = 0; i < Math.max(rules.size(), twin.size()); i++) {
      Conclusion byRules = i < rules.size() ? rules.get(i) : null;
      Conclusion byTwin = i < twin.size() ? twin.get(i) : null;
      if (byRules == null || !byRules.equals(byTwin)) {
        fail("seed %d, conclusion %d: rules %s, twin %s", seed, i, byRules, byTwin);
      }
    }
  }
}
