package dev.plumbline.web;

import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Outcome;
import dev.plumbline.conclusion.ActionConclusions.WriteConflict;
import dev.plumbline.conclusion.DisruptionConclusions.HoldVetoed;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.conclusion.GateConclusions.SourceNotReady;
import dev.plumbline.conclusion.RevisionConclusions.ReplicaDisagreement;
import dev.plumbline.conclusion.RolloutConclusions.ReplacementHeld;
import dev.plumbline.conclusion.RolloutConclusions.RolloutStage;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Fleet.FleetMember;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Revisions.ReplicaRevision;
import dev.plumbline.language.Rule;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.loop.LogStatus;
import dev.plumbline.revision.Revision;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.revision.RuleSetStatus;
import dev.plumbline.revision.RuleState;
import dev.plumbline.work.Worker;
import dev.plumbline.work.Worker.Work;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import io.prometheus.client.Collector;
import io.prometheus.client.CounterMetricFamily;
import io.prometheus.client.GaugeMetricFamily;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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

/** Gauges of the current state, computed on scrape. */
final class StateMetrics extends Collector {

  /** The reasons of a {@link WriteConflict}. */
  private static final List<String> CONFLICTS = List.of("WriteUndone", "WriteFlapping");

  @ApplicationScoped
  static class Registration {

    void begin(
        @Observes StartupEvent event,
        PrometheusMeterRegistry registry,
        HostState published,
        RuleState revisions) {
      registry
          .getPrometheusRegistry()
          .register(new StateMetrics(published, revisions, Clock.systemUTC()));
    }
  }

  private final HostState published;
  private final RuleState revisions;
  private final InstantSource clock;

  private @Nullable ByRule byRule;

  private record ByRule(HostSnapshot live, Map<String, Integer> counts) {}

  StateMetrics(HostState published, RuleState revisions, InstantSource clock) {
    this.published = published;
    this.revisions = revisions;
    this.clock = clock;
  }

  @Override
  public List<MetricFamilySamples> collect() {
    var families = new ArrayList<MetricFamilySamples>();
    families.add(
        new GaugeMetricFamily(
            "plumbline_queue_depth",
            "Owners with updates that are not processed yet",
            published.queued()));
    workers(families);
    log(published.log(), families);
    rules(revisions.now(), families);
    families.add(
        new GaugeMetricFamily(
            "plumbline_rules_bundle_fault",
            "Whether the channel of bundles is not followed: refused, or not reached",
            revisions.bundleFault() == null ? 0 : 1));
    families.add(
        new GaugeMetricFamily(
            "plumbline_rules_bundle_waiting",
            "Whether the bundle that the channel names is not active yet: it waits for other clusters, or was taken back",
            revisions.bundleWaits().isEmpty() ? 0 : 1));
    HostSnapshot live = published.now();
    if (live == null) {
      return families;
    }
    families.add(
        new GaugeMetricFamily(
            "plumbline_leader", "Whether this replica acts", live.leader() ? 1 : 0));
    families.add(
        new GaugeMetricFamily(
            "plumbline_settled_timestamp_seconds",
            "Time of the last settlement",
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
        gauge(
            "plumbline_rule_conclusions", "Conclusions by the rule that they follow from", "rule");
    byRule(live).forEach((rule, count) -> rules.addMetric(List.of(rule), count));
    families.add(rules);
    families.add(gates(live));
    replicas(live, families);
    families.add(plan(live));
    families.add(lastOutcomes(live));
    sources(live, families);
    families.add(closedSince(live));
    families.add(rollouts(live));
    families.add(replacementsHeld(live));
    families.add(writeConflicts(live));
    fleet(live, families);
    return families;
  }

  private static void workers(List<MetricFamilySamples> families) {
    GaugeMetricFamily busy =
        gauge("plumbline_worker_busy_seconds", "How long a thread is at its stage", "worker");
    GaugeMetricFamily overdue =
        gauge(
            "plumbline_worker_overdue",
            "Whether a thread takes longer than it may, or has ended by a fault",
            "worker");
    for (Work each : Worker.all()) {
      busy.addMetric(List.of(each.worker()), each.took().toMillis() / 1000.0);
      overdue.addMetric(List.of(each.worker()), each.overdue() ? 1 : 0);
    }
    families.add(busy);
    families.add(overdue);
  }

  private static void log(LogStatus log, List<MetricFamilySamples> families) {
    if (log.place() == null) {
      return;
    }
    families.add(
        new GaugeMetricFamily(
            "plumbline_log_writable",
            "Whether decisions can be recorded; while not, no action is carried out",
            log.writable() ? 1 : 0));
    families.add(
        new CounterMetricFamily(
            "plumbline_log_entries", "Entries written by this process", log.entries()));
    families.add(new CounterMetricFamily("plumbline_log_faults", "Failed writes", log.faults()));
    families.add(
        new GaugeMetricFamily(
            "plumbline_log_waiting", "Settlements that are not recorded yet", log.waiting()));
    if (log.recorded() != null) {
      families.add(
          new GaugeMetricFamily(
              "plumbline_log_recorded_timestamp_seconds",
              "Time of the last entry",
              log.recorded().toEpochMilli() / 1000.0));
    }
    GaugeMetricFamily kept =
        gauge(
            "plumbline_log_checkpoint_kept_timestamp_seconds",
            "When a place outside of the log last had its newest checkpoint",
            "place");
    log.kept().forEach((place, at) -> kept.addMetric(List.of(place), at.toEpochMilli() / 1000.0));
    families.add(kept);
  }

  private static GaugeMetricFamily gates(HostSnapshot live) {
    GaugeMetricFamily gates =
        gauge("plumbline_gate_closed", "Objects for which a gate is closed", "gate", "class");
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

  private static void replicas(HostSnapshot live, List<MetricFamilySamples> families) {
    GaugeMetricFamily seen =
        gauge("plumbline_replicas", "Replicas by whether their rules are the same", "rules");
    String own = live.rules().digest();
    List<ReplicaRevision> replicas = live.facts(ReplicaRevision.class);
    long same = replicas.stream().filter(it -> it.digest().equals(own)).count();
    seen.addMetric(List.of("same"), same);
    seen.addMetric(List.of("other"), replicas.size() - same);
    families.add(seen);
    families.add(
        new GaugeMetricFamily(
            "plumbline_replicas_disagreeing",
            "Replicas with other rules for too long",
            live.settlement().of(ReplicaDisagreement.class).size()));
  }

  private static GaugeMetricFamily plan(HostSnapshot live) {
    GaugeMetricFamily plan =
        gauge("plumbline_actions_planned", "Planned actions", "kind", "mode", "held");
    live.plan().actions().stream()
        .collect(Collectors.groupingBy(StateMetrics::labels, Collectors.counting()))
        .forEach(plan::addMetric);
    return plan;
  }

  /** A success is attempted once, so it is not counted as often as a failure: this tells both. */
  private static GaugeMetricFamily lastOutcomes(HostSnapshot live) {
    GaugeMetricFamily last =
        gauge("plumbline_actions_last", "Objects by their last outcome", "kind", "outcome");
    for (ActionKind kind : ActionKind.values()) {
      for (Outcome.Result result : Outcome.Result.values()) {
        long count =
            live.outcomes().values().stream()
                .filter(each -> each.kind() == kind && each.result() == result)
                .count();
        last.addMetric(
            List.of(kind.wire(), result.name().toLowerCase(Locale.ROOT)), (double) count);
      }
    }
    return last;
  }

  private static List<String> labels(Action action) {
    return List.of(
        action.kind().wire(),
        action.mode().name().toLowerCase(Locale.ROOT),
        String.valueOf(action.held() != null));
  }

  private void sources(HostSnapshot live, List<MetricFamilySamples> families) {
    GaugeMetricFamily ready =
        gauge("plumbline_source_ready", "Whether a source can be relied on", "source");
    GaugeMetricFamily age =
        gauge("plumbline_source_age_seconds", "Time since the last answer of a source", "source");
    GaugeMetricFamily failures =
        gauge("plumbline_source_failures", "Consecutive failures of a source", "source");
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

  private static void fleet(HostSnapshot live, List<MetricFamilySamples> families) {
    GaugeMetricFamily published =
        gauge(
            "plumbline_fleet_report_timestamp_seconds",
            "When the newest verified report of a cluster was published",
            "cluster");
    GaugeMetricFamily fault =
        gauge(
            "plumbline_fleet_report_fault",
            "Whether reports of a cluster are not used: not verified, or not read",
            "cluster");
    for (FleetMember member : live.facts(FleetMember.class)) {
      List<String> label = List.of(member.cluster());
      fault.addMetric(label, member.fault() == null ? 0 : 1);
      if (member.at() != null) {
        published.addMetric(label, member.at().toEpochMilli() / 1000.0);
      }
    }
    families.addAll(List.of(published, fault));
  }

  private synchronized Map<String, Integer> byRule(HostSnapshot live) {
    ByRule known = byRule;
    if (known != null && known.live().settlement() == live.settlement()) {
      return known.counts();
    }
    var counts = live.settlement().countsByRule();
    for (Rule rule : live.rules().rules()) {
      counts.putIfAbsent(rule.id(), 0);
    }
    byRule = new ByRule(live, counts);
    return counts;
  }

  private static GaugeMetricFamily gauge(String name, String help, String... labels) {
    return new GaugeMetricFamily(name, help, List.of(labels));
  }

  /** The start of the oldest closure of each gate, where known. */
  private static GaugeMetricFamily closedSince(HostSnapshot live) {
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
        gauge(
            "plumbline_gate_closed_since_timestamp_seconds",
            "Time since when a gate is closed, for the object that has waited longest",
            "gate",
            "class");
    oldest.forEach(
        (gate, classes) ->
            classes.forEach(
                (errorClass, since) ->
                    family.addMetric(List.of(gate, errorClass), since.toEpochMilli() / 1000.0)));
    return family;
  }

  private static GaugeMetricFamily rollouts(HostSnapshot live) {
    var family =
        gauge(
            "plumbline_rollout_images",
            "Images of a node class by the stage of their rollout",
            "node_class",
            "stage");
    live.settlement().of(RolloutStage.class).stream()
        .collect(
            Collectors.groupingBy(
                rollout -> List.of(rollout.nodeClass(), rollout.stage()), Collectors.counting()))
        .forEach(family::addMetric);
    return family;
  }

  private static GaugeMetricFamily replacementsHeld(HostSnapshot live) {
    var family =
        gauge(
            "plumbline_replacements_held",
            "Node claims that drifted and are held back, by rule",
            "rule");
    live.settlement().of(ReplacementHeld.class).stream()
        .collect(Collectors.groupingBy(ReplacementHeld::rule, Collectors.counting()))
        .forEach((rule, count) -> family.addMetric(List.of(rule), count));
    return family;
  }

  private static GaugeMetricFamily writeConflicts(HostSnapshot live) {
    var family =
        gauge(
            "plumbline_write_conflicts",
            "Objects with a field that is written again and again, or whose hold was removed",
            "kind",
            "reason");
    List<WriteConflict> conflicts = live.settlement().of(WriteConflict.class);
    for (ActionKind kind : ActionKind.values()) {
      for (String reason : CONFLICTS) {
        long count =
            conflicts.stream()
                .filter(each -> each.action().equals(kind.wire()) && each.reason().equals(reason))
                .count();
        family.addMetric(List.of(kind.wire(), reason), (double) count);
      }
    }
    family.addMetric(
        List.of(ActionKind.HOLD_DISRUPTION.wire(), RecordType.name(HoldVetoed.class)),
        live.settlement().of(HoldVetoed.class).size());
    return family;
  }

  private static void rules(RuleSetStatus now, List<MetricFamilySamples> families) {
    GaugeMetricFamily states =
        gauge(
            "plumbline_rules_revision",
            "1 for the status of the rules: LOADED, STALE or ERROR",
            "state");
    for (RuleSetStatus.Word word : RuleSetStatus.Word.values()) {
      states.addMetric(List.of(word.name()), now.word() == word ? 1 : 0);
    }
    families.add(states);
    GaugeMetricFamily heldSince =
        gauge(
            "plumbline_rules_held_timestamp_seconds",
            "Time when the revision was offered that waits for an approval");
    Revision candidate = now.candidate();
    if (candidate != null && candidate.state() == RevisionState.HELD) {
      heldSince.addMetric(List.of(), candidate.received().toEpochMilli() / 1000.0);
    }
    families.add(heldSince);
    families.add(
        new GaugeMetricFamily(
            "plumbline_rules_trial_fault",
            "Whether revisions are tried in this process, since none of their own can be started",
            now.trialFault() == null ? 0 : 1));
  }
}
