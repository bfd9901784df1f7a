package dev.plumbline.action;

import java.time.Duration;
import java.time.Instant;

/** So many in a minute, and as many at once after a pause. */
final class TokenBucket {

  private static final double NANOS_A_MINUTE = Duration.ofMinutes(1).toNanos();

  private final int perMinute;
  private double tokens;
  private Instant filled;

  /** A full one. */
  TokenBucket(int perMinute, Instant now) {
    if (perMinute < 1) {
      throw new IllegalArgumentException(perMinute + " a minute never lets anything pass");
    }
    this.perMinute = perMinute;
    this.tokens = perMinute;
    this.filled = now;
  }

  /** How long until one may pass; zero when it may now. */
  Duration untilNext(Instant now) {
    fill(now);
    return tokens >= 1
        ? Duration.ZERO
        : Duration.ofNanos((long) Math.ceil((1 - tokens) * NANOS_A_MINUTE / perMinute));
  }

  /** Lets one pass. */
  void take(Instant now) {
    fill(now);
    tokens -= 1;
  }

  private void fill(Instant now) {
    if (now.isAfter(filled)) {
      double passed = Duration.between(filled, now).toNanos();
      tokens = Math.min(perMinute, tokens + passed * perMinute / NANOS_A_MINUTE);
      filled = now;
    }
  }
}
