package dev.plumbline.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When calls may go out, by a clock of the test alone. */
class TokenBucketTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private Instant now = NOW;

  @Test
  void callsBeyondTheBurstWaitForTheirTurn() {
    var bucket = TokenBucket.perSecond(2, 3, () -> now);

    assertThat(bucket.take()).isZero();
    assertThat(bucket.take()).isZero();
    assertThat(bucket.take()).isZero();
    assertThat(bucket.take()).isEqualTo(Duration.ofMillis(500));
    assertThat(bucket.take()).isEqualTo(Duration.ofSeconds(1));

    now = NOW.plusSeconds(1);
    assertThat(bucket.take()).isEqualTo(Duration.ofMillis(500));

    now = NOW.plusSeconds(3600);
    assertThat(bucket.take()).isZero();
    assertThat(bucket.take()).isZero();
    assertThat(bucket.take()).isZero();
    assertThat(bucket.take()).isPositive();
  }

  @Test
  void clockThatGoesBackGivesNothing() {
    var bucket = TokenBucket.perSecond(1, 1, () -> now);
    assertThat(bucket.take()).isZero();

    now = NOW.minusSeconds(60);

    assertThat(bucket.take()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void tellsHowLongUntilTheNext() {
    var bucket = new TokenBucket(Duration.ofSeconds(30), 2, () -> now);

    assertThat(bucket.take()).isZero();
    assertThat(bucket.untilNext()).isZero();
    assertThat(bucket.take()).isZero();
    assertThat(bucket.untilNext()).isEqualTo(Duration.ofSeconds(30));
    now = NOW.plusSeconds(10);
    assertThat(bucket.untilNext()).isEqualTo(Duration.ofSeconds(20));
    now = NOW.plusSeconds(31);
    assertThat(bucket.untilNext()).isZero();
    now = NOW.plusSeconds(3600);
    assertThat(bucket.take()).isZero();
    assertThat(bucket.take()).isZero();
    assertThat(bucket.untilNext()).isEqualTo(Duration.ofSeconds(30));
  }
}
