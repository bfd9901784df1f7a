package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.AtWork;
import dev.plumbline.language.RuleFiles;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A process that ends for want of memory has said by then which rule it was at, and where it is.
 */
class RuleAtWorkTest {

  private static final String RULES =
      """
      /*
       * What does the team object to?
       *
       * Reads      Parameter
       * Concludes  AmiObjection
       * Default    none
       */
      package rules.team

      import dev.plumbline.fact.Parameter
      import dev.plumbline.conclusion.AmiObjection

      rule "parameters differ"
          @Id("TEAM-001") @Control("CM-2") @Severity("low")
      when
          Parameter( $a : name )
          Parameter( name != $a, $b : name )
      then
          insertLogical( new AmiObjection( "TEAM-001", $a, $b, "differs" ) );
      end
      """;

  @Test
  void theRuleAtWorkIsKnownWithItsPlace() {
    RuleSet rules = RuleSet.compile(RuleFiles.of(Map.of("team.drl", RULES)));
    try (RuleSession session = rules.newSession()) {
      for (int i = 0; i < 60; i++) {
        session.put(new Parameter("p" + i, "", "same"));
      }
      var unused = session.settle();
    }
    assertThat(AtWork.now()).isEqualTo("TEAM-001 (team.drl:13)");
  }
}
