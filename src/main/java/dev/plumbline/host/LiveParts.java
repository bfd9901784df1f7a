package dev.plumbline.host;

import dev.plumbline.source.Ticks;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Makes what a host in a cluster stands in. Nothing is asked of anybody before it starts. */
@ApplicationScoped
public class LiveParts {

  private static final Duration BETWEEN_WRITES = Duration.ofMinutes(1);

  private final HostSettings settings;

  /** With these settings. */
  public LiveParts(HostSettings settings) {
    this.settings = settings;
  }

  /**
   * The time, what was learned, EC2 and the API server.
   *
   * @throws InvalidInputException when a setting cannot be used
   */
  public Surroundings live(Evaluation evaluation) {
    var ticks = new Ticks(Clock.systemUTC(), settings.tick());
    var memory = new Memory(settings.memoryFile().orElse(null), BETWEEN_WRITES);
    return new Surroundings(List.of(ticks, memory), Acting.NONE, memory, null, () -> {});
  }
}
