package dev.plumbline.web;

import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Outcome;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.revision.Revision;
import dev.plumbline.revision.RevisionEvents;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** Counters and timers of loop events; traces settlements if traces are exported. */
@ApplicationScoped
class EventMetrics implements HostEvents, RevisionEvents {

  private final MeterRegistry registry;
  private final Tracer tracer;
  private final Timer settle;
  private final DistributionSummary batches;
  private final DistributionSummary changes;

  /** Without a tracer, as where the program is built without {@code -Ptraces}, none is exported. */
  EventMetrics(MeterRegistry registry, Instance<Tracer> tracers) {
    this.registry = registry;
    this.tracer =
        tracers.isResolvable() ? tracers.get() : TracerProvider.noop().get("dev.plumbline");
    this.settle =
        timer(
            "plumbline.settle",
            "Duration of a settlement",
            5,
            10,
            50,
            100,
            500,
            1_000,
            5_000,
            30_000);
    this.batches =
        DistributionSummary.builder("plumbline.batch.owners")
            .description("Owners in a batch")
            .register(registry);
    this.changes =
        DistributionSummary.builder("plumbline.settle.changes")
            .description("Changed facts in a settlement")
            .register(registry);
    // Registered at 0: rate() cannot see an increase of a counter that starts at 1.
    for (ActionKind kind : ActionKind.values()) {
      for (Outcome.Result result : Outcome.Result.values()) {
        actions(kind, result);
      }
    }
    previews(true);
    previews(false);
  }

  @Override
  public void settled(HostSnapshot live, Duration took, int changed) {
    settle.record(took);
    changes.record(changed);
    Instant end = Clock.systemUTC().instant();
    tracer
        .spanBuilder("settle")
        .setStartTimestamp(end.minus(took))
        .setAttribute("plumbline.sequence", live.sequence())
        .setAttribute("plumbline.changes", changed)
        .setAttribute("plumbline.conclusions", live.settlement().size())
        .setAttribute("plumbline.actions", live.plan().actions().size())
        .setAttribute("plumbline.rules", live.rules().digest())
        .startSpan()
        .end(end);
  }

  @Override
  public void batch(int owners) {
    batches.record(owners);
  }

  @Override
  public void outcome(Outcome outcome) {
    actions(outcome.kind(), outcome.result()).increment();
  }

  @Override
  public void stopped(Revision revision, String stage, String outcome, List<String> reasons) {
    revisions(outcome, stage).increment();
  }

  @Override
  public void serves(Revision revision, String how, Duration took) {
    revisions(how, "active").increment();
    timer(
            "plumbline.rules.reload",
            "From offering a revision to activating it",
            500,
            1_000,
            2_000,
            5_000,
            30_000)
        .record(took);
  }

  @Override
  public void predicted(Revision revision, boolean predictionHeld) {
    previews(predictionHeld).increment();
  }

  private Timer timer(String name, String description, long... millis) {
    return Timer.builder(name)
        .description(description)
        .serviceLevelObjectives(
            LongStream.of(millis).mapToObj(Duration::ofMillis).toArray(Duration[]::new))
        .register(registry);
  }

  private Counter actions(ActionKind kind, Outcome.Result result) {
    return Counter.builder("plumbline.actions")
        .description("Attempted actions by outcome")
        .tag("kind", kind.wire())
        .tag("outcome", result.name().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  private Counter previews(boolean predictionHeld) {
    return Counter.builder("plumbline.rules.previews")
        .description("Previews that could be verified, by whether the prediction held")
        .tag("kept", String.valueOf(predictionHeld))
        .register(registry);
  }

  private Counter revisions(String outcome, String stage) {
    return Counter.builder("plumbline.rules.revisions")
        .description("Revisions by outcome, and the stage that they reached")
        .tag("outcome", outcome)
        .tag("stage", stage)
        .register(registry);
  }
}
