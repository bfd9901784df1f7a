package dev.plumbline.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.loop.Evaluation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What must hold of every month. By hand over more of them: {@code -Drehearsal.from=100
 * -Drehearsal.months=1000}.
 */
@Tag("long")
class RandomMonthsTest {

  private static final Evaluation RULES = Evaluation.with((Path) null);

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
