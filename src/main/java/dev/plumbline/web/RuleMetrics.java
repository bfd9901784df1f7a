package dev.plumbline.web;

import dev.plumbline.host.rules.PublishedRevisions;
import dev.plumbline.host.rules.Revision;
import dev.plumbline.host.rules.RevisionState;
import dev.plumbline.host.rules.RuleStanding;
import io.prometheus.client.Collector;
import io.prometheus.client.GaugeMetricFamily;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How it stands with the rules at the moment of asking. */
final class RuleMetrics extends Collector {

  private final PublishedRevisions revisions;

  RuleMetrics(PublishedRevisions revisions) {
    this.revisions = revisions;
  }

  @Override
  public List<MetricFamilySamples> collect() {
    RuleStanding now = revisions.now();
    var states =
        new GaugeMetricFamily(
            "plumbline_rules_revision",
            "1 for how it stands with the rules: LOADED, STALE or ERROR",
            List.of("state"));
    for (RuleStanding.Word word : RuleStanding.Word.values()) {
      states.addMetric(List.of(word.name()), now.word() == word ? 1 : 0);
    }
    return List.of(states, held(now.candidate()));
  }

  /** Nothing is told while none is held. */
  private static GaugeMetricFamily held(@Nullable Revision candidate) {
    var since =
        new GaugeMetricFamily(
            "plumbline_rules_held_timestamp_seconds",
            "When the revision was offered that waits for an approval",
            List.of());
    if (candidate != null && candidate.state() == RevisionState.HELD) {
      since.addMetric(List.of(), candidate.received().toEpochMilli() / 1000.0);
    }
    return since;
  }
}
