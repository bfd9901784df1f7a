package dev.plumbline.source.ec2;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of EC2 and SSM, and how often.
 *
 * @param intervals how long after its last answer each source is asked again, by its name
 * @param pacing how the times between are spread
 * @param rate how many calls may go out
 * @param scope what is asked for
 */
public record Ec2SourceSettings(
    Map<String, Duration> intervals, Pacing pacing, Rate rate, Scope scope) {

  /** The sources, each of which needs an interval. */
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
   * @param first how long to wait after the first failure, twice that after each further one
   * @param most how long to wait after however many failures
   * @param gap the least time between two attempts of one source, however many events ask for one
   */
  public record Pacing(double jitter, Duration first, Duration most, Duration gap) {}

  /**
   * @param perSecond calls a second, of all sources together
   * @param burst calls at once after a quiet time
   */
  public record Rate(double perSecond, int burst) {}

  /**
   * @param accountId the account; null to ask STS
   * @param instanceTag the tag that the instances of interest have
   * @param prices a file with what types cost on demand; null when there is none
   * @param queue the URL of the SQS queue that EventBridge fills; null when there is none
   */
  public record Scope(
      @Nullable String accountId,
      String instanceTag,
      @Nullable Path prices,
      @Nullable String queue) {}

  Pace pace(String source) {
    Duration interval = intervals.get(source);
    if (interval == null) {
      throw new IllegalArgumentException(
          "there is no interval for " + source + ". Maybe add it to " + intervals.keySet() + ".");
    }
    return pace(interval);
  }

  Pace pace(Duration interval) {
    return new Pace(interval, pacing.jitter(), pacing.first(), pacing.most());
  }
}
