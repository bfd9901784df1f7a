package dev.plumbline.web;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.startsWith;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.engine.Selection;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.loop.HostState;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.config.EncoderConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A posted snapshot is judged as the command line judges its folder. */
@Tag("served")
@QuarkusTest
@TestProfile(Serving.class)
class EvaluateTest {

  private static final Path TOUR = Path.of("examples/tour");
  private static final HostSnapshot LIVE = HostSnapshots.of("tour", 7);
  private static final int SHOWN =
      (int) LIVE.settlement().conclusions().stream().filter(Selection.ALL::includes).count();
  private static final JsonMapper JSON = new JsonMapper();

  @Inject HostState published;

  @BeforeEach
  void live() {
    HostSnapshots.publish(published, LIVE);
  }

  @Test
  void rulesAreNotTriedInTheHostItself() {
    given()
        .contentType(ContentType.JSON)
        .body("{\"files\": {\"mine.drl\": \"package rules.mine\"}}")
        .post("/api/v1/rules/try")
        .then()
        .statusCode(503)
        .body("detail", startsWith("there is no process for trials"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"live", "shipped"})
  void jsonByFile(String rules) throws IOException {
    Response answer = post("application/json", body().toString(), "?rules=" + rules);

    answer.then().statusCode(200).body("rules.digest", equalTo(LIVE.rules().digest()));
    assertThat(answer.<List<Object>>path("conclusions")).hasSize(SHOWN);
  }

  @Test
  void archive() throws IOException, InterruptedException {
    byte[] tar = tar();
    var gzip = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(gzip)) {
      out.write(tar);
    }

    for (Response answer :
        List.of(
            post("application/x-tar", tar, ""), post("application/gzip", gzip.toByteArray(), ""))) {
      answer.then().statusCode(200);
      assertThat(answer.<List<Object>>path("conclusions")).hasSize(SHOWN);
    }
  }

  @Test
  void objectsAsList() {
    post(
            "application/json",
            """
            {"snapshot.yaml": "{at: 2026-11-20T09:00:00Z, sources: {cluster: synced}}",
             "cluster": [{"apiVersion": "karpenter.sh/v1", "kind": "NodePool",
               "metadata": {"name": "lonely"},
               "spec": {"template": {"spec": {"nodeClassRef":
                 {"group": "karpenter.k8s.aws", "kind": "EC2NodeClass", "name": "gone"}}}}}]}
            """,
            "?for=NodePool/lonely&explain=true")
        .then()
        .statusCode(200)
        .body("conclusions.type", hasItem("NodePoolObjection"));
  }

  @Test
  void whatCannotBeReadNamesFileAndPlace() throws IOException {
    ObjectNode body = body();
    body.set(
        "images.json", JSON.readTree("{\"Images\": [{\"ImageId\": \"ami-1\", \"State\": 3}]}"));

    post("application/json", body.toString(), "")
        .then()
        .statusCode(422)
        .contentType("application/problem+json")
        .body("title", equalTo("Cannot be evaluated"))
        .body("detail", startsWith("images.json"))
        .body("advice", startsWith("Try: "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{\"images.json\": 3}", "{\"cluster\": {}}", "{,}"})
  void whatIsNoSnapshotIsRefused(String body) {
    post("application/json", body, "")
        .then()
        .statusCode(400)
        .body("advice", startsWith("Try: post {"));
  }

  @Test
  void whatIsNoArchiveIsRefused() {
    post("application/x-tar", "x".repeat(2000).getBytes(), "").then().statusCode(400);
    post("application/gzip", "x".repeat(2000).getBytes(), "").then().statusCode(400);
    post("text/plain", "x", "").then().statusCode(415);
    post("application/json", "{}", "?rules=mine").then().statusCode(400);
    post("application/json", "{}", "?at=noon").then().statusCode(400);
  }

  private static ObjectNode body() throws IOException {
    ObjectNode body = JSON.createObjectNode();
    try (var files = Files.walk(TOUR)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        body.put(TOUR.relativize(file).toString(), Files.readString(file));
      }
    }
    return body;
  }

  private static byte[] tar() throws IOException, InterruptedException {
    Process tar = new ProcessBuilder("tar", "c", "-C", "examples", "tour").start();
    byte[] bytes = tar.getInputStream().readAllBytes();
    assertThat(tar.waitFor()).isZero();
    return bytes;
  }

  private static Response post(String type, Object body, String query) {
    return given()
        .config(
            RestAssuredConfig.config()
                .encoderConfig(
                    EncoderConfig.encoderConfig()
                        .appendDefaultContentCharsetToContentTypeIfUndefined(false)
                        .encodeContentTypeAs("application/x-tar", ContentType.BINARY)
                        .encodeContentTypeAs("application/gzip", ContentType.BINARY)))
        .contentType(type)
        .body(body instanceof String text ? text.getBytes() : (byte[]) body)
        .post("/api/v1/evaluate" + query);
  }
}
