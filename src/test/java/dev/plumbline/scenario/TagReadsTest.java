package dev.plumbline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.FindingConclusions.TagUnreadable;
import dev.plumbline.conclusion.ImageConclusions.AmiApproval;
import dev.plumbline.conclusion.ImageConclusions.AmiEligible;
import dev.plumbline.conclusion.ImageConclusions.AmiObjection;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.language.RuleFiles;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a rule is written, an image whose tag it cannot read is not used, and that is said. */
class TagReadsTest {

  private static final String READ =
      """
      given:
        - EC2NodeClass: { name: nc }
        - EvaluationTime: { instant: 2026-11-20T00:00:00Z }
        - Parameter: { name: team.minimum, value: "6.1" }
        - Ami: { id: good, state: available, architecture: arm64, tags: { kernel: 10.0.1, stage: prod } }
        - Ami: { id: bad, state: available, architecture: arm64, tags: { kernel: 5.10.230, stage: prod } }
        - Ami: { id: word, state: available, architecture: arm64, tags: { kernel: latest, stage: prod } }
        - Ami: { id: absent, state: available, architecture: arm64, tags: { stage: prod } }
        - Ami: { id: elsewhere, state: available, architecture: arm64, tags: { stage: test } }
      scenarios:
        - name: all
          given: []
          expect: []
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tags.version( \"kernel\" ) < Version.of( \"6.1\" ) )",
        "! ( tags.version( \"kernel\" ) >= Version.of( \"6.1\" ) ) )",
        "! tags.has( \"kernel\" ) || tags.version( \"kernel\" ) < Version.of( \"6.1\" ) )",
        "$kernel : tags.version( \"kernel\" ), $kernel < Version.of( \"6.1\" ) )",
        "$kernel : tags.version( \"kernel\" ) )\n"
            + "    Parameter( name == \"team.minimum\", ! ( $kernel >= version ) )",
        "$kernel : tags.version( \"kernel\" ) )\n"
            + "    not Parameter( name == \"team.minimum\", $kernel >= version )",
      })
  void ruleThatForbids(String condition) {
    Settlement settlement = settle("AmiObjection", condition, true);

    assertThat(eligible(settlement)).containsExactlyInAnyOrder("elsewhere", "good");
    assertThat(objections(settlement))
        .containsExactlyInAnyOrder("AMI-012 absent", "AMI-012 word", "TEAM-001 bad");
    assertUnreadable(settlement);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tags.version( \"kernel\" ) >= Version.of( \"6.1\" ) )",
        "! ( tags.version( \"kernel\" ) < Version.of( \"6.1\" ) ) )",
        "$kernel : tags.version( \"kernel\" ), ! ( $kernel < Version.of( \"6.1\" ) ) )",
        "$kernel : tags.version( \"kernel\" ) )\n"
            + "    Parameter( name == \"team.minimum\", ! ( $kernel < version ) )",
        "$kernel : tags.version( \"kernel\" ) )\n"
            + "    not Parameter( name == \"team.minimum\", version > $kernel )",
      })
  void ruleThatPermits(String condition) {
    Settlement settlement = settle("AmiApproval", condition, false);

    assertThat(eligible(settlement)).containsExactly("good");
    assertUnreadable(settlement);
  }

  @Test
  void ruleThatWaivesAbsenceIsNotFalseOfIt() {
    Settlement settlement =
        settle(
            "AmiObjection",
            "tags.has( \"kernel\" ), tags.version( \"kernel\" ) < Version.of( \"6.1\" ) )",
            true);

    assertThat(eligible(settlement)).containsExactlyInAnyOrder("absent", "elsewhere", "good");
  }

  @Test
  void eachTagThatCannotBeReadIsSaid() {
    Settlement settlement =
        settle(
            "AmiObjection",
            "tags.version( \"kernel\" ) < Version.of( \"6.1\" ), tags.number( \"score\" ) > 7 )",
            true);

    assertThat(unreadable(settlement))
        .contains(
            new TagUnreadable("TEAM-001", "Ami/word", "kernel", "version", "latest"),
            new TagUnreadable("TEAM-001", "Ami/word", "score", "number", null),
            new TagUnreadable("TEAM-001", "Ami/good", "score", "number", null));
    assertThat(eligible(settlement)).containsExactly("elsewhere");
  }

  private static void assertUnreadable(Settlement settlement) {
    assertThat(unreadable(settlement))
        .containsExactlyInAnyOrder(
            new TagUnreadable("TEAM-001", "Ami/word", "kernel", "version", "latest"),
            new TagUnreadable("TEAM-001", "Ami/absent", "kernel", "version", null));
  }

  private static List<TagUnreadable> unreadable(Settlement settlement) {
    return of(settlement, TagUnreadable.class);
  }

  private static List<String> eligible(Settlement settlement) {
    return of(settlement, AmiEligible.class).stream().map(AmiEligible::ami).toList();
  }

  private static List<String> objections(Settlement settlement) {
    return of(settlement, AmiObjection.class).stream()
        .map(each -> each.rule() + " " + each.ami())
        .toList();
  }

  private static <T> List<T> of(Settlement settlement, Class<T> type) {
    return settlement.conclusions().stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** What follows of the images above, with a rule on those of the stage prod. */
  private static Settlement settle(String concludes, String condition, boolean approved) {
    RuleFiles files = RuleFiles.of(Map.of("facts.scenarios.yaml", READ));
    RuleSet rules = RuleSet.compile(files(concludes, condition));
    try (var session = rules.newSession()) {
      var scenario = ScenarioRunner.read(files, "facts.scenarios.yaml").getFirst();
      scenario.facts().forEach(session::put);
      for (var fact : scenario.facts()) {
        if (approved && fact instanceof Ami ami) {
          session.assume(new AmiApproval("SEL-004", "nc", ami.id(), "selected by id"));
        }
      }
      return session.settle();
    }
  }

  private static RuleFiles files(String concludes, String condition) {
    RuleFiles shipped = RuleFiles.shipped();
    String team =
        """
        /*
         * Which kernels does the team object to?
         *
         * Reads      Ami, Parameter
         * Concludes  %1$s
         * Default    none
         */
        package rules.team

        import dev.plumbline.fact.Ami
        import dev.plumbline.fact.Parameter
        import dev.plumbline.fact.Version
        import dev.plumbline.conclusion.%1$s

        rule "kernel of the image"
            @Id("TEAM-001") @Control("CM-2") @Severity("low")
        when
            exists Parameter( name == "team.minimum", version >= Version.of( "1" ) )
            Ami( $ami : id, tags.match( "stage", "prod" ), %2$s
        then
            insertLogical( new %1$s( "TEAM-001", "nc", $ami, "kernel" ) );
        end
        """
            .formatted(concludes, condition);
    return RuleFiles.of(
        Map.of(
            "ami-eligibility.drl",
            Objects.requireNonNull(shipped.text("ami-eligibility.drl")),
            "ami-eligibility.messages.yaml",
            Objects.requireNonNull(shipped.text("ami-eligibility.messages.yaml")),
            "team.drl",
            team));
  }
}
