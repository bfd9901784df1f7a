package dev.plumbline.rule;

import org.junit.jupiter.api.Test;

class ShippedRulesTest {
  @Test
  void compile() {
    RuleSet set = RuleSet.compile(RuleFiles.shipped());
    System.out.println(set.rules().size() + " rules " + set.digest());
  }
}
