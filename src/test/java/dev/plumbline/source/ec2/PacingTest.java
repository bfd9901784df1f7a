package dev.plumbline.source.ec2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.client.Backoff;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.source.ec2.Ec2SourceSettings.Schedule;
import dev.plumbline.source.ec2.Refresher.Health;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** When calls go out, and what a status says of them: by clocks of the test alone. */
class PacingTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @Test
  void intervalsAreSpreadAndFailuresBackOff() {
    var schedule =
        new Schedule(
            Duration.ofSeconds(100),
            0.1,
            new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30)));
    var random = new SplittableRandom(7);
    for (int i = 0; i < 1000; i++) {
      assertThat(schedule.next(0, random))
          .isBetween(Duration.ofSeconds(90), Duration.ofSeconds(110));
      assertThat(schedule.next(1, random)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
      assertThat(schedule.next(3, random)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(4));
      assertThat(schedule.next(1000, random))
          .isBetween(Duration.ofSeconds(15), Duration.ofSeconds(30));
    }
  }

  @Test
  void statusKeepsSinceWhenItIsAsItIs() {
    var health = new Health("instance-types", "DescribeInstanceTypes", true, NOW);
    assertThat(health.status().state()).isEqualTo("syncing");

    health.failed(null, "Timeout", NOW.plusSeconds(1));
    health.failed(null, "RequestLimitExceeded", NOW.plusSeconds(2));
    assertThat(health.status())
        .isEqualTo(status("failed", "RequestLimitExceeded", 1, null, 2, null, 0));

    health.answered(800, NOW.plusSeconds(3));
    health.answered(801, NOW.plusSeconds(4));
    assertThat(health.status()).isEqualTo(status("synced", null, 3, 4L, 0, 801, 0));

    assertThat(health.holds(0)).isTrue();
    health.answered(0, NOW.plusSeconds(5));
    health.answered(0, NOW.plusSeconds(6));
    assertThat(health.status()).isEqualTo(status("synced", null, 5, 6L, 0, 0, 801));

    health.failed(null, "Timeout", NOW.plusSeconds(7));
    assertThat(health.status()).isEqualTo(status("failed", "Timeout", 7, 6L, 1, 0, 801));

    health.answered(802, NOW.plusSeconds(8));
    assertThat(health.status()).isEqualTo(status("synced", null, 8, 8L, 0, 802, 0));
  }

  private static SourceStatus status(
      String state, String code, int since, Long last, int failures, Integer items, int held) {
    return new SourceStatus(
        "instance-types",
        state,
        "DescribeInstanceTypes",
        code,
        NOW.plusSeconds(since),
        last == null ? null : NOW.plusSeconds(last),
        failures,
        items,
        held);
  }
}
