package dev.plumbline.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * Exponential backoff with jitter: each pause is twice the one before, spread so that callers that
 * failed together do not retry together.
 *
 * @param first the pause after the first failure
 * @param longest the upper limit, however many failures
 */
public record Backoff(Duration first, Duration longest) {

  private static final int MAX_DOUBLINGS = 30;

  /** The pause after {@code failures} in a row, from half to all of {@link #limit}. */
  public Duration pause(int failures) {
    return pause(failures, ThreadLocalRandom.current()::nextDouble);
  }

  /**
   * The same with a random source.
   *
   * @param random from 0 to 1
   */
  public Duration pause(int failures, DoubleSupplier random) {
    return jitter(limit(failures), random);
  }

  /** The pause after {@code failures} in a row, from 1 on, without jitter. */
  public Duration limit(int failures) {
    double doubled = first.toNanos() * Math.pow(2, Math.clamp(failures - 1, 0, MAX_DOUBLINGS));
    return doubled < longest.toNanos() ? Duration.ofNanos((long) doubled) : longest;
  }

  /** From half to all of {@code pause}. */
  public static Duration jitter(Duration pause, DoubleSupplier random) {
    return Duration.ofNanos((long) (pause.toNanos() * (0.5 + random.getAsDouble() / 2)));
  }
}
