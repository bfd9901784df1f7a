package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.ActionConclusions.ActionDue;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is said of an object concerns it, whichever field names it. */
class SelectionTest {

  private final Selection selection =
      new Selection(Set.of(), Selection.name("ec2nodeclass/golden"));

  @Test
  void aSubjectIsAnObject() {
    assertThat(selection.includes(finding("EC2NodeClass/golden"))).isTrue();
    assertThat(selection.includes(finding("EC2NodeClass/golden-2"))).isFalse();
    assertThat(selection.includes(finding("NodePool/golden"))).isFalse();
  }

  @Test
  void soIsTheObjectOfAnAction() {
    assertThat(selection.includes(new ActionDue("PinAmis", "EC2NodeClass/golden", "observe", "")))
        .isTrue();
    assertThat(selection.includes(new ActionDue("PinAmis", "EC2NodeClass/other", "observe", "")))
        .isFalse();
  }

  private static Conclusion finding(String subject) {
    return new Finding("FIND-006", subject, "warn", "medium", "GateClosed", "it is closed");
  }
}
