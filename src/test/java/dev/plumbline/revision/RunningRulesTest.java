package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.peers.Peers;
import dev.plumbline.revision.Revision.RevisionRequest;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rules edited where people edit them, from a team's first file to a rollback. */
@Tag("long")
class RunningRulesTest {

  private static final String RULE =
      """
      /*
       * Which images does the team object to?
       *
       * Reads      Ami, AmiSelectorTerm
       * Concludes  AmiObjection
       * Default    none
       */
      package team

      import dev.plumbline.fact.Ami
      import dev.plumbline.fact.AmiSelectorTerm
      import dev.plumbline.conclusion.AmiObjection

      rule "image is one that the team has withdrawn"
          @Id("TEAM-001") @Control("CM-2") @Severity("high")
      when
          Ami( $ami : id, name == "withdrawn" )
          AmiSelectorTerm( $nodeClass : nodeClass )
      then
          insertLogical( new AmiObjection( "TEAM-001", $nodeClass, $ami, "it is withdrawn" ) );
      end
      """;

  private static final String SCENARIOS =
      """
      - name: a withdrawn image is objected to
        given:
          - Ami: { id: ami-1, name: withdrawn }
          - AmiSelectorTerm: { nodeClass: web, index: 0, id: ami-1 }
        expect:
          - AmiObjection: { rule: TEAM-001, nodeClass: web, ami: ami-1, message: it is withdrawn }
      """;

  /** The team's rule with a message of its own. */
  static Map<String, String> team(String message) {
    return Map.of(
        "team.drl", RULE.replace("it is withdrawn", message),
        "team.scenarios.yaml", SCENARIOS.replace("it is withdrawn", message));
  }

  @Test
  void editedInAConfigMapHeldApprovedRolledBackAndThereAfterARestart() {
    Peers.assumeThere();
    Map<String, String> first = team("it is withdrawn");
    var off = new HashMap<>(first);
    off.put("switched-off.yaml", "rules: [{rule: 'PRE-*', owner: a, reason: b}]");
    try (var live = new RunningRules("live-rules")) {
      HostSnapshot before = live.once("the shipped rules have settled", now -> now.sequence() > 0);

      live.edit(first);
      assertThat(live.now().sequence()).isGreaterThan(before.sequence());
      assertThat(live.now().rules().rules()).anyMatch(rule -> rule.id().equals("TEAM-001"));
      live.status("it is the newest", now -> now.word() == RuleSetStatus.Word.LOADED);

      live.apply(
          Map.of("team.drl", RULE.replace("name ==", "nam ==")),
          Map.of("plumbline.dev/change-ref", "CHG-7"));
      live.status("it is rejected", now -> now.word() == RuleSetStatus.Word.STALE);
      assertThat(live.status().reasons())
          .anySatisfy(
              reason -> assertThat(reason).contains("team.drl:17:21: Ami has no field nam."));
      assertThat(live.now().rules().digest()).isEqualTo(RunningRules.digest(first));

      live.apply(off, Map.of());
      String held = RunningRules.digest(off);
      live.status(
          "it is held",
          now ->
              now.reasons().stream()
                  .anyMatch(why -> why.contains("7 of") && why.contains("rules would be removed")));
      assertThat(live.now().rules().digest()).isEqualTo(RunningRules.digest(first));

      live.apply(off, Map.of("plumbline.dev/approved", held.substring(0, 32) + " by eve"));
      live.once("it serves once approved", now -> now.rules().digest().equals(held));

      live.store()
          .ask(
              new RevisionRequest(
                  "r1",
                  RevisionRequest.Kind.ROLLBACK,
                  RunningRules.digest(first),
                  "ann",
                  RevisionRequest.Proof.CLAIM,
                  Instant.parse("2026-11-20T09:00:00Z")));
      live.once(
          "the former serves again",
          now -> now.rules().digest().equals(RunningRules.digest(first)));
      assertThat(live.predicted()).as("previews that were right").isPositive();
    }
    try (var live = new RunningRules("live-rules")) {
      HostSnapshot again = live.once("it has settled after a restart", now -> now.sequence() > 0);
      assertThat(again.rules().digest()).isEqualTo(RunningRules.digest(first));
      live.clear();
    }
  }
}
