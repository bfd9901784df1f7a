package dev.plumbline.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.query.NodeAnswer.Line;
import dev.plumbline.query.NodeAnswer.Section;
import dev.plumbline.record.RecordedStory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an auditor asks of a node, from recorded settlements of an example. */
class NodeQuestionsTest {

  private static final MemoryLog LOG = new MemoryLog("plumbline.dev/log/test");
  private static LogArchive archive;

  @BeforeAll
  static void record() {
    RecordedStory.record(LOG);
    archive = RecordedStory.archive(LOG);
  }

  private static NodeAnswer answer(String node, Duration after) {
    return new NodeQuestions(archive).ask(node, RecordedStory.FIRST.plus(after));
  }

  private static Section section(NodeAnswer answer, String id) {
    return answer.sections().stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
  }

  private static List<String> texts(List<Line> lines) {
    var texts = new ArrayList<String>();
    for (Line line : lines) {
      texts.add(line.text() + (line.rule() == null ? "" : " [" + line.rule() + "]"));
      texts.addAll(texts(line.below()));
    }
    return texts;
  }

  @Test
  void everyQuestionIsAnswered() {
    NodeAnswer answer = answer(RecordedStory.NODE, Duration.ofHours(1));

    assertThat(answer.sections())
        .extracting(Section::id)
        .containsExactly(
            "image",
            "place",
            "allowed",
            "others",
            "waivers",
            "rules",
            "done",
            "standing",
            "population",
            "record");
    assertThat(section(answer, "image").answer())
        .isEqualTo("At 2026-11-20T13:00:00Z it ran ami-0a13 (golden-x86_64-v13).");
    assertThat(section(answer, "image").lines())
        .containsExactly(
            Line.of("NodeClaim/default-a7c20 ami ami-0a13, known since 2026-11-20T12:00:00Z", 2L));
    assertThat(section(answer, "rules").answer())
        .contains("changed by ann under CHG-1")
        .contains("served since 2026-11-20T11:59:01Z");
    assertThat(texts(section(answer, "done").lines()))
        .anyMatch(line -> line.contains("PinAmis EC2NodeClass/golden would be done (observe)"))
        .anyMatch(line -> line.contains("PinAmis EC2NodeClass/golden done"));
    assertThat(texts(section(answer, "standing").lines()))
        .anyMatch(
            line -> line.startsWith("ReplacementHeld: rule ROLL-050, nodeClaim default-a7c20"));
  }

  @Test
  void whyANodeWentIsAnsweredAfterwards() {
    for (String name : List.of(RecordedStory.NODE, RecordedStory.CLAIM)) {
      NodeAnswer answer = answer(name, Duration.ofDays(2));

      assertThat(section(answer, "removal").answer())
          .isEqualTo(
              "Drifted: deleted at 2026-11-22T11:59:00Z, since Karpenter disrupted it: Drifted"
                  + " (AMIDrift).");
      assertThat(texts(section(answer, "removal").lines()))
          .anyMatch(line -> line.contains("[GONE-002 node-removals.drl:"))
          .anyMatch(line -> line.contains("PinAmis EC2NodeClass/golden done"));
      assertThat(section(answer, "image").answer()).contains("it ran ami-0a13");
    }
  }

  @Test
  void whereTheRecordBeginsAndWhenNobodyRecordedIsSaid() {
    var log = new MemoryLog("plumbline.dev/log/test");
    RecordedStory.record(log);
    Instant again = RecordedStory.FIRST.plus(Duration.ofDays(3));
    var body = JsonNodeFactory.instance.objectNode().put("version", "1").put("writer", "pod-2");
    long unused = log.append(List.of(new Draft(again, EntryKind.START, body)));
    NodeAnswer answer =
        new NodeQuestions(RecordedStory.archive(log)).ask(RecordedStory.NODE, again);

    assertThat(texts(section(answer, "record").lines()))
        .contains("the record begins at 2026-11-20T11:59:00Z; nothing before is covered")
        .anyMatch(line -> line.matches("nobody recorded from 2026-11-22\\S+ .*to " + again));
    assertThat(texts(section(answer(RecordedStory.NODE, Duration.ofHours(1)), "record").lines()))
        .contains("no gap: since then it was never begun again");
    assertThat(texts(section(answer(RecordedStory.NODE, Duration.ofHours(1)), "rules").lines()))
        .anyMatch(line -> line.startsWith("approved by"));
    Instant begins = Instant.parse("2026-11-20T11:59:00Z");
    assertThat(NodeQuestions.notCovered("2026-11-19T00:00:00Z", begins))
        .contains("before the record begins (2026-11-20T11:59:00Z): this record does not cover");
    assertThat(NodeQuestions.notCovered("2026-11-20T11:59:00Z", begins)).isEmpty();
    assertThat(NodeQuestions.notCovered("", begins)).isEmpty();
  }

  @Test
  void whyItWasAllowedGoesDownToFactsAndLinesOfRules() {
    List<String> allowed =
        texts(section(answer(RecordedStory.NODE, Duration.ZERO), "allowed").lines());

    assertThat(allowed)
        .anyMatch(
            line ->
                line.matches(
                    "because image is selected and no objection stands"
                        + " \\[AMI-000 ami-eligibility.drl:\\d+@[0-9a-f]{12}]"))
        .anyMatch(line -> line.startsWith("AmiSelectorTerm/golden/0: name golden-x86_64-*"))
        .anyMatch(line -> line.startsWith("Ami/ami-0a13: name golden-x86_64-v13, id ami-0a13"));
  }

  @Test
  void whyOthersWereNotUsedIsTold() {
    Section others = section(answer(RecordedStory.NODE, Duration.ZERO), "others");

    assertThat(others.answer())
        .isEqualTo("2 other images were considered for EC2NodeClass golden.");
    assertThat(texts(others.lines()))
        .anyMatch(line -> line.startsWith("should not be running: deprecated since 2026-11-01"))
        .anyMatch(line -> line.startsWith("ami-0a14 (golden-x86_64-v14) replaces it [RES-003"))
        .anyMatch(line -> line.startsWith("a node of m5.large would have been given it"));
  }

  @Test
  void aNodeIsFoundByItsClaimAndItsInstance() {
    assertThat(answer("NodeClaim/" + RecordedStory.CLAIM, Duration.ZERO).sections())
        .isEqualTo(answer(RecordedStory.NODE, Duration.ZERO).sections());
    assertThat(answer("i-7c20", Duration.ZERO).sections())
        .isEqualTo(answer(RecordedStory.NODE, Duration.ZERO).sections());
  }

  @Test
  void otherTimesHaveOtherAnswers() {
    NodeAnswer later = answer("canary-k2x91", Duration.ofDays(2));

    assertThat(section(later, "rules").answer()).contains("changed by bob under CHG-2");
    assertThat(texts(section(later, "rules").lines()))
        .anyMatch(line -> line.contains("first of this run by ann"));
  }

  @Test
  void theSameHoldsFromTheStartAndFromAState() {
    var folded = new dev.plumbline.query.LogState(archive.bodies(), archive.keys());
    LOG.read(
        0,
        LOG.head().size(),
        entry -> {
          if (entry.kind() != dev.plumbline.log.EntryKind.STATE) {
            folded.add(entry);
          }
          return true;
        });

    var state = archive.stateAt(LOG.head().size() - 1);
    assertThat(state.facts()).isEqualTo(folded.facts());
    assertThat(state.conclusions()).isEqualTo(folded.conclusions());
  }

  @Test
  void whatWasNotKnownThenIsSaid() {
    assertThatThrownBy(() -> answer("NodeClaim/default-x", Duration.ofDays(3)))
        .isInstanceOf(NothingKnownException.class)
        .hasMessageStartingWith("no node, NodeClaim or instance NodeClaim/default-x was known");
    assertThatThrownBy(() -> answer(RecordedStory.NODE, Duration.ofDays(-1)))
        .hasMessageStartingWith("the log begins after");
  }
}
