package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.FindingConclusions.CalculationFailed;
import dev.plumbline.conclusion.ImageConclusions.AmiObjection;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.RuleFiles;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be calculated keeps one rule from holding on one fact, and is said. */
class CalculationsTest {

  private static final String OTHER =
      rule("TEAM-002", "other rule", "Parameter( $p : name )", "\"m\"");

  private static final CalculationFailed ZERO =
      new CalculationFailed("TEAM-001", "Parameter/zero", "division by zero");

  private static String rule(String id, String name, String when, String message) {
    return """
    rule "%s"
        @Id("%s") @Control("CM-2") @Severity("low")
    when
        %s
    then
        insertLogical( new AmiObjection( "%s", "c", $p, %s ) );
    end

    """
        .formatted(name, id, when, id, message);
  }

  private static RuleSet rules(String when, String message) {
    return RuleSet.compile(
        RuleFiles.of(
            Map.of(
                "team.drl",
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

                """
                    + rule("TEAM-001", "it divides", when, message)
                    + OTHER)));
  }

  private static RuleSession session(RuleSet rules) {
    RuleSession session = rules.newSession();
    session.put(new Parameter("zero", "", "0"));
    session.put(new Parameter("two", "", "2"));
    session.put(new Parameter("large", "", "2000000000"));
    return session;
  }

  private static List<String> objections(Settlement settlement, String rule) {
    return settlement.of(AmiObjection.class).stream()
        .filter(each -> each.rule().equals(rule))
        .map(AmiObjection::ami)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Parameter( $p : name, 10 / whole > 1 )",
        "Parameter( $p : name, 10 % whole == 0, whole < 10 )",
        "Parameter( $p : name, ! ( 10 / whole < 1 ) )",
        "Parameter( $p : name, $w : whole )\n    exists Parameter( name == $p )\n"
            + "    Parameter( name == $p, 10 / $w > 1 )",
      })
  void conditionThatDividesByZeroDoesNotHold(String when) {
    try (RuleSession session = session(rules(when, "\"m\""))) {
      Settlement settlement = session.settle();

      assertThat(objections(settlement, "TEAM-001")).containsExactly("two");
      assertThat(objections(settlement, "TEAM-002")).containsExactly("large", "two", "zero");
      assertThat(settlement.of(CalculationFailed.class)).containsExactly(ZERO);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not( Parameter( name == $p, 10 / $w < 1 ) )",
        "exists( Parameter( name == $p, 10 / $w > 1 ) )",
        "not( not( Parameter( name == $p, 10 / $w > 1 ) ) )",
      })
  void neitherWhatIsThereNorWhatIsNotFollowsFromIt(String group) {
    String when = "Parameter( $p : name, $w : whole, name != \"large\" )\n    " + group;
    try (RuleSession session = session(rules(when, "\"m\""))) {
      Settlement settlement = session.settle();

      assertThat(objections(settlement, "TEAM-001")).containsExactly("two");
      assertThat(objections(settlement, "TEAM-002")).hasSize(3);
    }
  }

  @Test
  void conclusionThatCannotBeCalculatedIsAFinding() {
    try (RuleSession session =
        session(rules("Parameter( $p : name, $w : whole )", "\"m\" + 10 / $w"))) {
      Settlement settlement = session.settle();

      assertThat(objections(settlement, "TEAM-001")).containsExactly("large", "two");
      assertThat(settlement.of(CalculationFailed.class)).containsExactly(ZERO);
    }
  }

  @Test
  void overflowIsNotANumber() {
    String when =
        "Parameter( $p : name, $w : whole )\n"
            + "    Parameter( name == $p, $w * $w * $w * $w > 10 )";
    try (RuleSession session = session(rules(when, "\"m\""))) {
      Settlement settlement = session.settle();

      assertThat(objections(settlement, "TEAM-001")).containsExactly("two");
      assertThat(settlement.of(CalculationFailed.class))
          .containsExactly(new CalculationFailed("TEAM-001", "Parameter/large", "long overflow"));
    }
  }

  @Test
  void accumulatedValueThatCannotBeCalculatedMakesNoResult() {
    String when =
        "Parameter( $p : name, name == \"two\" )"
            + "\n    accumulate( Parameter( $w : whole ); $n : sum( 10 / $w ); $n > 0 )";
    try (RuleSession session = session(rules(when, "\"m\""))) {
      assertThat(objections(session.settle(), "TEAM-001")).isEmpty();
      assertThat(session.settle().of(CalculationFailed.class)).hasSize(1);

      session.delete(new Parameter("zero", "", "0").key());

      assertThat(objections(session.settle(), "TEAM-001")).containsExactly("two");
      assertThat(session.settle().of(CalculationFailed.class)).isEmpty();
    }
  }

  @Test
  void countOfWhatCannotBeCalculatedMakesNoResult() {
    String when =
        "Parameter( $p : name, name == \"two\" )\n"
            + "    accumulate( Parameter( 10 / whole > 1, $x : name ); $n : count( $x ); $n > 0 )";
    try (RuleSession session = session(rules(when, "\"m\""))) {
      Settlement settlement = session.settle();

      assertThat(objections(settlement, "TEAM-001")).isEmpty();
      assertThat(settlement.of(CalculationFailed.class))
          .extracting(CalculationFailed::rule)
          .containsExactly("TEAM-001");
    }
  }

  @Test
  void findingGoesWhenItNoLongerOccurs() {
    try (RuleSession session = session(rules("Parameter( $p : name, 10 / whole > 1 )", "\"m\""))) {
      assertThat(session.settle().of(CalculationFailed.class)).containsExactly(ZERO);

      session.put(new Parameter("zero", "", "1"));
      Settlement settlement = session.settle();

      assertThat(settlement.of(CalculationFailed.class)).isEmpty();
      assertThat(objections(settlement, "TEAM-001")).containsExactly("two", "zero");

      session.put(new Parameter("zero", "", "0"));
      assertThat(session.settle().of(CalculationFailed.class)).containsExactly(ZERO);
    }
  }
}
