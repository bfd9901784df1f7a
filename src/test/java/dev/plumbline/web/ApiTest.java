package dev.plumbline.web;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.plumbline.engine.Selection;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.loop.HostState;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known is told, page by page; what cannot be told says why and what may help. */
@Tag("served")
@QuarkusTest
@TestProfile(Serving.class)
class ApiTest {

  private static final HostSnapshot TOUR = HostSnapshots.of("tour", 7);

  @Inject HostState published;

  @BeforeEach
  void tour() {
    HostSnapshots.publish(published, TOUR);
  }

  @ParameterizedTest
  @ValueSource(strings = {"facts", "conclusions", "gates", "plan", "rules", "status"})
  void nothingIsToldBeforeTheFirstSettlement(String what) {
    HostSnapshots.publish(published, null);

    given()
        .get("/api/v1/" + what)
        .then()
        .statusCode(503)
        .contentType("application/problem+json")
        .header("Retry-After", "5")
        .body("detail", startsWith("waiting for the first settlement"))
        .body("advice", equalTo("Try: see /q/health/started."));
  }

  @Test
  void factsOfOneType() {
    ok("facts?type=NodePool&type=EC2NodeClass")
        .body("sequence", equalTo(7))
        .body("at", equalTo("2026-11-20T09:00:01Z"))
        .body("items.NodePool.name", hasItem("legacy"))
        .body("items.EC2NodeClass.name", hasItem("golden"))
        .body("items.Ami", everyItem(nullValue()));
  }

  @Test
  void oneFact() {
    ok("facts?key=NodePool/legacy").body("total", equalTo(1)).body("items", hasSize(1));
  }

  @Test
  void pagesAreTheWhole() {
    List<Object> whole = ok("conclusions?limit=10000").extract().path("items");
    var pages = new ArrayList<Object>();
    String next = "";
    do {
      ValidatableResponse page = ok("conclusions?limit=100" + next);
      List<Object> items = page.extract().path("items");
      assertThat(items).hasSizeLessThanOrEqualTo(100);
      pages.addAll(items);
      String token = page.extract().path("continue");
      next = token == null ? "" : "&continue=" + token;
    } while (!next.isEmpty());

    assertThat(whole)
        .hasSize(
            (int) TOUR.settlement().conclusions().stream().filter(Selection.ALL::includes).count());
    assertThat(pages).isEqualTo(whole);
  }

  @Test
  void aPageOfWhatHasChangedIsGone() {
    String token = ok("conclusions?limit=1").extract().path("continue");
    HostSnapshots.publish(published, HostSnapshots.of("tour", 8));

    problem("conclusions?limit=1&continue=" + token, 410)
        .body("advice", startsWith("Try: begin again"));
  }

  @Test
  void anObjectIsExplainedDownToFacts() {
    ok("explain?for=NodePool/legacy")
        .body("explained.conclusion.type", hasItem("NodePoolObjection"))
        .body("explained.ways.flatten().from.flatten().fact", hasItem("NodePool/legacy"))
        .body("explained.ways.flatten().place", everyItem(containsString(".drl:")));
    problem("explain", 400);
    problem("explain?for=NodePool/legac", 404);
  }

  @Test
  void whatDoesNotHoldIsToldWhy() {
    ok("why-not?conclusion=AmiEligible nodeClass=golden ami=ami-0")
        .body("holds", equalTo(false))
        .body("attempts[0].rule", equalTo("AMI-000"))
        .body("attempts[0].obstacle.kind", equalTo("missing"));
    problem("why-not?conclusion=AmiEligable", 400);
  }

  @Test
  void aQueryMayTakeLongerIfItSaysSo() {
    ok("why-not?conclusion=AmiEligible nodeClass=golden ami=ami-0&timeout=10s")
        .body("search.tried", greaterThan(0));
    for (String timeout : List.of("0s", "11s", "1h", "soon", "-1s")) {
      problem("why-not?conclusion=AmiEligible nodeClass=golden ami=ami-0&timeout=" + timeout, 400)
          .body("detail", containsString("\"" + timeout + "\""));
    }
  }

  @Test
  void conclusionsOfOneObjectWithReasons() {
    ok("conclusions?type=NodePoolObjection&for=nodepool/legacy&explain=true")
        .body("items.type", everyItem(equalTo("NodePoolObjection")))
        .body("items.nodePool", everyItem(equalTo("legacy")))
        .body("items.derivations.rule.flatten()", hasItem("POOL-011"))
        .body("items[0].derivations[0].place", startsWith("node-pool-usability.drl:"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          conclusions?type=AmiResolve    | 400 | Did you mean AmiResolved
          conclusions?for=legacy         | 400 | Try: EC2NodeClass/legacy.
          conclusions?for=NodePool/legac | 404 | Did you mean legacy
          conclusions?limit=0            | 400 |
          conclusions?continue=x         | 400 | Try: continue of the answer before
          facts?type=Nodepool            | 400 | Did you mean NodePool
          facts?key=NodePool/legac       | 404 | Did you mean NodePool/legacy
          elsewhere                      | 404 | Try: see /openapi
          """)
  void whatCannotBeToldSaysWhy(String path, int status, String advice) {
    problem(path, status).body("advice", advice == null ? nullValue() : startsWith(advice));
  }

  @Test
  void gatesOfRulesAndHost() {
    ok("gates")
        .body("open", not(hasSize(0)))
        .body("closed.find { it.by == 'host' }.gate", equalTo("PinAmis"))
        .body("closed.find { it.by == 'host' }.blocks", equalTo("Cluster"));
  }

  @Test
  void planWithDiffs() {
    ok("plan")
        .body("leader", equalTo(true))
        .body("actions.action", contains("HoldDisruption", "MaintainPreferenceTiers", "TagAmi"))
        .body("actions.due", contains(true, false, false))
        .body("actions.change", contains("patch", "create", "tag"))
        .body(
            "actions[0].diff.path",
            contains("/metadata/annotations/a~1b", "/spec/disruption/budgets"))
        .body("actions[0].diff[0].before", equalTo("1"))
        .body("actions[0].diff[0].after", nullValue())
        .body("actions[0].diff[1].after.nodes", contains("10%", "0"))
        .body("actions[0].outcome.code", equalTo("Forbidden"))
        .body("actions[1].diff.path", contains("/spec/weight"))
        .body("actions[1].outcome", nullValue())
        .body("actions[2].diff[0].before", equalTo("build"))
        .body("actions[2].held", startsWith("2 images"))
        .body("outcomes", hasSize(1));
  }

  @Test
  void rules() {
    ok("rules")
        .body("digest", equalTo(TOUR.rules().digest()))
        .body("items.find { it.id == 'AMI-001' }.file", equalTo("ami-eligibility.drl"))
        .body("items.find { it.id == 'AMI-001' }.severity", equalTo("high"));
  }

  @Test
  void statusOfEverySource() {
    ok("status")
        .body("sequence", equalTo(7))
        .body("leader", equalTo(true))
        .body("facts.NodePool", notNullValue())
        .body("sources.find { it.source == 'images' }.state", equalTo("synced"))
        .body("sources.find { it.source == 'images' }.ready", equalTo(true));
  }

  @Test
  void whoHasTheAnswerAlreadyIsToldSo() {
    String tag = ok("rules").extract().header("ETag");

    given()
        .header("If-None-Match", tag)
        .get("/api/v1/rules")
        .then()
        .statusCode(304)
        .body(equalTo(""));
    given().header("If-None-Match", "\"x\"").get("/api/v1/rules").then().statusCode(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "DELETE", "PATCH", "POST"})
  void nothingCanBeChanged(String method) {
    given().request(method, "/api/v1/facts").then().statusCode(405);
  }

  private static ValidatableResponse ok(String path) {
    return given().get("/api/v1/" + path).then().statusCode(200).contentType("application/json");
  }

  private static ValidatableResponse problem(String path, int status) {
    return given()
        .get("/api/v1/" + path)
        .then()
        .statusCode(status)
        .contentType("application/problem+json")
        .body("status", equalTo(status))
        .body("detail", notNullValue());
  }
}
