package dev.plumbline.web;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.loop.HostState;
import dev.plumbline.revision.Revision;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.revision.RevisionEvents;
import dev.plumbline.revision.RevisionHistory;
import dev.plumbline.revision.RuleOffer;
import dev.plumbline.revision.RuleSetStatus;
import dev.plumbline.revision.RuleState;
import io.quarkus.arc.All;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which revision serves, and what waits, over HTTP. */
@Tag("served")
@QuarkusTest
@TestProfile(Serving.class)
class RevisionsTest {

  private static final String SERVES = "a".repeat(64);
  private static final String WAITS = "b".repeat(64);

  private static final Revision ACTIVE =
      new Revision(
          SERVES,
          RevisionState.ACTIVE,
          offer(),
          List.of(),
          null,
          HostSnapshots.AT,
          HostSnapshots.AT,
          null);

  private static final Revision HELD =
      new Revision(
          WAITS,
          RevisionState.HELD,
          offer(),
          List.of("REV-001 too much"),
          null,
          HostSnapshots.AT,
          null,
          JsonNodeFactory.instance.objectNode().put("added", 3));

  @Inject RuleState revisions;
  @Inject HostState published;
  @Inject @All List<RevisionEvents> listeners;

  private static RuleOffer offer() {
    return new RuleOffer(
        new TreeMap<>(Map.of("x.drl", "text")), "folder", "ann", null, new TreeMap<>(), List.of());
  }

  @BeforeEach
  void put() {
    HostSnapshots.publish(published, HostSnapshots.of("still-loading", 3));
    revisions.put(
        new RuleSetStatus(
            RuleSetStatus.Word.STALE,
            ACTIVE,
            HELD,
            List.of("held bbbbbbbbbbbb: REV-001 too much"),
            new RevisionHistory(
                SERVES, null, new TreeMap<>(), List.of(), List.of(), List.of(HELD, ACTIVE)),
            "no process for trials can be started"));
  }

  @AfterEach
  void back() {
    revisions.put(
        new RuleSetStatus(
            RuleSetStatus.Word.LOADED, ACTIVE, null, List.of(), RevisionHistory.NONE, null));
  }

  @Test
  void listOneAndDifference() {
    given()
        .get("/api/v1/rules/revisions")
        .then()
        .statusCode(200)
        .body("state", equalTo("STALE"))
        .body("serving", equalTo(SERVES))
        .body("candidate", equalTo(WAITS))
        .body("items.digest", contains(WAITS, SERVES))
        .body("items[0].reasons", contains("REV-001 too much"));
    given()
        .get("/api/v1/rules/revisions/bbbb")
        .then()
        .statusCode(200)
        .body("files.'x.drl'", equalTo("text"));
    given()
        .get("/api/v1/rules/revisions/bbbb/difference")
        .then()
        .statusCode(200)
        .body("added", equalTo(3));
    given()
        .get("/api/v1/rules/revisions/aaaa/difference")
        .then()
        .statusCode(404)
        .body("detail", startsWith("revision aaaaaaaaaaaa has no preview"));
    given().get("/api/v1/rules/revisions/c").then().statusCode(404);
  }

  @Test
  void statusHealthAndMetricsTell() {
    given()
        .get("/api/v1/status")
        .then()
        .statusCode(200)
        .body("revision.state", equalTo("STALE"))
        .body("revision.trialFault", equalTo("no process for trials can be started"));
    given()
        .get("/q/health/ready")
        .then()
        .body("checks.find { it.name.startsWith('rules have') }.data.rules", equalTo("STALE"))
        .body("checks.find { it.name.startsWith('rules have') }.data.trials", startsWith("no pro"));
    RevisionEvents all = RevisionEvents.all(listeners);
    all.stopped(HELD, "judged", "held", List.of());
    all.serves(ACTIVE, "activated", Duration.ofMillis(700));

    assertThat(given().accept("text/plain").get("/q/metrics").then().extract().asString())
        .contains("plumbline_rules_revision{state=\"STALE\",} 1.0")
        .contains("plumbline_rules_revision{state=\"LOADED\",} 0.0")
        .contains("plumbline_rules_trial_fault 1.0")
        .contains("plumbline_rules_revisions_total{outcome=\"held\",stage=\"judged\",}")
        .contains("plumbline_rules_reload_seconds_bucket{le=\"1.0\",}");
  }
}
