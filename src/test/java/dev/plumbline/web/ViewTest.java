package dev.plumbline.web;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.loop.HostState;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page shows is what holds, grouped and counted. */
@Tag("served")
@QuarkusTest
@TestProfile(Serving.class)
class ViewTest {

  private static final HostSnapshot TOUR = HostSnapshots.whole("tour");

  @Inject HostState published;

  @BeforeEach
  void tour() {
    HostSnapshots.publish(published, TOUR);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"node-classes", "node-pools", "matrix?nodeClass=x", "gates", "rollout", "images"})
  void nothingIsShownBeforeTheFirstSettlement(String what) {
    HostSnapshots.publish(published, null);

    given()
        .get("/api/v1/view/" + what)
        .then()
        .statusCode(503)
        .contentType("application/problem+json")
        .header("Retry-After", "5");
  }

  @Test
  void imagesWithWhatWaitsAndWhy() {
    HostSnapshots.publish(published, HostSnapshots.whole("image-train"));

    view("images")
        .body("now", equalTo("2026-11-20T12:00:00Z"))
        .body("trains.name", contains("name golden-x86_64-* of self"))
        .body("trains[0].nodeClasses.nodeClass", contains("golden-first", "golden"))
        .body("trains[0].nodeClasses.ring", contains(0, 1))
        .body("trains[0].nodeClasses[0].launches", contains("ami-0a15"))
        .body("trains[0].nodeClasses[1].launches", contains("ami-0a13"))
        .body("trains[0].nodeClasses[1].incumbents", contains("ami-0a13"))
        .body("trains[0].nodeClasses[1].refused.release", contains("ami-0a14"))
        .body("trains[0].nodeClasses[1].next.release", contains("ami-0a15", "ami-0a17", "ami-0a16"))
        .body("trains[0].nodeClasses[1].next.candidate", contains(true, false, false))
        .body(
            "trains[0].nodeClasses[1].next.waits.flatten().until",
            contains("2026-11-20T14:00:30Z", null, "2026-11-20T21:00:00Z", "2026-11-20T18:00:00Z"))
        .body(
            "trains[0].nodeClasses[1].words.title",
            contains(
                "golden launches ami-0a13", "Not to be launched", "Newer, and not launched yet"))
        .body(
            "releases.state",
            contains("soaking", "soaking", "canary", "quarantined", "proven", "proven"))
        .body("releases[4].title", equalTo("golden-x86_64-v13"))
        .body("releases[4].nodes", equalTo(3))
        .body("releases[3].failed.nodeClaim", contains("first-9dk1x", "first-3fk2s"))
        .body("releases[5].decision.author", equalTo("ada"))
        .body("releases[5].decision.inForce", equalTo(false));
  }

  @Test
  void nodeClassesWithTheirImages() {
    view("node-classes")
        .body("sequence", equalTo(1))
        .body("nodeClasses.name", hasItems("golden"))
        .root("nodeClasses.find { it.name == 'golden' }.")
        .body("family", equalTo("AL2023"))
        .body("conditions.type", hasItem("AMIsReady"))
        .body("resolved.id", contains("ami-0a13"))
        .body("resolved[0].types", equalTo(6))
        .body("slots.findAll { it.ami != null }.ami.id", contains("ami-0a13"))
        .body("slots.findAll { it.ami == null }.architecture", hasItem("arm64"))
        .body("superseded", equalTo(1))
        .body("refused.ami.id", contains("ami-0a15", "ami-0a14"))
        .body("refused[1].reasons.rule", contains("AMI-005"))
        .body("unmapped[0].rule", equalTo("MAP-002"))
        .body("unmapped[0].types", hasSize(3));
  }

  @Test
  void variantsAreCalledAsTheirDataCallsThem() {
    HostSnapshots.publish(published, HostSnapshots.whole("bottlerocket-alias"));

    view("node-classes")
        .root("nodeClasses[0].slots.")
        .body("findAll { it.ami != null }.variant.unique().sort()", hasItems("nvidia", "standard"))
        .body("architecture.unique().sort()", contains("amd64", "arm64"));
  }

  @Test
  void poolsInTheOrderInWhichTheyAreTried() {
    HostSnapshots.publish(published, HostSnapshots.whole("pool-order"));

    List<Map<String, Object>> pools = view("node-pools").extract().path("$");
    assertThat(pools).extracting(each -> each.get("position")).startsWith(1, 2);
    assertThat(pools).extracting(each -> each.get("factors")).doesNotContainNull();
    assertThat(pools)
        .allSatisfy(pool -> assertThat(pool).containsKeys("weight", "tier", "families"));
  }

  @Test
  void matrixOfOneNodeClass() {
    view("matrix?nodeClass=golden")
        .body("amis.id", contains("ami-0a13"))
        .body("families", hasItem("m7i"))
        .body("cells.find { it.family == 'm7i' }.served", equalTo(1))
        .body("cells.find { it.family == 'm7i' }.whyNot", nullValue())
        .body("cells.find { it.family == 'm7g' }.reason.rule", equalTo("MAP-002"))
        .body(
            "cells.find { it.family == 'm7g' }.whyNot",
            equalTo("InstanceTypeAmi nodeClass=golden instanceType=m7g.xlarge ami=ami-0a13"));
    given()
        .get("/api/v1/view/matrix?nodeClass=goldn")
        .then()
        .statusCode(404)
        .body("advice", startsWith("Did you mean golden"));
    given().get("/api/v1/view/matrix").then().statusCode(400);
  }

  @Test
  void whatItSaysToAskIsAnswered() {
    String asked =
        view("matrix?nodeClass=golden").extract().path("cells.find { it.family == 'm7g' }.whyNot");

    given()
        .queryParam("conclusion", asked)
        .get("/api/v1/why-not")
        .then()
        .statusCode(200)
        .body("holds", equalTo(false));
  }

  @Test
  void gatesAndWhatTheyWaitFor() {
    HostSnapshots.publish(published, HostSnapshots.whole("still-loading"));

    view("gates")
        .root("gates.find { it.name == 'ami-resolution' }.")
        .body("waitsFor", hasItems("images", "ec2-node-classes"))
        .root("")
        .body("gates.findAll { !it.open }.blocks.flatten()", hasItem("NodePool/default"))
        .body("gates.find { it.name == 'Report' }.open", equalTo(true))
        .body("sources.name", hasItems("images", "instance-types"))
        .body("sources.find { !it.ready }.message.length() > 0", equalTo(true));
  }

  @Test
  void rolloutsWithTheirNodes() {
    HostSnapshots.publish(published, HostSnapshots.whole("soaking-rollout"));

    view("rollout")
        .body("rollouts.stage", hasItem("soaking"))
        .root("rollouts.find { it.stage == 'soaking' }.")
        .body("nodes.old > 0", equalTo(true))
        .body("held[0].rule", equalTo("ROLL-050"))
        .root("")
        .body("history.stage", hasItem("soaking"));
  }

  @Test
  void whatHasNotChangedIsNotSentAgain() {
    String tag = view("node-pools").extract().header("ETag");

    given()
        .header("If-None-Match", tag)
        .get("/api/v1/view/node-pools")
        .then()
        .statusCode(304)
        .body(equalTo(""));
    HostSnapshots.publish(published, HostSnapshots.whole("pool-order"));
    given().header("If-None-Match", tag).get("/api/v1/view/node-pools").then().statusCode(200);
  }

  private static ValidatableResponse view(String what) {
    return given().get("/api/v1/view/" + what).then().statusCode(200);
  }
}
