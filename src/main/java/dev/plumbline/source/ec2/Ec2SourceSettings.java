package dev.plumbline.source.ec2;

import dev.plumbline.client.Backoff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What is queried from EC2 and SSM, and how often.
 *
 * @param intervals how long after its last answer each source is queried again, by its name
 */
public record Ec2SourceSettings(
    Map<String, Duration> intervals, Pacing pacing, Rate rate, Scope scope) {

  public static final List<String> SOURCES =
      List.of(
          "images",
          "instance-types",
          "instance-type-offerings",
          "instances",
          "spot-prices",
          "ssm-parameters",
          "prices");

  /**
   * @param jitter the part of an interval that chance may add or take: 0.1 for a tenth
   * @param gap the least time between two attempts of one source, however many events trigger one
   */
  public record Pacing(double jitter, Backoff retry, Duration gap) {}

  /**
   * @param burst calls at once after a quiet time
   */
  public record Rate(double perSecond, int burst) {}

  /**
   * @param accountId the account; null to query STS
   * @param prices a file with what types cost on demand; null to query the Pricing API
   * @param queue the URL of the SQS queue that EventBridge fills; null when there is none
   */
  public record Scope(
      @Nullable String accountId,
      String instanceTag,
      @Nullable Path prices,
      @Nullable String queue) {}

  /**
   * When a source is queried again.
   *
   * @param jitter the part of the interval that chance may add or take, so that replicas do not
   *     query all at once: 0.1 for a tenth
   */
  record Schedule(Duration interval, double jitter, Backoff retry) {

    /** How long to wait after {@code failures} in a row; 0 after an answer. */
    Duration next(int failures, RandomGenerator random) {
      if (failures > 0) {
        return retry.pause(failures, random::nextDouble);
      }
      double part = 1 + jitter * (2 * random.nextDouble() - 1);
      return Duration.ofNanos((long) (interval.toNanos() * part));
    }
  }

  Schedule schedule(String source) {
    Duration interval = intervals.get(source);
    if (interval == null) {
      throw new IllegalArgumentException(
          "there is no interval for " + source + ". Try: add it to " + intervals.keySet() + ".");
    }
    return schedule(interval);
  }

  Schedule schedule(Duration interval) {
    return new Schedule(interval, pacing.jitter(), pacing.retry());
  }
}
