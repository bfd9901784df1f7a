package dev.plumbline.web;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;

import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Outcome;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.loop.HostState;
import dev.plumbline.loop.HostState.HostStatus;
import io.quarkus.arc.All;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What Kubernetes and Prometheus are told. */
@Tag("served")
@QuarkusTest
@TestProfile(Serving.class)
class StandingTest {

  private static final HostSnapshot LIVE = HostSnapshots.of("still-loading", 3);

  @Inject HostState published;

  @Inject @All List<HostEvents> listeners;

  @BeforeEach
  void live() {
    HostSnapshots.publish(published, LIVE);
  }

  @Test
  void probesSayWhatIsMissing() {
    HostSnapshots.status(
        published,
        new HostStatus(true, false, true, List.of("DescribeImages: throttled since 09:00")),
        0);

    given().get("/q/health/started").then().statusCode(200);
    given().get("/q/health/live").then().statusCode(200);
    given()
        .get("/q/health/ready")
        .then()
        .statusCode(503)
        .body("status", equalTo("DOWN"))
        .body("checks.name", hasItem("rules have settled on facts of every source"))
        .body(
            "checks.find { it.name.startsWith('rules have') }.data.'01'",
            equalTo("DescribeImages: throttled since 09:00"));
  }

  @Test
  void probesOfOneThatIsWell() {
    HostSnapshots.status(published, new HostStatus(true, true, true, List.of()), 0);

    for (String probe : List.of("started", "live", "ready")) {
      given().get("/q/health/" + probe).then().statusCode(200).body("status", equalTo("UP"));
    }
  }

  @Test
  void aLoopThatHangsIsNotLive() {
    HostSnapshots.status(
        published, new HostStatus(true, false, false, List.of("the loop is stuck")), 0);

    given().get("/q/health/live").then().statusCode(503);
  }

  @Test
  void metricsOfTheMoment() {
    HostSnapshots.status(published, new HostStatus(true, false, true, List.of()), 4);

    String metrics = metrics();
    assertThat(metrics)
        .contains("plumbline_queue_depth 4.0", "plumbline_leader 1.0")
        .contains("plumbline_facts{type=\"SourceStatus\",}")
        .contains("plumbline_conclusions{type=\"GateClosed\",}")
        .contains("plumbline_rule_conclusions{rule=\"AMI-001\",}")
        .contains("plumbline_gate_closed{gate=\"PinAmis\",class=\"persistent\",}")
        .contains(
            "plumbline_replicas{rules=\"same\",} 0.0", "plumbline_replicas{rules=\"other\",} 0.0")
        .contains("plumbline_replicas_disagreeing 0.0")
        .contains("plumbline_source_failures{source=")
        .contains("plumbline_source_ready{source=\"images\",}")
        .contains("plumbline_source_age_seconds{source=")
        .contains("plumbline_actions_planned{kind=\"TagAmi\",mode=\"enforce\",held=\"true\",} 1.0");
  }

  @Test
  void metricsOfWhatHappens() {
    var pool = new ObjectRef("karpenter.sh/v1", "NodePool", null, "default");
    HostEvents all = HostEvents.all(listeners);
    all.batch(2);
    all.settled(LIVE, Duration.ofMillis(7), 12);
    all.outcome(
        new Outcome(ActionKind.PIN_AMIS, pool, Outcome.Result.DONE, null, "", HostSnapshots.AT));

    assertThat(metrics())
        .contains("plumbline_settle_seconds_count")
        .contains("plumbline_settle_seconds_bucket{le=\"0.01\",}")
        .contains("plumbline_settle_changes_sum", "plumbline_batch_owners_sum")
        .contains("plumbline_actions_total{kind=\"PinAmis\",outcome=\"done\",}");
  }

  private static String metrics() {
    return given()
        .accept("text/plain")
        .get("/q/metrics")
        .then()
        .statusCode(200)
        .extract()
        .asString();
  }
}
