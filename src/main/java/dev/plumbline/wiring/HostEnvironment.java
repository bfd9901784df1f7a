package dev.plumbline.wiring;

import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The environment of a host: sources and pipeline.
 *
 * @param sources started in this order
 * @param events listeners to settlements, such as sources that query what the rules need
 * @param end closes shared resources (clients, the lease) after the host
 */
public record HostEnvironment(
    List<FactSource> sources,
    ActionPipeline acting,
    HostEvents events,
    @Nullable String region,
    Runnable end)
    implements AutoCloseable {

  public static HostEnvironment of(FactSource source) {
    return new HostEnvironment(
        List.of(source), ActionPipeline.DRY_RUN, HostEvents.NONE, null, () -> {});
  }

  public HostEnvironment with(List<FactSource> others, ActionPipeline actor, HostEvents listener) {
    return new HostEnvironment(List.copyOf(others), actor, listener, region, end);
  }

  public void start(FactSink sink) {
    sources.forEach(source -> source.start(sink));
  }

  /** The sources of which something is still being queried; sorted. */
  public List<String> pending() {
    return sources.stream().flatMap(source -> source.pending().stream()).sorted().toList();
  }

  @Override
  public void close() {
    end.run();
  }
}
