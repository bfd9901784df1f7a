package dev.plumbline.source.ec2;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * How many calls may go out: so many a second, and so many at once after a quiet time. EC2 counts
 * the calls of an account, and Karpenter must not go short for ours.
 */
final class TokenBucket {

  private final double perSecond;
  private final int burst;
  private final InstantSource clock;
  private double tokens;
  private Instant filled;

  TokenBucket(double perSecond, int burst, InstantSource clock) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.clock = clock;
    this.tokens = burst;
    this.filled = clock.instant();
  }

  /** Takes one; how long the call that it is for must wait. */
  synchronized Duration take() {
    Instant now = clock.instant();
    double since = Math.max(0, Duration.between(filled, now).toNanos() / 1e9);
    tokens = Math.min(burst, tokens + since * perSecond);
    filled = now;
    tokens -= 1;
    return tokens >= 0
        ? Duration.ZERO
        : Duration.ofNanos((long) Math.ceil(-tokens / perSecond * 1e9));
  }
}
