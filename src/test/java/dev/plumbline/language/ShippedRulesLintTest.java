package dev.plumbline.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.engine.RuleSet;
import org.junit.jupiter.api.Test;

/** The shipped rules hold to what is asked of every author. */
class ShippedRulesLintTest {

  @Test
  void nothingIsFound() {
    assertThat(RuleSet.compile(RuleFiles.shipped()).warnings()).isEmpty();
  }
}
