package dev.plumbline.web;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * docs/openapi.yaml describes the resources and is what is served; {@code -Dgolden.update=true}
 * writes it anew.
 */
@Tag("served")
@QuarkusTest
@TestProfile(Serving.class)
class OpenApiTest {

  private static final Path COPY = Path.of("docs/openapi.yaml");

  @Test
  void copyIsUpToDate() throws IOException {
    String generated = generated();

    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(COPY, generated);
    }
    assertThat(generated)
        .as("docs/openapi.yaml is stale. Try: ./mvnw test -Dtest=OpenApiTest -Dgolden.update=true")
        .isEqualTo(Files.readString(COPY));
  }

  @Test
  void whatIsServedIsWhatThisBuildHasPacked() throws IOException {
    assertThat(
            given()
                .get("/openapi")
                .then()
                .statusCode(200)
                .contentType("application/yaml")
                .extract()
                .asString())
        .isEqualTo(Files.readString(Path.of("target/classes/META-INF/plumbline/openapi.yaml")))
        .isNotEmpty();
  }

  @Test
  void everyOperationAndParameterIsDocumentedAndOurs() throws IOException {
    JsonNode api = new YAMLMapper().readTree(generated());

    var operations = new ArrayList<String>();
    for (Map.Entry<String, JsonNode> path : api.get("paths").properties()) {
      assertThat(path.getKey()).startsWith("/api/v1/");
      for (JsonNode operation : path.getValue()) {
        operations.add(operation.path("operationId").asText());
        assertThat(operation.path("summary").asText()).as(path.getKey()).endsWith(".");
        String type =
            path.getKey().equals("/api/v1/events") ? "text~1event-stream" : "application~1json";
        assertThat(operation.at("/responses/200/content/" + type + "/schema").findValue("$ref"))
            .as(path.getKey())
            .isNotNull();
        assertThat(operation.at("/responses/default").has("$ref")).as(path.getKey()).isTrue();
        for (JsonNode parameter : operation.path("parameters")) {
          assertThat(parameter.path("description").asText())
              .as("%s %s", path.getKey(), parameter.path("name"))
              .isNotEmpty();
        }
      }
    }
    assertThat(operations)
        .containsExactlyInAnyOrder(
            "facts",
            "conclusions",
            "explainPod",
            "explain",
            "whyNot",
            "gates",
            "plan",
            "rules",
            "rule",
            "ruleHits",
            "ruleTemplates",
            "tryRules",
            "revisions",
            "revision",
            "revisionDifference",
            "status",
            "viewNodeClasses",
            "viewNodePools",
            "viewMatrix",
            "viewGates",
            "viewImages",
            "viewRollout",
            "viewNodes",
            "viewNode",
            "viewPods",
            "viewSearch",
            "viewChanges",
            "events",
            "session",
            "fleet",
            "approveRevision",
            "rollBackRevision",
            "auditEntries",
            "auditEntry",
            "auditProof",
            "auditCheckpoint",
            "auditShow",
            "auditControls",
            "evaluate");
  }

  @Test
  void everyReferenceLeadsSomewhere() throws IOException {
    JsonNode api = new YAMLMapper().readTree(generated());

    List<JsonNode> references = api.findValues("$ref");
    assertThat(references)
        .isNotEmpty()
        .allSatisfy(
            reference ->
                assertThat(api.at(reference.asText().substring(1)).isMissingNode())
                    .as(reference.asText())
                    .isFalse());
  }

  private static String generated() {
    return given().get("/openapi-generated").then().statusCode(200).extract().asString();
  }
}
