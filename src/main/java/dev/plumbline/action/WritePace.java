package dev.plumbline.action;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How fast is written, and when what failed is tried again.
 *
 * @param perMinute how many actions of each kind are carried out a minute at most, and at once
 *     after a pause; a kind that is not named has no limit
 * @param firstRetry how long after the first failure an action is tried again; doubled with each
 *     further one
 * @param lastRetry what that grows to
 * @param persistentRetry how long after a failure that does not pass by itself
 * @param persistent the error codes that do not pass by themselves
 */
public record WritePace(
    Map<ActionKind, Integer> perMinute,
    Duration firstRetry,
    Duration lastRetry,
    Duration persistentRetry,
    Predicate<String> persistent) {

  /** What the API server and EC2 say when asking again will not help. */
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

  /** No limits, retries from 1 s to 5 min. */
  public static final WritePace DEFAULT =
      new WritePace(
          Map.of(),
          Duration.ofSeconds(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(10),
          PERSISTENT::contains);
}
