package dev.plumbline.action;

import dev.plumbline.client.Backoff;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How fast is written, and when what failed is tried again.
 *
 * @param perMinute how many actions of each kind are carried out a minute at most, and at once
 *     after a pause; a kind that is not named has no limit
 * @param retry when an action that failed is tried again
 * @param persistentRetry the same for a failure that does not pass by itself
 * @param persistent which error codes do not pass by themselves
 */
public record WriteLimits(
    Map<ActionKind, Integer> perMinute,
    Backoff retry,
    Duration persistentRetry,
    Predicate<String> persistent) {

  /** Error codes of the API server and EC2 for which a retry does not help. */
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
  public static final WriteLimits DEFAULT =
      new WriteLimits(
          Map.of(),
          new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5)),
          Duration.ofMinutes(10),
          PERSISTENT::contains);
}
