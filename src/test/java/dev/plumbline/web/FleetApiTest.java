package dev.plumbline.web;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fleet.Fleet;
import dev.plumbline.fleet.Fleet.Settings;
import dev.plumbline.fleet.FleetJson;
import dev.plumbline.fleet.FleetLogs;
import dev.plumbline.log.s3.LogDiscovery;
import dev.plumbline.loop.Await;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fleet that settings name: read when somebody looks, in the form of the command. */
@Tag("served")
@QuarkusTest
@TestProfile(Serving.class)
class FleetApiTest {

  private static final Path LOGS = Path.of(Serving.FLEET);

  @Test
  void clustersAreReadWhenSomebodyLooks() throws IOException {
    clear();
    Response none = given().get("/api/v1/fleet");
    none.then().statusCode(503).header("Retry-After", "5");
    Await.until(
        "that there is no log is said",
        () -> given().get("/api/v1/fleet").asString().contains("there is no decision log in"));

    FleetLogs.record(LOGS.resolve("old"), "old");
    FleetLogs.record(LOGS.resolve("broken"), "broken");
    Files.delete(LOGS.resolve("broken/segments/00000000000000000012.leaves"));
    Await.until("they are read", () -> given().get("/api/v1/fleet").statusCode() == 200);

    JsonNode served = new JsonMapper().readTree(given().get("/api/v1/fleet").asString());
    assertThat(served.path("fault").isNull()).isTrue();
    assertThat(served.path("clusters")).hasSize(2);
    Instant at = Instant.parse(served.path("at").asText());
    var fleet =
        new Fleet(
            known -> LogDiscovery.in(LOGS),
            new Settings(name -> true, false, 1),
            () -> at,
            progress -> {});
    ObjectNode command = FleetJson.of(fleet.read(), Duration.ofMinutes(30));
    assertThat(served.path("clusters").toString())
        .isEqualTo(new JsonMapper().readTree(command.path("clusters").toString()).toString());
    given().get("/api/v1/session").then().body("fleet", org.hamcrest.Matchers.equalTo(true));
    clear();
  }

  private static void clear() throws IOException {
    if (Files.exists(LOGS)) {
      try (Stream<Path> all = Files.walk(LOGS)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
    Files.createDirectories(LOGS);
  }
}
