package dev.plumbline.rule.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.rule.RuleFiles;
import dev.plumbline.rule.RuleSet;
import org.junit.jupiter.api.Test;

/** The shipped rules hold to what is asked of every author. */
class ShippedRulesLintTest {

  @Test
  void nothingIsFound() {
    assertThat(RuleSet.compile(RuleFiles.shipped()).warnings()).isEmpty();
  }
}
