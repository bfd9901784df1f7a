package dev.plumbline.web;

import dev.plumbline.host.Published;
import dev.plumbline.host.rules.PublishedRevisions;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;

/** Puts what holds beside what is counted. */
@ApplicationScoped
class MetricsStart {

  void begin(
      @Observes StartupEvent event,
      PrometheusMeterRegistry registry,
      Published published,
      PublishedRevisions revisions) {
    registry.getPrometheusRegistry().register(new LiveMetrics(published, Clock.systemUTC()));
    registry.getPrometheusRegistry().register(new WaitMetrics(published));
    registry.getPrometheusRegistry().register(new RuleMetrics(revisions));
  }
}
