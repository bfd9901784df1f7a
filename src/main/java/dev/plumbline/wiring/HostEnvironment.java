package dev.plumbline.wiring;

import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a host stands in: where facts come from, who acts.
 *
 * @param sources told to the host from {@link #start} on, in this order
 * @param acting who plans and acts
 * @param events who goes on from what settles: sources that ask for what is needed
 * @param region where it is; null when not known
 * @param end closes what all of it shares, after the host: clients, the lease
 */
public record HostEnvironment(
    List<FactSource> sources,
    ActionPipeline acting,
    HostEvents events,
    @Nullable String region,
    Runnable end)
    implements AutoCloseable {

  /** One source, and nobody who acts: what would be done is shown. */
  public static HostEnvironment of(FactSource source) {
    return new HostEnvironment(
        List.of(source), ActionPipeline.DRY_RUN, HostEvents.NONE, null, () -> {});
  }

  /** The same, with others who tell, act and listen. */
  public HostEnvironment with(List<FactSource> others, ActionPipeline actor, HostEvents listener) {
    return new HostEnvironment(List.copyOf(others), actor, listener, region, end);
  }

  /** Starts every source. */
  public void start(FactSink sink) {
    sources.forEach(source -> source.start(sink));
  }

  @Override
  public void close() {
    end.run();
  }
}
