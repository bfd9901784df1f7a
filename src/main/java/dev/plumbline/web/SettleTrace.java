package dev.plumbline.web;

import dev.plumbline.host.HostEvents;
import dev.plumbline.host.Live;
import io.opentelemetry.api.trace.Tracer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** One span for every settlement; nothing at all unless traces are switched on. */
@ApplicationScoped
class SettleTrace implements HostEvents {

  private final Tracer tracer;

  SettleTrace(Tracer tracer) {
    this.tracer = tracer;
  }

  @Override
  public void settled(Live live, Duration took, int changes) {
    Instant end = Clock.systemUTC().instant();
    tracer
        .spanBuilder("settle")
        .setStartTimestamp(end.minus(took))
        .setAttribute("plumbline.sequence", live.sequence())
        .setAttribute("plumbline.changes", changes)
        .setAttribute("plumbline.conclusions", live.settlement().size())
        .setAttribute("plumbline.actions", live.plan().actions().size())
        .setAttribute("plumbline.rules", live.rules().digest())
        .startSpan()
        .end(end);
  }
}
