package dev.plumbline.web;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.plumbline.loop.Await;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.loop.HostState;
import dev.plumbline.wiring.HostAssembly;
import dev.plumbline.wiring.HostEnvironment;
import io.quarkus.arc.All;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Scanner;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told as it happens, to a client that speaks HTTP. */
@Tag("served")
@QuarkusTest
@TestProfile(Serving.class)
class EventsTest {

  private static final HostSnapshot BEFORE = HostSnapshots.of("tour", 41);
  private static final HostSnapshot AFTER = HostSnapshots.of("still-loading", 42);

  @TestHTTPResource("/api/v1/events")
  URI events;

  private final HttpClient client = HttpClient.newHttpClient();

  @Inject HostState published;
  @Inject @All List<HostEvents> listeners;

  @AfterEach
  void hangUp() {
    // It would wait for streams that never end.
    client.shutdownNow();
  }

  @Test
  void aSettlementIsToldToWhoListens() throws Exception {
    HostSnapshots.publish(published, BEFORE);
    Listening one = listen();
    Listening other = listen();
    Await.until("it is told how it stands", () -> one.has("\"sequence\":41"));
    assertThat(one.told.peek()).isEqualTo("retry: 2000");
    assertThat(one.told).contains("event: settled");
    assertThat(one.told.stream().filter(line -> line.contains("\"changed\":null"))).isNotEmpty();
    Await.until("the other, too", () -> other.has("\"sequence\":41"));

    HostSnapshots.publish(published, AFTER);
    HostEvents.all(listeners).settled(AFTER, Duration.ofMillis(7), 12);

    for (Listening each : List.of(one, other)) {
      Await.until("the change is told", () -> each.has("\"sequence\":42"));
      String told = each.line("\"sequence\":42,\"at\"");
      assertThat(told).contains("\"added\":", "\"types\":{", "\"objects\":[", "\"more\":");
      assertThat(told).contains("\"NodePool/default\"");
      Await.until("the gates are told", () -> each.has("event: status"));
    }
  }

  @Test
  void anEditOfTheSnapshotFolderIsTold(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("snapshot.yaml"), "at: 2026-11-20T09:00:00Z\n");
    Files.writeString(folder.resolve("images.json"), "{\"Images\": []}");
    Evaluation evaluation = Evaluation.with((Path) null);
    HostAssembly parts = HostAssembly.current();
    Clock clock = Clock.systemUTC();
    HostEnvironment around = HostEnvironment.of(evaluation.watch(folder, parts.settings(), clock));
    try (around;
        var host =
            new Host(
                evaluation,
                parts.published(),
                around.acting(),
                parts.settings().timings(clock),
                HostEvents.all(listeners))) {
      Listening page = listen();
      host.start();
      around.start(host);
      Await.until("it settles", () -> page.has("\"sequence\":1,") || page.has("\"sequence\":2,"));

      Files.writeString(
          folder.resolve("images.json"),
          "{\"Images\": [{\"ImageId\": \"ami-1\", \"Name\": \"n\", \"State\": \"available\","
              + " \"Architecture\": \"x86_64\", \"OwnerId\": \"1\"}]}");
      Path pools = Files.createDirectory(folder.resolve("cluster"));
      Files.writeString(
          pools.resolve("class.yaml"),
          """
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata: {name: edited}
          spec: {amiFamily: AL2023, amiSelectorTerms: [{id: ami-1}]}
          """);

      Await.until("the edit is told", () -> page.has("EC2NodeClass/edited"));
      around.sources().forEach(source -> source.close());
    }
  }

  @Test
  void whatIsServedCarriesItsHeaders() {
    for (String path : List.of("/", "/api/v1/status", "/api/v1/nothing", "/q/health/live")) {
      given()
          .get(path)
          .then()
          .header("Content-Security-Policy", startsWith("default-src 'self'"))
          .header("X-Content-Type-Options", "nosniff")
          .header("Referrer-Policy", "no-referrer");
    }
  }

  @Test
  void filesAreToldByTheirContent() {
    String tag =
        given()
            .get("/")
            .then()
            .statusCode(200)
            .header("Cache-Control", "no-cache")
            .header("Last-Modified", nullValue())
            .extract()
            .header("ETag");
    given().header("If-None-Match", tag).get("/index.html").then().statusCode(304);
    given().header("If-None-Match", "\"x\"").get("/").then().statusCode(200);
    given().get("/nothing.js").then().statusCode(404);
  }

  @Test
  void largeAnswersAreCompressed() {
    HostSnapshots.publish(published, BEFORE);
    assertThat(
            given()
                .header("Accept-Encoding", "gzip")
                .get("/api/v1/view/node-classes")
                .then()
                .statusCode(200)
                .extract()
                .header("Content-Encoding"))
        .isEqualTo("gzip");
  }

  private Listening listen() throws IOException, InterruptedException {
    HttpResponse<InputStream> answer =
        client.send(
            HttpRequest.newBuilder(events).header("Accept-Encoding", "gzip").build(),
            HttpResponse.BodyHandlers.ofInputStream());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    assertThat(answer.headers().firstValue("Content-Type"))
        .contains("text/event-stream;charset=UTF-8");
    assertThat(answer.headers().firstValue("Content-Security-Policy")).isPresent();
    var listening = new Listening();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try (var lines = new Scanner(answer.body())) {
                while (lines.hasNextLine()) {
                  listening.told.add(lines.nextLine());
                }
              }
            });
    return listening;
  }

  private static final class Listening {
    private final Queue<String> told = new ConcurrentLinkedQueue<>();

    boolean has(String text) {
      return told.stream().anyMatch(line -> line.contains(text));
    }

    String line(String text) {
      return told.stream().filter(line -> line.contains(text)).findFirst().orElseThrow();
    }
  }
}
