package dev.plumbline.action;

import java.time.Duration;
import java.time.Instant;

/** So many in a minute, and as many at once after a pause. */
final class TokenBucket {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** How long one takes to come back. */
  private final Duration each;

  /** When all that were taken are back: the bucket is empty a minute before that. */
  private Instant full;

  /** A full one. */
  TokenBucket(int perMinute, Instant now) {
    if (perMinute < 1) {
      throw new IllegalArgumentException(
          perMinute + " a minute never lets anything pass. Maybe let the action observe.");
    }
    this.each = MINUTE.dividedBy(perMinute);
    this.full = now;
  }

  /** How long until one may pass; zero when it may now. */
  Duration untilNext(Instant now) {
    Duration missing = Duration.between(now, full).plus(each).minus(MINUTE);
    return missing.isPositive() ? missing : Duration.ZERO;
  }

  /** Lets one pass. */
  void take(Instant now) {
    full = (full.isAfter(now) ? full : now).plus(each);
  }
}
