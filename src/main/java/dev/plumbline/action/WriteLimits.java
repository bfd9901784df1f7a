package dev.plumbline.action;

import dev.plumbline.client.Backoff;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Rate limits and backoff of writes.
 *
 * @param perMinute the rate per minute, and burst, of each kind of action; other kinds are
 *     unlimited
 * @param repeatReports the interval at which what was reported is verified and published again
 */
public record WriteLimits(
    Map<ActionKind, Integer> perMinute,
    Backoff retry,
    Duration persistentRetry,
    Predicate<String> persistent,
    Duration repeatReports) {

  /** Error codes of the API server and EC2 that a retry does not resolve. */
  public static final Set<String> PERSISTENT =
      Set.of(
          "Forbidden",
          "Invalid",
          "BadRequest",
          "MethodNotAllowed",
          "NotAcceptable",
          "NotOurs",
          "UnsupportedMediaType",
          "UnauthorizedOperation",
          "AuthFailure",
          "InvalidAMIID.NotFound",
          "InvalidAMIID.Malformed",
          "InvalidParameterValue",
          "TagLimitExceeded");

  public static final WriteLimits DEFAULT =
      new WriteLimits(
          Map.of(),
          new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5)),
          Duration.ofMinutes(10),
          PERSISTENT::contains,
          Duration.ofMinutes(30));

  /** The time after which a successful action that is still planned is executed again. */
  Duration recheck(ActionKind kind) {
    return kind == ActionKind.REPORT ? repeatReports : retry.longest().dividedBy(2);
  }
}
