package dev.plumbline.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A rate limit: one call per interval, and a burst of them after a quiet time. */
public final class TokenBucket {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final long interval; // nanoseconds in which one token comes back
  private final long capacity; // nanoseconds
  private final InstantSource clock;
  private long credit; // nanoseconds; below zero for what was taken in advance
  private Instant filled;

  /**
   * A full bucket.
   *
   * @param interval how long one token takes to come back
   * @param burst how many tokens it holds
   */
  public TokenBucket(Duration interval, int burst, InstantSource clock) {
    this.interval = interval.toNanos();
    this.capacity = this.interval * burst;
    this.clock = clock;
    this.credit = capacity;
    this.filled = clock.instant();
  }

  /** A full bucket that gains so many tokens a second. */
  public static TokenBucket perSecond(double rate, int burst, InstantSource clock) {
    return new TokenBucket(Duration.ofNanos(Math.round(SECOND / rate)), burst, clock);
  }

  /** Takes a token; how long the call that it is for must wait. */
  public synchronized Duration take() {
    fill();
    credit -= interval;
    return Duration.ofNanos(Math.max(0, -credit));
  }

  /** How long until a token is there; zero when one is. */
  public synchronized Duration untilNext() {
    fill();
    return Duration.ofNanos(Math.max(0, interval - credit));
  }

  private void fill() {
    Instant now = clock.instant();
    // A clock that goes back gives nothing.
    long elapsed = Math.max(0, Duration.between(filled, now).toNanos());
    credit = Math.min(capacity, credit + elapsed);
    filled = now;
  }
}
