package dev.plumbline.web;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.startsWith;

import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.loop.Await;
import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.loop.HostState;
import dev.plumbline.record.RecordedStory;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The decision log over HTTP. */
@Tag("served")
@QuarkusTest
@TestProfile(AuditTest.Recorded.class)
class AuditTest {

  /** Serves the log of a folder below target. */
  public static final class Recorded implements QuarkusTestProfile {

    static final Path FOLDER = Path.of("target", "audit-test").toAbsolutePath();

    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "quarkus.http.host-enabled", "true",
          "quarkus.http.test-port", "0",
          "plumbline.audit.folder", FOLDER.toString());
    }
  }

  @Inject HostState published;

  @BeforeAll
  static void record() throws java.io.IOException {
    if (!java.nio.file.Files.exists(Recorded.FOLDER.resolve("checkpoint"))) {
      var settings = new LogSettings(LogSettings.origin("test"), null, 1 << 20, Duration.ofDays(1));
      try (FolderLog log =
          FolderLog.open(Recorded.FOLDER, settings, InstantSource.fixed(RecordedStory.FIRST))) {
        RecordedStory.record(log);
      }
    }
  }

  @Test
  void entriesAreFoundByPages() {
    int after =
        given()
            .queryParam("object", "EC2NodeClass/golden")
            .queryParam("after", -1)
            .queryParam("limit", 1)
            .get("/api/v1/audit/entries")
            .then()
            .statusCode(200)
            .body("origin", equalTo("plumbline.dev/log/test"))
            .body("items.sequence", contains(2))
            .extract()
            .path("after");
    given()
        .queryParam("kind", "outcome")
        .queryParam("after", after)
        .get("/api/v1/audit/entries")
        .then()
        .statusCode(200)
        .body("items.body.action", hasItem("PinAmis"));
  }

  @Test
  void aRecordedTimeIsExplained() {
    given()
        .queryParam("for", "EC2NodeClass/golden")
        .queryParam("at", "2026-11-20T13:00:00Z")
        .get("/api/v1/explain")
        .then()
        .statusCode(200)
        .body("entry", greaterThan(0))
        .body("explained.conclusion.type", hasItem("AmiEligible"));
    given()
        .queryParam("conclusion", "AmiEligible nodeClass=golden ami=none")
        .queryParam("at", "2026-11-20T13:00:00Z")
        .get("/api/v1/why-not")
        .then()
        .statusCode(200)
        .body("holds", equalTo(false));
    given()
        .queryParam("for", "EC2NodeClass/golden")
        .queryParam("at", "2000-01-01T00:00:00Z")
        .get("/api/v1/explain")
        .then()
        .statusCode(404)
        .body("detail", containsString("nothing was recorded by 2000-01-01T00:00:00Z"));
  }

  @Test
  void whatHasChangedSinceTheLogBegan() {
    try {
      HostSnapshots.publish(published, HostSnapshots.whole("tour"));
      Await.until(
          "the log has been read",
          () -> given().get("/api/v1/view/changes").then().extract().path("from") != null);

      given()
          .get("/api/v1/view/changes")
          .then()
          .statusCode(200)
          .body("from", equalTo("2026-11-20T12:00:00Z"))
          .body("opened", greaterThan(0))
          .body("findings.resolved", hasItem(false))
          .body("changes.kind", hasItem("image"))
          .body("changes.kind", hasItem("rollout"))
          .body("rules.author", hasItem("bob"))
          .body("actions.action", hasItem("PinAmis"))
          .body("actions.result", hasItem("done"));

      HostSnapshots.publish(published, HostSnapshots.whole("soaking-rollout"));
      given()
          .get("/api/v1/view/changes")
          .then()
          .body("changes.findAll { it.kind == 'image' }", hasSize(0));
    } finally {
      HostSnapshots.publish(published, null);
    }
  }

  @Test
  void oneEntryHasItsProof() {
    given()
        .get("/api/v1/audit/entries/1")
        .then()
        .statusCode(200)
        .body("kind", equalTo("rules"))
        .body("body.revision.author", equalTo("ann"));
    given()
        .get("/api/v1/audit/entries/1/proof")
        .then()
        .statusCode(200)
        .body("leafIndex", equalTo(1))
        .body("hashes", hasSize(greaterThan(2)))
        .body("checkpoint", startsWith("plumbline.dev/log/test\n"));
    given()
        .get("/api/v1/audit/checkpoint")
        .then()
        .statusCode(200)
        .body("size", greaterThan(10))
        .body("publicKey", startsWith("-----BEGIN PUBLIC KEY-----"));
  }

  @Test
  void aNodeAndTheControlsAreTold() {
    given()
        .queryParam("node", RecordedStory.NODE)
        .queryParam("at", "2026-11-20T13:00:00Z")
        .get("/api/v1/audit/show")
        .then()
        .statusCode(200)
        .body("questions.id", hasItem("allowed"))
        .body("questions[0].answer", containsString("ami-0a13"));
    given()
        .get("/api/v1/audit/controls")
        .then()
        .statusCode(200)
        .body("items.control", hasItem("CM-2"));
  }

  @Test
  void whatCannotBeAskedIsAProblem() {
    given()
        .queryParam("rule", "AMI-00O")
        .get("/api/v1/audit/entries")
        .then()
        .statusCode(400)
        .contentType("application/problem+json")
        .body("detail", endsWith("is unknown to the log."))
        .body("advice", startsWith("Did you mean AMI-0"));
    given().get("/api/v1/audit/entries/99999").then().statusCode(404);
    given()
        .queryParam("node", "nobody")
        .get("/api/v1/audit/show")
        .then()
        .statusCode(404)
        .body("detail", containsString("nobody"));
    given().queryParam("limit", 0).get("/api/v1/audit/entries").then().statusCode(400);
    given().queryParam("from", "x").get("/api/v1/audit/entries").then().statusCode(400);
  }
}
