package dev.plumbline.web;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.loop.HostState;
import dev.plumbline.revision.Revision;
import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.revision.RevisionHistory;
import dev.plumbline.revision.RevisionStore;
import dev.plumbline.revision.RuleOffer;
import dev.plumbline.revision.RuleSetStatus;
import dev.plumbline.revision.RuleState;
import dev.plumbline.web.access.Issuer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.util.List;
import java.util.TreeMap;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who may read, who may have a revision serve, and in whose name it does. */
@Tag("served")
@QuarkusTest
@TestProfile(Guarded.class)
class GuardedTest {

  private static final String SERVES = "a".repeat(64);
  private static final String WAITS = "b".repeat(64);
  private static final String BEFORE = "c".repeat(64);

  @ConfigProperty(name = "plumbline.web.oidc.issuer")
  String issuer;

  @Inject HostState published;
  @Inject RuleState revisions;

  private final RevisionStore.InMemory store = new RevisionStore.InMemory();
  private String ann;
  private String bob;

  @BeforeEach
  void begin() {
    ann = Issuer.token(issuer, "ann", "approvers");
    bob = Issuer.token(issuer, "bob", "readers");
    HostSnapshots.publish(published, HostSnapshots.of("still-loading", 3));
    Revision serves = revision(SERVES, RevisionState.ACTIVE);
    Revision waits = revision(WAITS, RevisionState.HELD);
    List<Revision> all = List.of(waits, serves, revision(BEFORE, RevisionState.REPLACED));
    revisions.kept(store);
    revisions.put(
        new RuleSetStatus(
            RuleSetStatus.Word.STALE,
            serves,
            waits,
            List.of(),
            new RevisionHistory(SERVES, null, new TreeMap<>(), List.of(), List.of(), all),
            null));
  }

  private static Revision revision(String digest, RevisionState state) {
    var offer = new RuleOffer(new TreeMap<>(), "folder", "ann", null, new TreeMap<>(), List.of());
    return new Revision(
        digest, state, offer, List.of(), null, HostSnapshots.AT, HostSnapshots.AT, null);
  }

  @Test
  void nothingIsToldWithoutAToken() {
    for (String path :
        List.of("status", "facts", "view/gates", "rules/revisions", "audit/entries", "events")) {
      given()
          .get("/api/v1/" + path)
          .then()
          .statusCode(401)
          .contentType("application/problem+json")
          .header("WWW-Authenticate", "Bearer")
          .header("X-Content-Type-Options", "nosniff")
          .body("detail", equalTo("no token was sent."));
    }
    given().auth().oauth2("nobody's").get("/api/v1/status").then().statusCode(401);
    given().header("Authorization", "Basic YTpi").get("/api/v1/status").then().statusCode(401);
    given()
        .contentType("application/json")
        .body("{}")
        .post("/api/v1/evaluate")
        .then()
        .statusCode(401);
    by(bob).get("/api/v1/status").then().statusCode(200);
    by(bob).get("/api/v1/view/gates").then().statusCode(200);
  }

  @Test
  void thePageAndTheProbesAreToldToAnybody() {
    given().get("/").then().statusCode(200);
    given().get("/q/health/live").then().statusCode(org.hamcrest.Matchers.oneOf(200, 503));
    given().get("/q/metrics").then().statusCode(200);
    given()
        .get("/api/v1/session")
        .then()
        .statusCode(200)
        .header("Cache-Control", "no-store")
        .body("authentication", equalTo("oidc"))
        .body("readAuthentication", equalTo(true))
        .body("changes", equalTo(true))
        .body("user", nullValue())
        .body("mayChange", equalTo(false))
        .body("why", startsWith("no token was sent"));
  }

  @Test
  void whoOneIsAndMay() {
    by(ann)
        .get("/api/v1/session")
        .then()
        .body("user", equalTo("ann"))
        .body("mayChange", equalTo(true))
        .body("why", nullValue());
    by(bob)
        .get("/api/v1/session")
        .then()
        .body("user", equalTo("bob"))
        .body("mayChange", equalTo(false))
        .body("why", startsWith("bob is in none of the groups"));
  }

  @Test
  void aRevisionIsApprovedInTheNameOfTheToken() {
    change(by(ann), WAITS, "approve")
        .statusCode(200)
        .body("asked", equalTo("approve"))
        .body("digest", equalTo(WAITS))
        .body("by", equalTo("ann"));
    change(by(ann), "cccc", "rollback").statusCode(200).body("digest", equalTo(BEFORE));

    assertThat(store.requests())
        .extracting(
            RevisionRequest::kind,
            RevisionRequest::digest,
            RevisionRequest::by,
            RevisionRequest::proof)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                RevisionRequest.Kind.APPROVE, WAITS, "ann", RevisionRequest.Proof.TOKEN),
            org.assertj.core.groups.Tuple.tuple(
                RevisionRequest.Kind.ROLLBACK, BEFORE, "ann", RevisionRequest.Proof.TOKEN));
  }

  @Test
  void whatMayNotBeChangedIsNot() {
    change(given(), WAITS, "approve").statusCode(401);
    change(by(bob), WAITS, "approve").statusCode(403);
    change(by(ann), "d", "approve")
        .statusCode(404)
        .body("detail", startsWith("no single revision d"));
    change(by(ann), SERVES, "approve")
        .statusCode(409)
        .body("detail", containsString("is active: only one that is held can be approved"));
    change(by(ann), SERVES, "rollback").statusCode(409);
    change(by(ann), WAITS, "rollback").statusCode(409);

    assertThat(store.requests()).isEmpty();
  }

  @Test
  void nothingIsChangedForThePageOfSomebodyElse() {
    change(by(ann).header("Origin", "https://evil.example.com"), WAITS, "approve")
        .statusCode(403)
        .body("detail", equalTo("the request comes from a page of https://evil.example.com."));
    change(by(ann).header("Origin", "null"), WAITS, "approve").statusCode(403);
    change(by(ann).header("Sec-Fetch-Site", "cross-site"), WAITS, "approve").statusCode(403);
    by(ann).post("/api/v1/rules/revisions/" + WAITS + "/approve").then().statusCode(415);
    by(ann)
        .contentType("text/plain")
        .body("{}")
        .post("/api/v1/rules/revisions/" + WAITS + "/approve")
        .then()
        .statusCode(415);
    assertThat(store.requests()).isEmpty();

    String host = "plumbline.example.com:8443";
    change(
            by(ann)
                .header("Host", host)
                .header("Origin", "https://" + host)
                .header("Sec-Fetch-Site", "same-origin"),
            WAITS,
            "approve")
        .statusCode(200);
  }

  private static RequestSpecification by(String token) {
    return given().header("Authorization", "Bearer " + token);
  }

  private static ValidatableResponse change(
      RequestSpecification request, String digest, String verb) {
    return request
        .contentType("application/json")
        .body("{}")
        .post("/api/v1/rules/revisions/" + digest + "/" + verb)
        .then();
  }
}
