package dev.plumbline.web;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.loop.HostState;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rules that somebody is writing, tried on what is live. */
@Tag("served")
@QuarkusTest
@TestProfile(TryTest.WithTrials.class)
class TryTest {

  /** As others are served, with a process for trials. */
  public static final class WithTrials implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
      var settings = new HashMap<>(new Serving().getConfigOverrides());
      settings.put("plumbline.trial.process", "true");
      return settings;
    }
  }

  private static final HostSnapshot LIVE = HostSnapshots.of("tour", 7);

  private static final String REFUSED =
      """
      package rules.mine

      import dev.plumbline.fact.Ami
      import dev.plumbline.conclusion.AmiApproval
      import dev.plumbline.conclusion.AmiObjection

      rule "image is refused"
          @Id("TEAM-001") @Control("CM-7") @Severity("high")
      when
          AmiApproval( $nodeClass : nodeClass, $ami : ami )
          Ami( id == $ami )
      then
          insertLogical( new AmiObjection( "TEAM-001", $nodeClass, $ami, "refused" ) );
      end
      """;

  private static final String SCENARIOS =
      """
      given:
        - AmiApproval: { rule: SEL-004, nodeClass: default, ami: ami-1, message: selected by id }
      scenarios:
        - name: an image is refused
          given:
            - Ami: { id: ami-1 }
          expect:
            - AmiObjection: { rule: TEAM-001, nodeClass: default, ami: ami-1, message: refused }
        - name: one that is not known is not
          given: []
          expect: []
      """;

  @Inject HostState published;

  @BeforeEach
  void live() {
    HostSnapshots.publish(published, LIVE);
  }

  private static ValidatableResponse tried(Map<String, String> files) {
    return given()
        .contentType("application/json")
        .body(Map.of("files", files))
        .post("/api/v1/rules/try")
        .then();
  }

  @Test
  void whatARuleWouldChangeIsListed() {
    tried(Map.of("mine.drl", REFUSED, "mine.scenarios.yaml", SCENARIOS))
        .statusCode(200)
        .header("Cache-Control", "no-store")
        .body("problems", empty())
        .body("passed", equalTo(true))
        .body("stage", equalTo("previewed"))
        .body("scenarios", equalTo(2))
        .body("sequence", equalTo(7))
        .body("conclusions.find { it.type == 'AmiObjection' }.addedCount", greaterThan(0))
        .body(
            "conclusions.find { it.type == 'AmiObjection' }.added.rule",
            everyItem(equalTo("TEAM-001")))
        .body("conclusions.find { it.type == 'AmiEligible' }.after", equalTo(0));

    assertThat(published.now()).isSameAs(LIVE);
    given().get("/api/v1/rules").then().body("items.id", not(hasItem("TEAM-001")));
  }

  @Test
  void whatTheLinterFindsComesWithItsPlace() {
    tried(Map.of("mine.drl", REFUSED.replace("id == $ami", "idd == $ami")))
        .statusCode(200)
        .body("passed", equalTo(false))
        .body("stage", equalTo("linted"))
        .body("problems", hasItem(startsWith("mine.drl:11:")))
        .body("conclusions", empty());
  }

  @Test
  void aScenarioThatFailsIsNamed() {
    tried(
            Map.of(
                "mine.drl",
                REFUSED,
                "mine.scenarios.yaml",
                SCENARIOS.replace("message: refused", "message: disliked")))
        .body("stage", equalTo("tested"))
        .body("problems", hasItem(containsString("an image is refused")));
  }

  @Test
  void aRuleThatNeverEndsHurtsNobody() {
    tried(
            Map.of(
                "mine.drl",
                REFUSED
                    .replace(
                        "AmiApproval( $nodeClass : nodeClass, $ami : ami )",
                        "AmiObjection( $nodeClass : nodeClass, $ami : ami, $m : message )")
                    .replace("\"refused\"", "$m + \"x\"")))
        .statusCode(200)
        .body("passed", equalTo(false))
        .body("problems", not(empty()));

    given().get("/q/health/live").then().statusCode(200);
    tried(Map.of("mine.drl", REFUSED)).body("passed", equalTo(true));
  }

  @Test
  void everyTemplatePasses() {
    List<Map<String, Object>> templates =
        given().get("/api/v1/rules/try").then().statusCode(200).extract().path("items");

    assertThat(templates).hasSize(5);
    for (Map<String, Object> template : templates) {
      assertThat(template.get("about")).asString().isNotEmpty();
      @SuppressWarnings("unchecked")
      var files = (Map<String, String>) template.get("files");
      tried(files)
          .body("problems", empty())
          .body("warnings", empty())
          .body("scenarios", greaterThan(1));
    }
  }

  @Test
  void aNewRuleHasItsScenarioMissing() {
    tried(Map.of("mine.drl", REFUSED)).body("passed", equalTo(true)).body("scenarios", equalTo(0));
  }

  @Test
  void whatCannotBeTriedIsRefusedWithAdvice() {
    bad(Map.of(), 400, "there are no files");
    bad(Map.of("files", Map.of()), 400, "there are no files");
    bad(Map.of("files", Map.of("../x.drl", "")), 400, "../x.drl");
    bad(Map.of("files", Map.of("mine.sh", "")), 400, "mine.sh");
    var empty = new HashMap<String, String>();
    empty.put("mine.drl", null);
    bad(Map.of("files", empty), 400, "mine.drl");
    bad(Map.of("files", Map.of("mine.drl", "x".repeat(300 << 10))), 413, "bytes");
    given()
        .contentType("application/x-tar")
        .body(new byte[10])
        .post("/api/v1/rules/try")
        .then()
        .statusCode(415)
        .body("advice", containsString("application/json"));
    given()
        .contentType("application/json")
        .body("{\"files\": 3}")
        .post("/api/v1/rules/try")
        .then()
        .statusCode(400);
  }

  private static void bad(Map<String, ?> body, int status, String words) {
    given()
        .contentType("application/json")
        .body(body)
        .post("/api/v1/rules/try")
        .then()
        .statusCode(status)
        .body("detail", containsString(words))
        .body("advice", startsWith("Try: "));
  }

  @Test
  void aFileThatReplacesAShippedOneIsComparedWithIt() {
    String text = LIVE.rules().files().text("unusable-node-pools.drl");
    tried(Map.of("unusable-node-pools.drl", text + "// mine\n"))
        .body("passed", equalTo(true))
        .body("conclusions", hasSize(0));
  }
}
