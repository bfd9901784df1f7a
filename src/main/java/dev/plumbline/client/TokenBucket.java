package dev.plumbline.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A token bucket rate limiter. */
public final class TokenBucket {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final long interval; // nanoseconds to refill one token
  private final long capacity; // nanoseconds
  private final InstantSource clock;
  private long credit; // nanoseconds; negative for tokens taken in advance
  private Instant lastRefill;

  public TokenBucket(Duration interval, int burst, InstantSource clock) {
    this.interval = interval.toNanos();
    this.capacity = this.interval * burst;
    this.clock = clock;
    this.credit = capacity;
    this.lastRefill = clock.instant();
  }

  /** A full bucket with a refill rate in tokens per second. */
  public static TokenBucket perSecond(double rate, int burst, InstantSource clock) {
    return new TokenBucket(Duration.ofNanos(Math.round(SECOND / rate)), burst, clock);
  }

  /** Takes a token, in advance if necessary; returns how long the caller must wait. */
  public synchronized Duration take() {
    refill();
    credit -= interval;
    return Duration.ofNanos(Math.max(0, -credit));
  }

  /** The time until a token is available; zero if one is. */
  public synchronized Duration untilNext() {
    refill();
    return Duration.ofNanos(Math.max(0, interval - credit));
  }

  private void refill() {
    Instant now = clock.instant();
    // A clock that moves backwards refills nothing.
    long elapsed = Math.max(0, Duration.between(lastRefill, now).toNanos());
    credit = Math.min(capacity, credit + elapsed);
    lastRefill = now;
  }
}
