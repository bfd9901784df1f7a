package dev.plumbline.web;

import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Outcome;
import dev.plumbline.host.HostEvents;
import dev.plumbline.host.Live;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Locale;

/** Counts what happens in the loop. What holds at a moment is told by {@link LiveMetrics}. */
@ApplicationScoped
class HostMetrics implements HostEvents {

  private final MeterRegistry registry;
  private final Timer settle;
  private final DistributionSummary batches;
  private final DistributionSummary changes;

  HostMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.settle =
        Timer.builder("plumbline.settle")
            .description("How long settling took")
            .serviceLevelObjectives(
                Duration.ofMillis(5),
                Duration.ofMillis(10),
                Duration.ofMillis(50),
                Duration.ofMillis(100),
                Duration.ofMillis(500),
                Duration.ofSeconds(1),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30))
            .register(registry);
    this.batches =
        DistributionSummary.builder("plumbline.batch.owners")
            .description("Of how many owners a batch was")
            .register(registry);
    this.changes =
        DistributionSummary.builder("plumbline.settle.changes")
            .description("How many facts had changed when it settled")
            .register(registry);
    // From the start, at 0: a counter that begins with 1 has not risen, to who looks at how it
    // rises.
    for (ActionKind kind : ActionKind.values()) {
      for (Outcome.Result result : Outcome.Result.values()) {
        tried(kind, result);
      }
    }
  }

  @Override
  public void settled(Live live, Duration took, int changed) {
    settle.record(took);
    changes.record(changed);
  }

  @Override
  public void batch(int owners) {
    batches.record(owners);
  }

  @Override
  public void outcome(Outcome outcome) {
    tried(outcome.kind(), outcome.result()).increment();
  }

  private Counter tried(ActionKind kind, Outcome.Result result) {
    return Counter.builder("plumbline.actions")
        .description("Actions that were tried, by what came of them")
        .tag("kind", kind.wire())
        .tag("outcome", result.name().toLowerCase(Locale.ROOT))
        .register(registry);
  }
}
