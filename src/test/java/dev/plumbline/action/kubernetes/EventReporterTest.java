package dev.plumbline.action.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change.PublishFindings;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.Plan;
import dev.plumbline.action.kubernetes.EventReporter.Provenance;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.peers.Peers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Events and reports in a real API server. */
class EventReporterTest {

  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

  private static ObjectApi server;

  private Instant time = START;
  private Provenance provenance = new Provenance("digest", "1");

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Peers.assumeThere();
    Cluster.serveReports();
    server = Cluster.server();
  }

  @Test
  void saysTheSameOnceAndAgainOnlyAfterAWhile() {
    ObjectRef pool = pool("noted");
    EventReporter announcer = announcer();
    var publish =
        new PublishFindings(List.of(finding(pool, "NPU-001", "fail", "no image for arm64")));

    assertThat(announcer.write(pool, publish)).isEqualTo(Written.DONE);
    assertThat(announcer.write(pool, publish)).isEqualTo(Written.UNCHANGED);
    assertThat(announcer().write(pool, publish)).as("another replica").isEqualTo(Written.UNCHANGED);
    time = START.plus(Duration.ofMinutes(31));
    assertThat(announcer.write(pool, publish))
        .as("only its count increases")
        .isEqualTo(Written.UNCHANGED);

    assertThat(events(pool))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.path("count").asInt()).isEqualTo(2);
              assertThat(event.path("type").asText()).isEqualTo("Warning");
              assertThat(event.path("reason").asText()).isEqualTo("Mismatch");
              assertThat(event.path("message").asText()).isEqualTo("NPU-001: no image for arm64");
              assertThat(event.path("firstTimestamp").asText()).isEqualTo("2026-11-21T12:00:00Z");
              assertThat(event.path("lastTimestamp").asText()).isEqualTo("2026-11-21T12:31:00Z");
              assertThat(event.at("/involvedObject/uid").asText()).isNotEmpty();
              assertThat(event.at("/metadata/namespace").asText()).isEqualTo("default");
            });
  }

  @Test
  void saysSeveralFindingsOfOneRuleAsOneAndWhatPassesNotAtAll() {
    ObjectRef pool = pool("several");

    announcer()
        .write(
            pool,
            new PublishFindings(
                List.of(
                    finding(pool, "NPU-001", "warn", "b"),
                    finding(pool, "NPU-001", "warn", "a"),
                    finding(pool, "NPU-002", "pass", "good"))));

    assertThat(events(pool))
        .extracting(event -> event.path("message").asText())
        .containsExactly("NPU-001: a; b");
  }

  @Test
  void reportsWhatIsFoundUntilNothingIs() {
    ObjectRef pool = pool("reported");
    EventReporter announcer = announcer();
    Finding first = finding(pool, "NPU-001", "fail", "one");
    announcer.write(pool, new PublishFindings(List.of(first)));
    JsonNode report = report(pool);
    provenance = new Provenance("digest", "2");
    assertThat(announcer().write(pool, new PublishFindings(List.of(first))))
        .isEqualTo(Written.UNCHANGED);
    assertThat(report(pool)).isEqualTo(report);

    time = START.plusSeconds(60);
    Finding second = finding(pool, "NPU-002", "pass", "two");
    assertThat(announcer.write(pool, new PublishFindings(List.of(second, first))))
        .isEqualTo(Written.DONE);

    assertThat(report(pool).at("/summary"))
        .isEqualTo(Cluster.yaml("{pass: 1, fail: 1, warn: 0, error: 0, skip: 0}"));
    assertThat(report(pool).at("/scope/name").asText()).isEqualTo("reported");
    assertThat(report(pool).at("/results/0"))
        .isEqualTo(
            Cluster.yaml(
                """
                source: plumbline
                policy: plumbline
                rule: NPU-001
                category: Mismatch
                severity: high
                result: fail
                scored: true
                message: one
                timestamp: {seconds: %d, nanos: 0}
                properties: {ruleDigest: digest, decisionId: "2"}
                """
                    .formatted(START.getEpochSecond())));
    assertThat(report(pool).at("/results/1/timestamp/seconds").asLong())
        .isEqualTo(START.getEpochSecond() + 60);
    assertThat(announcer.write(pool, new PublishFindings(List.of()))).isEqualTo(Written.DONE);
    assertThat(reports(pool)).isEmpty();
  }

  @Test
  void takesAwayReportsThatAPlanSpeaksOfNoMore() {
    ObjectRef stays = pool("stays");
    ObjectRef goes = pool("goes");
    var publish = new PublishFindings(List.of(finding(stays, "NPU-001", "fail", "one")));
    announcer().write(stays, publish);
    announcer().write(goes, publish);
    var action = new Action(ActionKind.REPORT, stays, Mode.ENFORCE, null, publish, List.of());
    EventReporter restarted = announcer();

    assertThat(restarted.leftovers(Plan.NOTHING)).isEmpty();
    List<Action> leftovers = restarted.leftovers(new Plan(List.of(action)));

    assertThat(leftovers).extracting(Action::object).contains(goes).doesNotContain(stays);
    leftovers.forEach(each -> restarted.write(each.object(), (PublishFindings) each.change()));
    assertThat(reports(goes)).isEmpty();
    assertThat(reports(stays)).hasSize(1);
  }

  @Test
  void reportsNoMoreThanAReportMayHold() {
    ObjectRef pool = pool("full");

    announcer()
        .write(
            pool,
            new PublishFindings(
                IntStream.range(0, 150)
                    .mapToObj(i -> finding(pool, "NPU-001", "warn", "finding " + i))
                    .toList()));

    assertThat(report(pool).path("results")).hasSize(ReportDocument.MAX_RESULTS);
    assertThat(report(pool).at("/summary/warn").asInt()).isEqualTo(150);
    assertThat(events(pool))
        .singleElement()
        .satisfies(event -> assertThat(event.path("message").asText()).hasSize(1024));
  }

  @Test
  void saysNothingOfWhatHasGoneAndReportsOnWhatIsNoObject() {
    var gone = new ObjectRef("karpenter.sh/v1", "NodePool", null, "never-there");
    var image = new ObjectRef("ec2", "Ami", null, "ami-0123");

    assertThat(
            announcer().write(gone, new PublishFindings(List.of(finding(gone, "A", "fail", "x")))))
        .isEqualTo(Written.UNCHANGED);
    assertThat(
            announcer()
                .write(image, new PublishFindings(List.of(finding(image, "A", "fail", "x")))))
        .isEqualTo(Written.DONE);

    assertThat(reports(gone)).isEmpty();
    assertThat(report(image).at("/scope/kind").asText()).isEqualTo("Ami");
    assertThat(events(image)).hasSize(1);
  }

  private EventReporter announcer() {
    InstantSource clock = () -> time;
    return new EventReporter(server, Duration.ofMinutes(30), "pod-1", () -> provenance, clock);
  }

  private static ObjectRef pool(String name) {
    return Cluster.ref(Cluster.make(server, Cluster.nodePool(name)));
  }

  private static Finding finding(ObjectRef subject, String rule, String result, String message) {
    return new Finding(rule, subject.key(), result, "high", "Mismatch", message);
  }

  private static List<JsonNode> events(ObjectRef subject) {
    return about(server.list("v1", "Event", ""), "involvedObject", subject);
  }

  private static JsonNode report(ObjectRef subject) {
    return reports(subject).getFirst();
  }

  private static List<JsonNode> reports(ObjectRef subject) {
    return about(server.list(Reports.API_VERSION, Reports.CLUSTER_REPORT, ""), "scope", subject);
  }

  private static List<JsonNode> about(ArrayNode items, String field, ObjectRef subject) {
    return StreamSupport.stream(items.spliterator(), false)
        .filter(item -> ReportedFindings.referred(item.path(field)).key().equals(subject.key()))
        .toList();
  }
}
