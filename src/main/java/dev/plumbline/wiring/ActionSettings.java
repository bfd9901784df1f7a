package dev.plumbline.wiring;

import dev.plumbline.action.ActionKind;
import dev.plumbline.action.WriteLimits;
import dev.plumbline.client.Backoff;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** How fast is written. What is written, and how much of it, are parameters of the rules. */
@ConfigMapping(prefix = "plumbline.actions")
public interface ActionSettings {

  /** How many actions of each kind are carried out a minute at most. */
  @WithDefault("60")
  int perMinute();

  /** The same for single kinds: {@code plumbline.actions.per-minute-of.PinAmis}. */
  Map<String, Integer> perMinuteOf();

  /** How long after its first failure an action is tried again; doubled with each further one. */
  @WithDefault("1s")
  Duration firstRetry();

  /** What that grows to. */
  @WithDefault("5m")
  Duration lastRetry();

  /** How long after a failure that does not pass by itself, such as Forbidden. */
  @WithDefault("10m")
  Duration persistentRetry();

  /**
   * How long one request to the API server may take: less than what lies between the renew deadline
   * and the end of a lease, so that nothing is written by one who leads no more.
   */
  @WithDefault("4s")
  Duration requestTimeout();

  /** How long before an Event that is still true is said again. Events live for an hour. */
  @WithDefault("30m")
  Duration sayAgain();

  /**
   * What {@code settings} mean for the actuator.
   *
   * @throws IllegalArgumentException when a kind of action is named that there is not
   */
  static WriteLimits pace(ActionSettings settings) {
    var perMinute = new EnumMap<ActionKind, Integer>(ActionKind.class);
    for (ActionKind kind : ActionKind.values()) {
      perMinute.put(kind, settings.perMinute());
    }
    settings.perMinuteOf().forEach((kind, count) -> perMinute.put(ActionKind.of(kind), count));
    return new WriteLimits(
        perMinute,
        new Backoff(settings.firstRetry(), settings.lastRetry()),
        settings.persistentRetry(),
        WriteLimits.PERSISTENT::contains);
  }
}
