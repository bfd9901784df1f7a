package dev.plumbline.web;

import dev.plumbline.host.rules.PublishedRevisions;
import dev.plumbline.host.rules.RuleStanding;
import io.prometheus.client.Collector;
import io.prometheus.client.GaugeMetricFamily;
import java.util.List;

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
    return List.of(states);
  }
}
