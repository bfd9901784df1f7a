package dev.plumbline.web;

import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.ReplacementHeld;
import dev.plumbline.conclusion.RolloutStage;
import dev.plumbline.host.Live;
import dev.plumbline.host.Published;
import io.prometheus.client.Collector;
import io.prometheus.client.GaugeMetricFamily;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What waits and since when, and how far images have come, at the moment of asking. */
final class WaitMetrics extends Collector {

  private final Published published;

  WaitMetrics(Published published) {
    this.published = published;
  }

  @Override
  public List<MetricFamilySamples> collect() {
    Live live = published.now();
    return live == null ? List.of() : List.of(since(live), rollouts(live), held(live));
  }

  /** The oldest of each gate; one that does not tell since when counts for nothing. */
  private static GaugeMetricFamily since(Live live) {
    var oldest = new TreeMap<String, Map<String, Instant>>();
    Stream.concat(live.settlement().of(GateClosed.class).stream(), live.gates().stream())
        .forEach(
            gate -> {
              Instant since = gate.since();
              if (since != null) {
                oldest
                    .computeIfAbsent(gate.gate(), none -> new TreeMap<>())
                    .merge(gate.errorClass(), since, (a, b) -> a.isBefore(b) ? a : b);
              }
            });
    var family =
        new GaugeMetricFamily(
            "plumbline_gate_closed_since_timestamp_seconds",
            "Since when an activity waits for the object that has waited longest",
            List.of("gate", "class"));
    oldest.forEach(
        (gate, classes) ->
            classes.forEach(
                (errorClass, since) ->
                    family.addMetric(List.of(gate, errorClass), since.toEpochMilli() / 1000.0)));
    return family;
  }

  private static GaugeMetricFamily rollouts(Live live) {
    var family =
        new GaugeMetricFamily(
            "plumbline_rollout_images",
            "Images of a node class by the stage of their rollout",
            List.of("node_class", "stage"));
    live.settlement().of(RolloutStage.class).stream()
        .collect(
            Collectors.groupingBy(
                rollout -> List.of(rollout.nodeClass(), rollout.stage()), Collectors.counting()))
        .forEach(family::addMetric);
    return family;
  }

  private static GaugeMetricFamily held(Live live) {
    var family =
        new GaugeMetricFamily(
            "plumbline_replacements_held",
            "Node claims that drifted and must not be replaced yet, by the rule that says so",
            List.of("rule"));
    live.settlement().of(ReplacementHeld.class).stream()
        .collect(Collectors.groupingBy(ReplacementHeld::rule, Collectors.counting()))
        .forEach((rule, count) -> family.addMetric(List.of(rule), count));
    return family;
  }
}
