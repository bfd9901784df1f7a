package dev.plumbline.fact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Disruption.DisruptionBudget;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Karpenter reads out of a budget ({@code pkg/apis/v1/nodepool.go}). */
class DisruptionBudgetTest {

  @ParameterizedTest
  @CsvSource({
    // 2026-09-02 is a Wednesday
    "0 9 * * *,    8h,  2026-09-02T08:59:59Z, false",
    "0 9 * * *,    8h,  2026-09-02T09:00:00Z, true",
    "0 9 * * *,    8h,  2026-09-02T16:59:59Z, true",
    "0 9 * * *,    8h,  2026-09-02T17:00:00Z, false",
    "@daily,       10m, 2026-09-02T00:05:00Z, true",
    "@midnight,    10m, 2026-09-02T00:10:00Z, false",
    "@hourly,      30m, 2026-09-02T07:29:00Z, true",
    "@hourly,      30m, 2026-09-02T07:30:00Z, false",
    "@weekly,      1h,  2026-09-06T00:30:00Z, true",
    "@weekly,      1h,  2026-09-02T00:30:00Z, false",
    "@monthly,     1h,  2026-09-01T00:30:00Z, true",
    "@yearly,      1h,  2026-01-01T00:30:00Z, true",
    "@annually,    1h,  2026-02-01T00:30:00Z, false",
    "0 9 * * 1-5,  8h,  2026-09-02T10:00:00Z, true",
    "0 9 * * 1-5,  8h,  2026-09-05T10:00:00Z, false",
    "0 9 * * mon-fri, 8h, 2026-09-02T10:00:00Z, true",
    "0 9 * sep *,  8h,  2026-09-02T10:00:00Z, true",
    "0 9 * * 0,    8h,  2026-09-06T10:00:00Z, true",
    "*/15 * * * *, 5m,  2026-09-02T10:16:00Z, true",
    "*/15 * * * *, 5m,  2026-09-02T10:21:00Z, false",
    // either day of two kinds
    "0 0 13 * 3,   1h,  2026-09-02T00:30:00Z, true",
    "0 0 13 * 3,   1h,  2026-09-13T00:30:00Z, true",
    "0 0 13 * 3,   1h,  2026-09-14T00:30:00Z, false",
    "0 0 ? * 3,    1h,  2026-09-02T00:30:00Z, true",
    // never hits, which Karpenter takes for always
    "0 0 30 2 *,   1h,  2026-09-02T00:30:00Z, true",
  })
  void holdsForItsDurationFromEachHit(
      String schedule, String duration, Instant now, boolean active) {
    DisruptionBudget budget = budget("1", schedule, Durations.parse(duration));

    assertThat(budget.active(new EvaluationTime(now))).isEqualTo(active);
    assertThat(budget.broken(new EvaluationTime(now))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0 9 * *", "0 9 * * 7", "60 * * * *", "daily", "@every 1h", "0 0 9 * * *", "''"})
  void scheduleThatKarpenterCannotReadBreaksThePool(String schedule) {
    DisruptionBudget budget = budget("1", schedule, Duration.ofHours(1));

    assertThat(budget.scheduleUnreadable()).isTrue();
    var now = new EvaluationTime(Instant.parse("2026-09-02T00:30:00Z"));
    assertThat(budget.active(now)).isFalse();
    assertThat(budget.broken(now)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"5,20,5", "0,20,0", "10%,20,2", "10%,21,3", "10%,0,0", "100%,7,7", "many,20,0"})
  void percentageIsRoundedUp(String nodes, long of, long limit) {
    assertThat(budget(nodes, null, null).limit(of)).isEqualTo(limit);
  }

  @Test
  void oneWithoutScheduleAlwaysHolds() {
    var now = new EvaluationTime(Instant.parse("2026-09-02T00:30:00Z"));

    assertThat(budget("1", null, null).active(now)).isTrue();
    assertThat(budget("1", "@daily", null).active(now)).isFalse();
    assertThat(budget("1", null, Duration.ofHours(1)).broken(now)).isTrue();
    assertThat(budget("many", null, null).broken(now)).isTrue();
  }

  @Test
  void listOfReasonsWithoutItemsIsForNoReasonAndNoListIsForAll() {
    var none = new DisruptionBudget("default", 0, "0", Values.NONE, null, null, true);

    assertThat(none.concerns("Drifted")).isFalse();
    assertThat(budget("0", null, null).concerns("Drifted")).isTrue();
  }

  private static DisruptionBudget budget(
      String nodes, @Nullable String schedule, @Nullable Duration duration) {
    return new DisruptionBudget("default", 0, nodes, Values.NONE, schedule, duration, false);
  }
}
