package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.source.PolicyData;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What was found in a file is kept from one rule set to the next, and yet each is judged by what
 * its own files say.
 */
class KeptChecksTest {

  private static final String READER =
      """
      package rules.y
      import dev.plumbline.conclusion.AmiApproval
      import dev.plumbline.conclusion.AmiUsed
      import dev.plumbline.fact.Parameter
      rule "reads"
          @Id("Y-001") @Control("CM-2") @Severity("info")
      when
          Parameter( name == "team.limit", $value : value )
          AmiUsed( nodeClass == "one", $a : ami )
      then
          insertLogical( new AmiApproval( "Y-001", $value, $a, "m" ) );
      end
      """;

  private static final String DECLARED =
      """
      parameters:
        team.%s: { kind: text, description: Some text., default: x }
      """;

  /** The reader, beside a file that concludes {@code name} and one that declares a parameter. */
  private static Map<String, String> files(String name, String parameter) {
    return new TreeMap<>(
        Map.of(
            "gates.yaml",
            String.valueOf(RuleFiles.shipped().text("gates.yaml")),
            "team.parameters.yaml",
            DECLARED.formatted(parameter),
            "y.drl",
            READER,
            "x.drl",
            """
            package rules.x
            import dev.plumbline.fact.Ami
            import dev.plumbline.conclusion.AmiUsed
            rule "concludes"
                @Id("X-001") @Control("CM-2") @Severity("info")
            when
                Ami( $a : id )
            then
                insertLogical( new AmiUsed( "%s", $a ) );
            end
            """
                .formatted(name)));
  }

  private static String said(Map<String, String> files) {
    try {
      var unused = RuleSet.compile(RuleFiles.of(files));
      return "";
    } catch (InvalidRulesException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void anotherFileDecidesWhatIsNeverConcluded() {
    for (int i = 0; i < 2; i++) {
      assertThat(said(files("one", "limit"))).isEmpty();
      assertThat(said(files("two", "limit")))
          .isEqualTo(
              "y.drl:9:27: AmiUsed.nodeClass is never \"one\", so this never holds. Try: one of"
                  + " two.");
    }
  }

  @Test
  void anotherFileDecidesWhichParametersThereAre() {
    for (int i = 0; i < 2; i++) {
      assertThat(said(files("one", "limit"))).isEmpty();
      assertThat(said(files("one", "limits")))
          .isEqualTo(
              "y.drl:8:24: Parameter.name is never \"team.limit\", so this never holds. Did you"
                  + " mean team.limits?");
    }
  }

  @Test
  void dataIsThatOfTheFiles() {
    for (String name : new String[] {"limit", "limits", "limit"}) {
      assertThat(PolicyData.read(files("one", name)).declarations())
          .singleElement()
          .satisfies(declared -> assertThat(declared.name()).isEqualTo("team." + name));
    }
  }
}
