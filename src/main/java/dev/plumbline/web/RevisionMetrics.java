package dev.plumbline.web;

import dev.plumbline.host.rules.Revision;
import dev.plumbline.host.rules.RevisionEvents;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;

/** Counts what becomes of revisions. */
@ApplicationScoped
class RevisionMetrics implements RevisionEvents {

  private final MeterRegistry registry;

  RevisionMetrics(MeterRegistry registry) {
    this.registry = registry;
    // From the start, at 0: a counter that begins with 1 has not risen, to who looks at how it
    // rises.
    previews(true);
    previews(false);
  }

  @Override
  public void stopped(Revision revision, String stage, String outcome, List<String> reasons) {
    count(outcome, stage);
  }

  @Override
  public void serves(Revision revision, String how, Duration took) {
    count(how, "active");
    Timer.builder("plumbline.rules.reload")
        .description("How long from what was offered to what serves")
        .serviceLevelObjectives(
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30))
        .register(registry)
        .record(took);
  }

  @Override
  public void predicted(Revision revision, boolean kept) {
    previews(kept).increment();
  }

  private Counter previews(boolean kept) {
    return Counter.builder("plumbline.rules.previews")
        .description("Previews that could be held against what followed, by whether it was so")
        .tag("kept", String.valueOf(kept))
        .register(registry);
  }

  private void count(String outcome, String stage) {
    Counter.builder("plumbline.rules.revisions")
        .description("Revisions by what became of them, and the stage that it was at")
        .tag("outcome", outcome)
        .tag("stage", stage)
        .register(registry)
        .increment();
  }
}
