package dev.plumbline.web;

import dev.plumbline.action.Action;
import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.ReplicaDisagreement;
import dev.plumbline.conclusion.SourceNotReady;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.ReplicaRevision;
import dev.plumbline.fact.SourceStatus;
import dev.plumbline.host.Live;
import dev.plumbline.host.LogStanding;
import dev.plumbline.host.Published;
import dev.plumbline.rule.Derivation;
import dev.plumbline.rule.Rule;
import dev.plumbline.rule.Settlement.Concluded;
import io.prometheus.client.Collector;
import io.prometheus.client.CounterMetricFamily;
import io.prometheus.client.GaugeMetricFamily;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What holds at the moment of asking: nothing is counted while nobody asks. */
final class LiveMetrics extends Collector {

  private final Published published;
  private final InstantSource clock;

  /** The conclusions by rule of one settlement: many ask, it changes seldom. */
  private @Nullable ByRule byRule;

  private record ByRule(Live live, Map<String, Long> counts) {}

  LiveMetrics(Published published, InstantSource clock) {
    this.published = published;
    this.clock = clock;
  }

  @Override
  public List<MetricFamilySamples> collect() {
    var families = new ArrayList<MetricFamilySamples>();
    families.add(
        new GaugeMetricFamily(
            "plumbline_queue_depth",
            "Owners that have told something not yet taken",
            published.queued()));
    log(published.log(), families);
    Live live = published.now();
    if (live == null) {
      return families;
    }
    families.add(
        new GaugeMetricFamily(
            "plumbline_leader", "Whether this replica acts", live.leader() ? 1 : 0));
    families.add(
        new GaugeMetricFamily(
            "plumbline_settled_timestamp_seconds",
            "When it settled last",
            live.at().toEpochMilli() / 1000.0));
    GaugeMetricFamily facts = gauge("plumbline_facts", "Facts by type", "type");
    live.facts().forEach((type, list) -> facts.addMetric(List.of(type), list.size()));
    families.add(facts);
    GaugeMetricFamily conclusions = gauge("plumbline_conclusions", "Conclusions by type", "type");
    live.settlement()
        .counts()
        .forEach((type, count) -> conclusions.addMetric(List.of(type), count));
    families.add(conclusions);
    GaugeMetricFamily rules =
        gauge("plumbline_rule_conclusions", "Conclusions by a rule they follow from", "rule");
    byRule(live).forEach((rule, count) -> rules.addMetric(List.of(rule), count));
    families.add(rules);
    families.add(gates(live));
    replicas(live, families);
    families.add(plan(live));
    sources(live, families);
    return families;
  }

  private static void log(LogStanding log, List<MetricFamilySamples> families) {
    if (log.place() == null) {
      return;
    }
    families.add(
        new GaugeMetricFamily(
            "plumbline_log_writable",
            "Whether decisions can be recorded; while not, nothing is done",
            log.writable() ? 1 : 0));
    families.add(
        new CounterMetricFamily(
            "plumbline_log_entries", "Entries written by this process", log.entries()));
    families.add(
        new CounterMetricFamily(
            "plumbline_log_faults", "How many times writing has failed", log.faults()));
    families.add(
        new GaugeMetricFamily(
            "plumbline_log_waiting", "Settlements that are not recorded yet", log.waiting()));
    if (log.recorded() != null) {
      families.add(
          new GaugeMetricFamily(
              "plumbline_log_recorded_timestamp_seconds",
              "When the last entry was written",
              log.recorded().toEpochMilli() / 1000.0));
    }
  }

  private static GaugeMetricFamily gates(Live live) {
    GaugeMetricFamily gates =
        gauge("plumbline_gate_closed", "Objects for which an activity waits", "gate", "class");
    Stream.concat(live.settlement().of(GateClosed.class).stream(), live.gates().stream())
        .collect(
            Collectors.groupingBy(
                gate -> gate.gate() + " " + gate.errorClass(),
                TreeMap::new,
                Collectors.mapping(
                    GateClosed::blocks,
                    Collectors.collectingAndThen(Collectors.toSet(), Set::size))))
        .forEach((gate, count) -> gates.addMetric(List.of(gate.split(" ", 2)), count));
    return gates;
  }

  private static void replicas(Live live, List<MetricFamilySamples> families) {
    GaugeMetricFamily seen =
        gauge("plumbline_replicas", "Replicas, by whether they serve the same rules", "rules");
    String own = live.rules().digest();
    List<ReplicaRevision> replicas = live.facts(ReplicaRevision.class);
    long same = replicas.stream().filter(it -> it.digest().equals(own)).count();
    seen.addMetric(List.of("same"), same);
    seen.addMetric(List.of("other"), replicas.size() - same);
    families.add(seen);
    families.add(
        new GaugeMetricFamily(
            "plumbline_replicas_disagreeing",
            "Replicas that have served other rules for too long",
            live.settlement().of(ReplicaDisagreement.class).size()));
  }

  private static GaugeMetricFamily plan(Live live) {
    GaugeMetricFamily plan =
        gauge("plumbline_actions_planned", "Actions to be done", "kind", "mode", "held");
    live.plan().actions().stream()
        .collect(Collectors.groupingBy(LiveMetrics::labels, Collectors.counting()))
        .forEach(plan::addMetric);
    return plan;
  }

  private static List<String> labels(Action action) {
    return List.of(
        action.kind().wire(),
        action.mode().name().toLowerCase(Locale.ROOT),
        String.valueOf(action.held() != null));
  }

  private void sources(Live live, List<MetricFamilySamples> families) {
    GaugeMetricFamily ready =
        gauge("plumbline_source_ready", "Whether a source can be relied on", "source");
    GaugeMetricFamily age =
        gauge("plumbline_source_age_seconds", "Since when a source has not answered", "source");
    GaugeMetricFamily failures =
        gauge("plumbline_source_failures", "How many times in a row it has failed now", "source");
    Set<String> notReady =
        live.settlement().of(SourceNotReady.class).stream()
            .map(SourceNotReady::source)
            .collect(Collectors.toSet());
    for (Fact fact : live.facts(SourceStatus.class)) {
      if (fact instanceof SourceStatus source && !source.state().equals("absent")) {
        List<String> label = List.of(source.source());
        ready.addMetric(label, notReady.contains(source.source()) ? 0 : 1);
        failures.addMetric(label, source.failures());
        if (source.lastSuccess() != null) {
          age.addMetric(
              label, Duration.between(source.lastSuccess(), clock.instant()).toMillis() / 1000.0);
        }
      }
    }
    families.addAll(List.of(ready, age, failures));
  }

  /** A rule that concludes nothing now counts 0. */
  private synchronized Map<String, Long> byRule(Live live) {
    ByRule known = byRule;
    if (known != null && known.live().settlement() == live.settlement()) {
      return known.counts();
    }
    var counts = new TreeMap<String, Long>();
    for (Rule rule : live.rules().rules()) {
      counts.put(rule.id(), 0L);
    }
    for (Concluded concluded : live.settlement().all()) {
      concluded.derivations().stream()
          .map(Derivation::rule)
          .map(Rule::id)
          .distinct()
          .forEach(id -> counts.merge(id, 1L, Long::sum));
    }
    byRule = new ByRule(live, counts);
    return counts;
  }

  private static GaugeMetricFamily gauge(String name, String help, String... labels) {
    return new GaugeMetricFamily(name, help, List.of(labels));
  }
}
