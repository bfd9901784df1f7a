package dev.plumbline.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.loop.Await;
import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.loop.HostState;
import dev.plumbline.web.Attacks.Attack;
import dev.plumbline.web.Connection.Answer;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nothing that is sent hurts the host: each attack gets its answer, and the next one too. */
@Tag("served")
@QuarkusTest
@TestProfile(Serving.class)
class AttacksTest {

  private static final int CONNECTIONS = 250;
  private static final Duration MAX_PROBE = Duration.ofSeconds(1);
  private static final List<String> PROBES =
      List.of("/q/health/live", "/q/health/ready", "/q/metrics");
  private static final JsonMapper JSON = new JsonMapper();

  @TestHTTPResource URI served;
  @Inject HostState published;

  @BeforeEach
  void live() {
    HostSnapshots.publish(published, HostSnapshots.of("tour", 7));
  }

  @Test
  void everyAttackIsAnswered() throws IOException {
    List<Attacks.Made> attacks = Attacks.made("localhost:" + served.getPort());
    assertThat(attacks).hasSizeGreaterThanOrEqualTo(100);
    var names = new HashSet<String>();
    var softly = new SoftAssertions();
    for (Attacks.Made made : attacks) {
      Attack attack = made.get();
      assertThat(names.add(attack.name())).as("once: %s", attack).isTrue();
      Answer answer = send(attack);
      softly
          .assertThat(answer.status())
          .as("%s: %s", attack, answer.body())
          .isEqualTo(attack.status());
      if (!attack.plain()) {
        check(attack, answer, softly);
      }
    }
    softly.assertAll();
  }

  private Answer send(Attack attack) throws IOException {
    try (var connection = new Connection(served.getPort())) {
      connection.send(attack.head());
      connection.send(attack.body());
      return connection.answer();
    }
  }

  /** One clear sentence with advice, and nothing of the inside. */
  private static void check(Attack attack, Answer answer, SoftAssertions softly)
      throws IOException {
    softly
        .assertThat(answer.headers())
        .as("headers of: %s", attack)
        .containsEntry("content-type", Problem.TYPE)
        .containsEntry("x-content-type-options", "nosniff");
    softly
        .assertThat(answer.body())
        .as("body of: %s", attack)
        .doesNotContain("Exception", "dev.plumbline", "Error id", "java.")
        .doesNotContainPattern("[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e]")
        .hasSizeLessThan(2_000);
    if (answer.headers().getOrDefault("content-type", "").equals(Problem.TYPE)) {
      JsonNode problem = JSON.readTree(answer.body());
      softly.assertThat(problem.path("status").asInt()).isEqualTo(attack.status());
      softly.assertThat(problem.path("title").asText()).as("%s", attack).isNotEmpty();
      softly
          .assertThat(problem.path("detail").asText())
          .as("detail of: %s", attack)
          .isNotEmpty()
          .contains(attack.says());
      softly
          .assertThat(problem.path("advice").asText())
          .as("advice of: %s, %s", attack, answer.body())
          .matches("(?s)(Try:|Did you mean) .*");
    }
  }

  @Test
  void probesAnswerWhileOthersSendAByteEach() throws IOException {
    // The first answer of each waits for classes to be loaded.
    for (String path : PROBES) {
      get(path);
    }
    var slow = new ArrayList<Connection>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        var connection = new Connection(served.getPort());
        slow.add(connection);
        connection.send(begun(i));
      }
      for (int round = 0; round < 5; round++) {
        for (Connection each : slow) {
          each.send(new byte[] {' '});
        }
        for (String path : PROBES) {
          long begun = System.nanoTime();
          Answer answer = get(path);
          assertThat(answer.status()).as(path).isIn(200, 503);
          assertThat(answer.body() + answer.headers()).as(path).isNotEmpty();
          assertThat(Duration.ofNanos(System.nanoTime() - begun)).as(path).isLessThan(MAX_PROBE);
        }
        assertThat(get("/api/v1/status").status()).isEqualTo(200);
      }
    } finally {
      for (Connection each : slow) {
        each.close();
      }
    }
    // Whoever has gone holds nothing.
    Await.until("a snapshot is evaluated", this::evaluates);
  }

  /** A third of them a snapshot, a third another body, a third its own headers. */
  private byte[] begun(int i) {
    String host = "Host: localhost:" + served.getPort() + "\r\n";
    String type = "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n";
    String request =
        switch (i % 3) {
          case 0 -> "POST /api/v1/evaluate HTTP/1.1\r\n" + host + type;
          case 1 -> "POST /api/v1/rules/revisions/aaaa/approve HTTP/1.1\r\n" + host + type;
          default -> "GET /api/v1/status HTTP/1.1\r\n" + host + "X-Slow:";
        };
    return request.getBytes(StandardCharsets.US_ASCII);
  }

  private Answer get(String path) throws IOException {
    try (var connection = new Connection(served.getPort())) {
      connection.send(
          ("GET " + path + " HTTP/1.1\r\nHost: localhost:" + served.getPort() + "\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      return connection.answer();
    }
  }

  private boolean evaluates() {
    String body = "{\"snapshot.yaml\": \"at: 2026-11-20T09:00:00Z\"}";
    try (var connection = new Connection(served.getPort())) {
      connection.send(
          ("POST /api/v1/evaluate HTTP/1.1\r\nHost: localhost:"
                  + served.getPort()
                  + "\r\nContent-Type: application/json\r\nContent-Length: "
                  + body.length()
                  + "\r\n\r\n"
                  + body)
              .getBytes(StandardCharsets.US_ASCII));
      return connection.answer().status() == 200;
    } catch (IOException e) {
      return false;
    }
  }
}
