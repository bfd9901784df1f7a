package dev.plumbline.audit.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.audit.MemoryLog;
import dev.plumbline.host.audit.Story;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an auditor asks of a node, from recorded settlements of an example. */
class NodeQuestionsTest {

  private static final MemoryLog LOG = new MemoryLog("plumbline.dev/log/test");
  private static Archive archive;

  @BeforeAll
  static void record() {
    Story.record(LOG);
    archive = Story.archive(LOG);
  }

  @Test
  void everyQuestionIsAnswered() {
    NodeAnswer answer = new NodeQuestions(archive).ask(Story.NODE, Story.FIRST.plusSeconds(3600));
    for (Section section : answer.sections()) {
      System.out.println("## " + section.question() + "\n" + section.answer());
      print(section.lines(), 1);
    }
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
            "record");
  }

  private static void print(List<Line> lines, int depth) {
    for (Line line : lines) {
      System.out.println(
          "  ".repeat(depth) + line.text() + " " + line.rule() + " #" + line.entry());
      print(line.below(), depth + 1);
    }
  }

  @Test
  void whatWasNotKnownThenIsSaid() {
    assertThatThrownBy(
            () ->
                new NodeQuestions(archive)
                    .ask("NodeClaim/" + Story.CLAIM, Story.FIRST.plus(Duration.ofDays(3))))
        .isInstanceOf(NothingKnownException.class)
        .hasMessageStartingWith("no node, NodeClaim or instance NodeClaim/default-a7c20 was known");
    assertThatThrownBy(
            () -> new NodeQuestions(archive).ask(Story.NODE, Story.FIRST.minusSeconds(3600)))
        .hasMessageStartingWith("the log begins after");
  }
}
