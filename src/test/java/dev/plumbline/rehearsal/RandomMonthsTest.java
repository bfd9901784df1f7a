package dev.plumbline.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * What must hold of every month. By hand over more of them: {@code -Drehearsal.from=100
 * -Drehearsal.months=1000}.
 */
class RandomMonthsTest {

  /** Without the rule whose hold resets the condition that it goes by. */
  private static final Evaluation RULES =
      Evaluation.with(
          RuleFiles.over(
              Map.of(
                  "switched-off.yaml",
                  "rules: [{ rule: ROLL-021, owner: tests, reason: its hold undoes itself }]"),
              "tests"));

  private static final long FROM = Long.getLong("rehearsal.from", 0);
  private static final long MONTHS = Long.getLong("rehearsal.months", 10);

  @Test
  void nothingIsViolatedInRandomMonths() {
    List<String> violations =
        LongStream.range(FROM, FROM + MONTHS)
            .parallel()
            .mapToObj(seed -> new RandomMonth(seed).violations(RULES))
            .collect(ArrayList::new, List::addAll, List::addAll);
    assertThat(violations).isEmpty();
  }
}
