package dev.plumbline.source.ec2;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * When a source is asked again.
 *
 * @param interval after an answer
 * @param jitter the part of the interval that chance may add or take, so that replicas do not ask
 *     all at once: 0.1 for a tenth
 * @param first after the first failure; twice as long after each further one
 * @param most after however many failures
 */
record Pace(Duration interval, double jitter, Duration first, Duration most) {

  /** How long to wait after {@code failures} in a row; 0 after an answer. */
  Duration next(int failures, RandomGenerator random) {
    if (failures == 0) {
      double part = 1 + jitter * (2 * random.nextDouble() - 1);
      return Duration.ofNanos((long) (interval.toNanos() * part));
    }
    double doubled = first.toNanos() * Math.pow(2, Math.min(failures - 1, 30));
    double wait = Math.min(doubled, most.toNanos());
    return Duration.ofNanos((long) (wait / 2 + wait / 2 * random.nextDouble()));
  }
}
