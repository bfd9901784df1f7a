package dev.plumbline.wiring;

import dev.plumbline.action.ActionKind;
import dev.plumbline.action.WriteLimits;
import dev.plumbline.client.Backoff;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** The rate of writes. What is written, and how much of it, is set by parameters of the rules. */
@ConfigMapping(prefix = "plumbline.actions")
public interface ActionSettings {

  /** How many reports there may be for each action of another kind: they change no object. */
  int REPORTS = 5;

  /** The maximum number of actions of each kind per minute; of reports five times as many. */
  @WithDefault("60")
  int perMinute();

  /** The maximum for one kind: {@code plumbline.actions.per-minute-of.PinAmis}. */
  Map<String, Integer> perMinuteOf();

  /** The delay before the first retry of a failed action; doubles with each further failure. */
  @WithDefault("1s")
  Duration firstRetry();

  /** The maximum delay before a retry. */
  @WithDefault("5m")
  Duration lastRetry();

  /** The delay before a retry after a persistent failure, such as Forbidden. */
  @WithDefault("10m")
  Duration persistentRetry();

  /**
   * The timeout of a request to the API server: less than the lease duration minus the renew
   * deadline, so that a former leader writes nothing.
   */
  @WithDefault("4s")
  Duration requestTimeout();

  /**
   * The interval after which an Event that still applies is published again. Events live for an
   * hour.
   */
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
    perMinute.put(ActionKind.REPORT, Math.multiplyExact(settings.perMinute(), REPORTS));
    settings.perMinuteOf().forEach((kind, count) -> perMinute.put(ActionKind.of(kind), count));
    return new WriteLimits(
        perMinute,
        new Backoff(settings.firstRetry(), settings.lastRetry()),
        settings.persistentRetry(),
        WriteLimits.PERSISTENT::contains,
        settings.sayAgain());
  }
}
