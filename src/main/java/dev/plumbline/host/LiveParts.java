package dev.plumbline.host;

import dev.plumbline.source.Ticks;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Makes what a host in a cluster stands in. Nothing is asked of anybody before it starts. */
@ApplicationScoped
@Unremovable
public class LiveParts {

  private static final Duration BETWEEN_WRITES = Duration.ofMinutes(1);

  private final HostSettings settings;
  private final Published published;
  private final Instance<HostEvents> listeners;

  /** With these settings, for these readers and listeners. */
  public LiveParts(
      HostSettings settings, Published published, @Any Instance<HostEvents> listeners) {
    this.settings = settings;
    this.published = published;
    this.listeners = listeners;
  }

  /** Those of this program, for verbs, which are made whether they run or not. */
  public static LiveParts current() {
    return CDI.current().select(LiveParts.class).get();
  }

  /** How the loop goes about it. */
  public HostSettings settings() {
    return settings;
  }

  /** Where readers look. */
  public Published published() {
    return published;
  }

  /** Who listens, beside what {@code around} brings. */
  public HostEvents events(Surroundings around) {
    return HostEvents.all(Stream.concat(Stream.of(around.events()), listeners.stream()).toList());
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
