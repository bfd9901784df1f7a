package dev.plumbline.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecentEvaluationsTest {

  private static final Evaluation EVALUATION = Evaluation.with(RuleFiles.shipped());

  private final Deque<Runnable> timers = new ArrayDeque<>();
  private final List<String> compiled = new ArrayList<>();
  private final RecentEvaluations recent =
      new RecentEvaluations(
          (delay, task) -> {
            assertThat(delay).isEqualTo(RecentEvaluations.INTERVAL);
            timers.add(task);
          },
          files -> {
            compiled.add(files.digest());
            return EVALUATION;
          });

  @Test
  void aRuleSetIsCompiledOnceWhileItIsInUse() {
    recent.with(files("a"));
    recent.with(files("a"));
    timers.remove().run();
    recent.with(files("a"));
    timers.remove().run();

    assertThat(compiled).containsExactly(files("a").digest());
    assertThat(recent.size()).isOne();
  }

  @Test
  void itIsDiscardedOnceNoRequestUsesIt() {
    recent.with(files("a"));
    timers.remove().run();
    assertThat(recent.size()).isOne();
    timers.remove().run();

    assertThat(recent.size()).isZero();
    assertThat(timers).as("no timer without a rule set").isEmpty();
    recent.with(files("a"));
    assertThat(compiled).hasSize(2);
    assertThat(timers).hasSize(1);
  }

  @Test
  void ofThreeTheOneUsedLongestAgoIsDiscarded() {
    recent.with(files("a"));
    recent.with(files("b"));
    recent.with(files("a"));
    recent.with(files("c"));
    recent.with(files("a"));

    assertThat(compiled).hasSize(3);
    assertThat(timers).hasSize(1);
    assertThat(recent.size()).isEqualTo(2);
  }

  private static RuleFiles files(String text) {
    return RuleFiles.of(Map.of("team.drl", "// " + text));
  }
}
