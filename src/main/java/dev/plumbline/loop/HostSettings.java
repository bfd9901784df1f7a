package dev.plumbline.loop;

import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.loop.Host.LoopTimings;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** The loop of {@code plumbline serve}. */
@ConfigMapping(prefix = "plumbline.host")
public interface HostSettings {

  /** How changes are batched. */
  Debounce debounce();

  /** How often the time is published to the rules. */
  @WithDefault("10s")
  Duration tick();

  /**
   * How often the rules judge when nothing has changed and no condition on the time changes. Ticks
   * in between are left out. Keep it below 5 minutes: PlumblineNotSettling fires where nothing has
   * settled for so long.
   */
  @WithDefault("1m")
  Duration maxTick();

  /** The limits of a settlement. */
  Settle settle();

  /** How often a snapshot folder is polled, in addition to change notifications. */
  @WithDefault("2s")
  Duration poll();

  /**
   * A YAML file that sets parameters, read at start: {@code ami.minimumAge: 3d}. A file beside it
   * sets one item of a map of text: {@code actions.mode.PinAmis}.
   */
  Optional<Path> parametersFile();

  /** A YAML file that persists learned state. */
  Optional<Path> stateFile();

  /** The former name of {@code plumbline.host.state-file}, used if that is not set. */
  Optional<Path> memoryFile();

  /** How changes are batched. */
  interface Debounce {

    /**
     * A batch is closed after this time without an update. An update after a pause of at least this
     * is settled at once.
     */
    @WithDefault("10ms")
    Duration quiet();

    /** The maximum time from the first update until a batch is closed. */
    @WithDefault("250ms")
    Duration most();
  }

  /** The limits of a settlement, beyond which its rules are considered not to converge. */
  interface Settle {

    /** The maximum number of rule firings. */
    @WithDefault("2000000")
    long firings();

    /** The maximum duration. */
    @WithDefault("60s")
    Duration duration();

    /** The delay after a settlement that exceeded a limit; doubles with each further one. */
    @WithDefault("5s")
    Duration retry();
  }

  /** The pace that these say. */
  default LoopTimings timings(InstantSource clock) {
    return new LoopTimings(
        debounce().quiet(),
        debounce().most(),
        new SettleLimits(settle().firings(), settle().duration()),
        settle().retry(),
        clock,
        maxTick());
  }
}
