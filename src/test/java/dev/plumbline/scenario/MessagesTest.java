package dev.plumbline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What message templates come to in conclusions. */
class MessagesTest {

  private static final String RULES =
      """
      /*
       * Which images does the team object to?
       *
       * Reads      Ami
       * Concludes  AmiObjection
       * Default    none
       */
      package rules.team
      import dev.plumbline.fact.Ami
      import dev.plumbline.conclusion.AmiObjection

      rule "image is not for us"
          @Id("TEAM-001") @Control("CM-2") @Severity("low")
      when
          Ami( $ami : id, $owner : ownerId, $made : creationDate )
          accumulate( Ami( $each : id ); $all : count( $each ) )
      then
          insertLogical( new AmiObjection( "TEAM-001", $owner, $ami, MESSAGE ) );
      end
      """;

  private static final String SCENARIOS =
      """
      - name: what is absent is said as such
        given: [ Ami: { id: ami-1, ownerId: us } ]
        expect: [ AmiObjection: { rule: TEAM-001, nodeClass: us, ami: ami-1, message: "MESSAGE" } ]
      """;

  private static RuleFiles files(String call, String messages, String expected) {
    return RuleFiles.of(
        Map.of(
            "team.drl", RULES.replace("MESSAGE", call),
            "team.messages.yaml", messages,
            "team.scenarios.yaml", SCENARIOS.replace("MESSAGE", expected)));
  }

  private static void says(String call, String messages, String expected) {
    ScenarioReport report = ScenarioRunner.run(files(call, messages, expected));

    assertThat(report.results()).isNotEmpty().allMatch(ScenarioReport.Result::passed);
  }

  @Test
  void messageIsWhatTheConcatenationIs() {
    says("\"\" + $all + $all + \" of \" + $made", "", "11 of null");
    says("message( \"a\" )", "a: \"{all}{all} of {made}\"", "11 of null");
  }

  @Test
  void valuesCanBeGivenBesides() {
    says(
        "message( \"a\", \"all\", $all + 1 )",
        "a: \"{all} of {owner}, {{all}}\"",
        "2 of us, {all}");
  }

  @Test
  void foldedTextIsOneLine() {
    says("message( \"a\" )", "a: >-\n  {ami}\n  is not for us", "ami-1 is not for us");
  }

  /** The parse and the closures of a file are cached by its text and that of its messages. */
  @Test
  void editOfTheMessagesAloneIsSeen() {
    says("message( \"a\" )", "a: \"one\"", "one");
    says("message( \"a\" )", "a: \"two\"", "two");
  }

  /** Warnings would name the shipped file, which its author does not have. */
  @Test
  void overlayMayRewordShippedMessagesAndSayLess() {
    String shipped = String.valueOf(RuleFiles.shipped().text("ami-eligibility.messages.yaml"));
    String reworded = shipped.replace("created {created}, younger than", "too young for");
    RuleFiles files = RuleFiles.over(Map.of("ami-eligibility.messages.yaml", reworded), "folder x");

    RuleSet rules = RuleSet.compile(files);

    assertThat(reworded).isNotEqualTo(shipped);
    assertThat(rules.warnings()).isEmpty();
    assertThat(ScenarioRunner.run(files).results())
        .hasSizeGreaterThan(10)
        .allMatch(ScenarioReport.Result::passed);
    assertThat(
            ScenarioRunner.read(files, "ami-eligibility.scenarios.yaml").stream()
                .filter(each -> !ScenarioRunner.run(rules, each, new HashMap<>()).passed()))
        .as("scenarios that expect the shipped words")
        .isNotEmpty();
  }

  @Test
  void scenariosOfTheOverlayExpectItsWords() {
    RuleFiles shipped = RuleFiles.shipped();
    var overlay = new HashMap<String, String>();
    for (String kind : new String[] {"messages", "scenarios"}) {
      String name = "ami-eligibility." + kind + ".yaml";
      overlay.put(
          name,
          String.valueOf(shipped.text(name))
              .replace("is not among ami.trusted", "is none of ami.trusted"));
    }

    assertThat(ScenarioRunner.run(RuleFiles.over(overlay, "folder x")).results())
        .hasSizeGreaterThan(10)
        .allMatch(ScenarioReport.Result::passed);
  }
}
