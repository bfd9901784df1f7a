package dev.plumbline.loop;

import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.loop.Host.LoopTimings;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** How the loop of {@code plumbline serve} works. */
@ConfigMapping(prefix = "plumbline.host")
public interface HostSettings {

  /** How changes become batches. */
  Debounce debounce();

  /** How often the time is published to the rules. */
  @WithDefault("10s")
  Duration tick();

  /** How far one settlement may go. */
  Settle settle();

  /** How often a snapshot folder is looked at, beside the times when the system says it changed. */
  @WithDefault("2s")
  Duration poll();

  /** A YAML file that sets parameters, read at start: {@code ami.minimumAge: 3d}. */
  Optional<Path> parametersFile();

  /** A YAML file that keeps what was learned from one start to the next. */
  Optional<Path> stateFile();

  /** The former name of {@code plumbline.host.state-file}; used where that is not set. */
  Optional<Path> memoryFile();

  /** How changes become batches. */
  interface Debounce {

    /** A batch is closed once nothing was published for so long. */
    @WithDefault("10ms")
    Duration quiet();

    /** And at the latest so long after its first part was published. */
    @WithDefault("250ms")
    Duration most();
  }

  /** How far one settlement may go before its rules are considered not to converge. */
  interface Settle {

    /** How many times rules may fire. */
    @WithDefault("2000000")
    long firings();

    /** How long they may take. */
    @WithDefault("60s")
    Duration duration();

    /** How long to wait after one that went too far; twice as long after each further one. */
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
        clock);
  }
}
