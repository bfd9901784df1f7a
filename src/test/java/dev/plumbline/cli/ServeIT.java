package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.loop.Await;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged program, as {@code ./plumbline} runs it: what listens, what ends, what it says. */
class ServeIT {

  @TempDir private Path folder;

  private Path snapshot;
  private PackagedProgram program;

  @BeforeEach
  void snapshot() throws IOException {
    program = new PackagedProgram(folder);
    snapshot = Files.createDirectory(folder.resolve("tour"));
    Files.writeString(snapshot.resolve("snapshot.yaml"), "at: 2026-11-20T09:00:00Z\n");
    Files.writeString(snapshot.resolve("images.json"), "{\"Images\": []}");
  }

  @AfterEach
  void end() {
    if (program != null) {
      program.close();
    }
  }

  @Test
  void servesUntilItIsToldToEnd() throws Exception {
    int port = program.serve("--snapshot", snapshot.toString()).getPort();

    assertThat(PackagedProgram.answers(port)).isTrue();
    assertThat(program.said())
        .contains("plumbline: rules ")
        .contains("plumbline: facts from " + snapshot)
        .contains("plumbline: takes no action")
        .contains("plumbline: decisions are recorded in folder " + folder.resolve("audit"))
        .contains("plumbline: listening on port " + port)
        .contains("plumbline: the page is at http://localhost:" + port + "/");

    Files.writeString(snapshot.resolve("images.json"), "{");
    Await.until(
        "the broken edit is reported", () -> program.said().contains("the JSON ends too early"));
    assertThat(logged("the JSON ends too early")).startsWith("{\"time\":");

    program.end();
    assertThat(PackagedProgram.answers(port)).isFalse();
    try (var segments = Files.list(folder.resolve("audit/segments"))) {
      assertThat(segments).isNotEmpty();
    }
  }

  @Test
  void aTerminalGetsLinesOfText() throws Exception {
    program.onTerminal().serve("--snapshot", snapshot.toString());

    Files.writeString(snapshot.resolve("images.json"), "{");
    Await.until(
        "the broken edit is reported", () -> program.said().contains("the JSON ends too early"));

    assertThat(logged("the JSON ends too early").replaceAll("\u001b\\[[0-9;]*m", ""))
        .matches("[-0-9]{10}T[:.0-9]{12}Z ERROR +\\S+: .*images\\.json.*");
  }

  /** The line of the log that holds this text. */
  private String logged(String text) {
    return program.said().lines().filter(line -> line.contains(text)).findFirst().orElseThrow();
  }

  @Tag("long")
  @Test
  void inAClusterItGivesTheLeaseBack() throws Exception {
    Peers.assumeThere();
    String namespace = "serve-it";
    try (KubernetesClient client = Peers.shared().client()) {
      client
          .resource(
              new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
          .serverSideApply();
      program.with(Peers.shared().env()).options("-Dplumbline.leader.namespace=" + namespace);
      program.serve();
      Await.until(
          "it leads", () -> !program.isAlive() || program.said().contains("This replica acts"));
      assertThat(seconds(client, namespace)).as(program.said()).isGreaterThan(1);

      program.end();

      assertThat(seconds(client, namespace)).as(program.said()).isEqualTo(1);
    }
  }

  /** For how long the lease is held after it was last written: one second once given back. */
  private static int seconds(KubernetesClient client, String namespace) {
    return client
        .leases()
        .inNamespace(namespace)
        .withName("plumbline")
        .get()
        .getSpec()
        .getLeaseDurationSeconds();
  }

  @Test
  void decidesNothingBeforeItKnowsTheFolder() throws Exception {
    URI served =
        program
            .options("-Dplumbline.host.debounce.quiet=0s")
            .serve("--snapshot", Path.of("examples/tour").toString());
    Await.until(
        PackagedProgram.PATIENCE,
        "it is ready",
        () -> PackagedProgram.answers(served.getPort()) && isReady(served));
    program.end();

    String[] query = "audit query --kind state --after 0 --limit 1 -o json".split(" ", -1);
    assertThat(program.run(query)).isZero();
    JsonNode first = new JsonMapper().readTree(program.out());
    assertThat(first.at("/items/0/body/counts/facts/Ami").asInt()).as(program.out()).isPositive();
  }

  private static boolean isReady(URI served) {
    try {
      return PackagedProgram.ask(served.resolve("/q/health/ready"), null).startsWith("200");
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Test
  void badInputEndsItBeforeAnythingBegins() throws Exception {
    Files.writeString(snapshot.resolve("images.json"), "{");

    int exit =
        program.run(
            "serve", "--snapshot", snapshot.toString(), "--port", "" + PackagedProgram.freePort());

    assertThat(exit).as(program.said()).isEqualTo(2);
    assertThat(program.said()).contains("images.json:1:").contains("the JSON ends too early");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lint RULES", "test RULES", "diff examples/tour --rules RULES"})
  void aVerbThatRunsOutOfMemoryIsBadInputWithTheFile(String verb) throws Exception {
    assumeFalse(PackagedProgram.isNative(), "a native program takes its own options of memory");
    Path rules = Files.createDirectory(folder.resolve("rules"));
    Files.copy(
        Path.of("src/test/resources/attacks/rules/settling/collected-lists.drl"),
        rules.resolve("team.drl"));
    // So much that the program starts, and does not compile the shipped rules.
    program.uncached().options("-Xmx17m");

    int exit = program.run(verb.replace("RULES", rules.toString()).split(" ", -1));

    assertThat(exit).as(program.said()).isEqualTo(2);
    assertThat(program.said())
        .containsPattern(
            "plumbline: more than 1[0-9] MiB of memory needed at (\\S+/)?[-a-z]+\\.drl")
        .contains("Try: join patterns by a key", "-Xmx")
        .doesNotContain("OutOfMemoryError", "\tat ");
  }

  @Test
  void everyOtherVerbOpensNoPort() throws Exception {
    try (var taken = new ServerSocket(0)) {
      program.options("-Dquarkus.http.port=" + taken.getLocalPort());

      assertThat(program.run("evaluate", snapshot.toString())).as(program.said()).isZero();
    }
  }
}
