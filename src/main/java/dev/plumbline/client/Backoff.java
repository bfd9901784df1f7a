package dev.plumbline.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/** Exponential backoff with jitter: the delay doubles with every failure, up to a limit. */
public record Backoff(Duration first, Duration longest) {

  private static final int MAX_DOUBLINGS = 30;

  /** The delay after consecutive failures: 50–100 % of {@link #limit}. */
  public Duration pause(int failures) {
    return pause(failures, ThreadLocalRandom.current()::nextDouble);
  }

  /** The delay after consecutive failures, with a random source. */
  public Duration pause(int failures, DoubleSupplier random) {
    return jitter(limit(failures), random);
  }

  /** The delay without jitter; {@code failures} counts from 1. */
  public Duration limit(int failures) {
    double doubled = first.toNanos() * Math.pow(2, Math.clamp(failures - 1, 0, MAX_DOUBLINGS));
    return doubled < longest.toNanos() ? Duration.ofNanos((long) doubled) : longest;
  }

  public static Duration jitter(Duration pause, DoubleSupplier random) {
    return Duration.ofNanos((long) (pause.toNanos() * (0.5 + random.getAsDouble() / 2)));
  }
}
