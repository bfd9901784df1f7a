package dev.plumbline.web;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.fact.Fleet.FleetMember;
import dev.plumbline.fact.RecordType;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.loop.HostState;
import dev.plumbline.loop.LogStatus;
import dev.plumbline.revision.Revision;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.revision.RevisionEvents;
import dev.plumbline.revision.RevisionHistory;
import dev.plumbline.revision.RuleOffer;
import dev.plumbline.revision.RuleSetStatus;
import dev.plumbline.revision.RuleState;
import dev.plumbline.web.admission.Asked;
import io.quarkus.arc.All;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The dashboard, the alerts and docs/operations.md speak of metrics that there are. */
@Tag("served")
@QuarkusTest
@TestProfile(Serving.class)
class MonitoringTest {

  private static final HostSnapshot LIVE = withFleet(HostSnapshots.of("soaking-rollout", 3));

  /** Sources that have answered once and do not any more. */
  private static final HostSnapshot LOADING = HostSnapshots.of("still-loading", 3);

  private static final Pattern SAMPLE =
      Pattern.compile("^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})? ", Pattern.MULTILINE);
  private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"");

  /** What Prometheus adds to whatever it reads. */
  private static final Set<String> OF_THE_TARGET =
      Set.of("namespace", "pod", "job", "instance", "container");

  /** Of the kubelet and of kube-state-metrics, where there are any. */
  private static final Map<String, Set<String>> OF_OTHERS =
      Map.of(
          "container_memory_working_set_bytes", Set.of("container"),
          "kube_pod_container_resource_limits", Set.of("container", "resource"));

  @Inject HostState published;
  @Inject RuleState revisions;
  @Inject @All List<HostEvents> host;
  @Inject @All List<RevisionEvents> rules;

  private Map<String, Set<String>> metrics = Map.of();

  /** The same, in a cluster that reads what another one publishes. */
  private static HostSnapshot withFleet(HostSnapshot live) {
    var facts = new TreeMap<>(live.facts());
    facts.put(
        RecordType.name(FleetMember.class),
        List.of(
            new FleetMember("dev-1", 3, "abc", HostSnapshots.AT, "1.33", "it was changed", null)));
    return new HostSnapshot(
        live.sequence(),
        live.at(),
        facts,
        live.objects(),
        live.rules(),
        live.settlement(),
        live.plan(),
        live.gates(),
        live.outcomes(),
        live.leader());
  }

  @BeforeEach
  void everythingHappens() {
    Revision held =
        new Revision(
            "b".repeat(64),
            RevisionState.HELD,
            new RuleOffer(new TreeMap<>(), "folder", "ann", null, new TreeMap<>(), List.of()),
            List.of(),
            null,
            HostSnapshots.AT,
            null,
            null);
    published.log(
        () ->
            new LogStatus(
                "folder",
                null,
                "a/1",
                1,
                HostSnapshots.AT,
                0,
                0,
                new TreeMap<>(Map.of("lease", HostSnapshots.AT))));
    revisions.put(
        new RuleSetStatus(
            RuleSetStatus.Word.STALE, null, held, List.of(), RevisionHistory.NONE, null));
    HostEvents.all(host).settled(LIVE, Duration.ofMillis(7), 12);
    HostEvents.all(host).batch(2);
    RevisionEvents.all(rules).stopped(held, "judged", "held", List.of());
    RevisionEvents.all(rules).serves(held, "activated", Duration.ofMillis(7));
    Asked.once();
    metrics = new TreeMap<>();
    for (HostSnapshot live : List.of(LOADING, LIVE)) {
      HostSnapshots.publish(published, live);
      read()
          .forEach(
              (name, labels) ->
                  metrics.computeIfAbsent(name, none -> new TreeSet<>()).addAll(labels));
    }
  }

  @AfterEach
  void back() {
    published.log(() -> LogStatus.NONE);
    revisions.put(
        new RuleSetStatus(
            RuleSetStatus.Word.LOADED, null, null, List.of(), RevisionHistory.NONE, null));
  }

  private static Map<String, Set<String>> read() {
    String text = given().accept("text/plain").get("/q/metrics").then().extract().asString();
    var read = new TreeMap<String, Set<String>>();
    Matcher sample = SAMPLE.matcher(text);
    while (sample.find()) {
      Set<String> labels = read.computeIfAbsent(sample.group(1), none -> new TreeSet<>());
      String written = sample.group(2);
      if (written != null) {
        LABEL.matcher(written).results().forEach(each -> labels.add(each.group(1)));
      }
    }
    return read;
  }

  @Test
  void metricsOfWhatWaits() {
    assertThat(given().accept("text/plain").get("/q/metrics").then().extract().asString())
        .contains(
            "plumbline_gate_closed_since_timestamp_seconds{gate=\"PinAmis\",class=\"persistent\",} "
                + HostSnapshots.AT.toEpochMilli() / 1000.0)
        .contains(
            "plumbline_rules_held_timestamp_seconds " + HostSnapshots.AT.toEpochMilli() / 1000.0)
        .contains("plumbline_rollout_images{node_class=\"", "stage=\"soaking\",} 1.0")
        .contains("plumbline_replacements_held{rule=\"ROLL-")
        .contains("plumbline_fleet_report_fault{cluster=\"dev-1\",} 1.0")
        .contains(
            "plumbline_fleet_report_timestamp_seconds{cluster=\"dev-1\",} "
                + HostSnapshots.AT.toEpochMilli() / 1000.0)
        .contains("plumbline_rules_previews_total{kept=\"false\",} ")
        .contains("plumbline_actions_total{kind=\"TagAmi\",outcome=\"failed\",} ")
        .contains("plumbline_actions_last{kind=\"TagAmi\",outcome=\"failed\",} ")
        .contains("plumbline_write_conflicts{kind=\"PinAmis\",reason=\"WriteUndone\",} 0.0")
        .contains("plumbline_write_conflicts{kind=\"HoldDisruption\",reason=\"HoldVetoed\",} 0.0");
  }

  @Test
  void alertsReadWhatThereIs() throws IOException {
    JsonNode rule =
        new YAMLMapper().readTree(Path.of("charts/plumbline/alerts/prometheus-rule.yaml").toFile());
    var expressions = new ArrayList<String>();
    for (JsonNode alert : rule.at("/spec/groups/0/rules")) {
      String expression = alert.path("expr").asText();
      expressions.add(expression);
      Matcher label =
          Pattern.compile("\\$labels\\.([a-z_]+)").matcher(alert.path("annotations").toString());
      while (label.find()) {
        assertThat(known(expression, label.group(1)))
            .as("%s tells of %s", alert.path("alert").asText(), label.group(1))
            .isTrue();
      }
    }

    assertThat(expressions).hasSizeGreaterThan(10).allSatisfy(this::readsWhatThereIs);
  }

  /** Whether what comes out of an expression has a label. */
  private static boolean known(String expression, String label) {
    return Promql.groups(expression).contains(label);
  }

  @Test
  void dashboardReadsWhatThereIs() throws IOException {
    JsonNode dashboard =
        new JsonMapper().readTree(Path.of("charts/plumbline/dashboards/plumbline.json").toFile());
    var expressions = new ArrayList<String>();
    for (JsonNode expression : dashboard.findValues("expr")) {
      expressions.add(expression.asText());
    }
    var titles = new TreeSet<String>();
    var ids = new ArrayList<Integer>();
    for (JsonNode panel : dashboard.path("panels")) {
      ids.add(panel.path("id").asInt());
      if (panel.path("type").asText().equals("row")) {
        titles.add(panel.path("title").asText());
      } else {
        assertThat(panel.path("description").asText()).isNotEmpty();
        assertThat(panel.path("targets")).isNotEmpty();
      }
    }

    assertThat(expressions).hasSizeGreaterThan(20).allSatisfy(this::readsWhatThereIs);
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(titles)
        .contains("Settlement", "Sources", "Gates", "Actions", "Rollouts", "Rules", "Decision log");
  }

  private void readsWhatThereIs(String expression) {
    Map<String, Set<String>> selected = Promql.selects(expression);
    assertThat(selected).as(expression).isNotEmpty();
    var labels = new TreeSet<>(OF_THE_TARGET);
    selected.forEach(
        (metric, by) -> {
          Set<String> there =
              OF_OTHERS.getOrDefault(metric, metrics.getOrDefault(metric, Set.of()));
          assertThat(metrics.containsKey(metric) || OF_OTHERS.containsKey(metric))
              .as("%s is a metric of: %s", metric, expression)
              .isTrue();
          labels.addAll(there);
          var known = new TreeSet<>(OF_THE_TARGET);
          known.addAll(there);
          assertThat(known).as("labels of %s in: %s", metric, expression).containsAll(by);
        });
    assertThat(labels).as("groups of: %s", expression).containsAll(Promql.groups(expression));
  }

  @Test
  void anUnknownMetricOrLabelIsNoticed() {
    assertThat(
            Promql.selects(
                "sum by (a) (rate(x_total{b=~\"c\"}[5m])) > 2 or absent(y) unless time() - z_s > 6"
                    + " * 3600"))
        .containsOnlyKeys("x_total", "y", "z_s")
        .containsEntry("x_total", Set.of("b"));
    assertThat(Promql.groups("max by (a, b) (x) / on (c) group_left (d) y"))
        .containsExactly("a", "b", "c", "d");
  }

  @Test
  void documentationNamesEveryMetricOfOurs() throws IOException {
    Matcher named =
        Pattern.compile("`(plumbline_[a-z_]+)(?:\\{([a-z_,]+)\\})?`")
            .matcher(Files.readString(Path.of("docs/operations.md")));
    var documented = new TreeMap<String, Set<String>>();
    while (named.find()) {
      String labels = named.group(2);
      if (labels != null || !documented.containsKey(named.group(1))) {
        documented.put(
            named.group(1), labels == null ? Set.of() : new TreeSet<>(Set.of(labels.split(","))));
      }
    }
    documented.remove("plumbline_admission_seconds");
    var told = new TreeMap<String, Set<String>>();
    metrics.forEach(
        (name, labels) -> {
          String base = name.replaceAll("_(bucket|count|sum|max)$", "");
          if (name.startsWith("plumbline_") && !base.equals("plumbline_admission_seconds")) {
            var own = new TreeSet<>(labels);
            own.remove("le");
            told.put(base, own);
          }
        });

    assertThat(documented).isEqualTo(told);
  }
}
