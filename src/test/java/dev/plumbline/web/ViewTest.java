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
      strings = {
        "node-classes",
        "node-pools",
        "matrix?nodeClass=x",
        "gates",
        "rollout",
        "images",
        "nodes",
        "nodes/x",
        "pods",
        "search?q=x",
        "changes"
      })
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
  void nodesByWordsFieldsAndGroups() {
    HostSnapshots.publish(published, HostSnapshots.whole("soaking-rollout"));

    List<String> names = view("nodes?limit=500").extract().path("items.name");
    int total = names.size();
    assertThat(names).isSorted().hasSizeGreaterThan(2);
    view("nodes?limit=1&offset=1&sort=-name")
        .body("total", equalTo(total))
        .body("matched", equalTo(total))
        .body("items.name", contains(names.get(total - 2)));
    view("nodes?q=no-such-thing").body("matched", equalTo(0)).body("items", hasSize(0));

    Map<String, Object> first = view("nodes?limit=1").extract().path("items[0]");
    view("nodes?where=nodePool=" + first.get("nodePool") + "&q=" + first.get("claim"))
        .body("items.claim", contains(first.get("claim")))
        .body("items.ami", contains(first.get("ami")));
    List<Integer> sizes =
        view("nodes?group=ami&limit=0").body("items", hasSize(0)).extract().path("groups.nodes");
    assertThat(sizes.stream().mapToInt(each -> each).sum()).isEqualTo(total);
    view("nodes?group=drifted&limit=0").body("groups.value", hasItem("AMIDrift"));
  }

  @Test
  void wrongQueriesOfNodesAreRefused() {
    for (String wrong :
        List.of("limit=501", "offset=-1", "where=zone", "where=zones=a", "group=x", "sort=x")) {
      given().get("/api/v1/view/nodes?" + wrong).then().statusCode(400);
    }
    given().get("/api/v1/view/search?q=x&limit=0").then().statusCode(400);
  }

  @Test
  void oneNodeWithItsImageAndWhatItWaitsFor() {
    HostSnapshots.publish(published, HostSnapshots.whole("soaking-rollout"));

    String name = view("nodes?where=drifted=AMIDrift&limit=1").extract().path("items[0].claim");
    Map<String, Object> node = view("nodes/" + name).extract().path("$");
    assertThat(node).extractingByKey("current").isNotNull();
    view("nodes/" + name)
        .body("node.claim", equalTo(name))
        .body("node.behind", equalTo(node.get("current")))
        .body("drift.length() > 0", equalTo(true))
        .body("held.rule", hasItem("ROLL-050"));
    given()
        .get("/api/v1/view/nodes/" + name + "x")
        .then()
        .statusCode(404)
        .body("advice", startsWith("Did you mean "));
  }

  @Test
  void podsWithTheirVerdicts() {
    HostSnapshots.publish(published, HostSnapshots.whole("pending-pod"));

    view("pods")
        .body("now", equalTo("2026-11-20T09:00:00Z"))
        .root("pods.find { it.pod == 'shop/render-0' }.")
        .body("seconds", equalTo(2400))
        .body("verdict", equalTo("none"))
        .body("nodePool.length() > 0", equalTo(true))
        .body("rule", startsWith("PEND-"));
    String nearest = view("pods").extract().path("pods.find { it.verdict == 'none' }.nodePool");
    String pod = view("pods").extract().path("pods.find { it.verdict == 'none' }.pod");
    given()
        .get("/api/v1/explain/pods/" + pod)
        .then()
        .body("ways[0].pools.nodePool", hasItem(nearest));
  }

  @Test
  void searchFindsByNameTypeZoneAndImage() {
    HostSnapshots.publish(published, HostSnapshots.whole("soaking-rollout"));
    Map<String, String> node = view("nodes?limit=1").extract().path("items[0]");

    for (String field : List.of("claim", "instanceType", "zone", "ami")) {
      view("search?limit=50&q=" + node.get(field))
          .body("total > 0", equalTo(true))
          .body("kinds.Node > 0 || kinds.NodeClaim > 0", equalTo(true));
    }
    view("search?q=" + node.get("nodePool"))
        .body("items[0].kind", equalTo("NodePool"))
        .body("items[0].name", equalTo(node.get("nodePool")));
    view("search?q=" + node.get("nodePool") + " no-such-thing").body("total", equalTo(0));
    view("search?q=").body("items", hasSize(0));
  }

  @Test
  void rolloutsWithoutTheirCourse() {
    HostSnapshots.publish(published, HostSnapshots.whole("soaking-rollout"));

    view("rollout?history=false")
        .body("rollouts.stage", hasItem("soaking"))
        .body("history", hasSize(0));
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
