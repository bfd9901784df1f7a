package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.host.Await;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program, as {@code ./plumbline} runs it: what listens, what ends, what it says. */
class ServeIT {

  private static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");

  @TempDir private Path folder;

  private Path snapshot;
  private Process process;

  @BeforeEach
  void snapshot() throws IOException {
    assumeTrue(Files.exists(JAR), "the program is not packaged: ./mvnw package makes " + JAR);
    snapshot = Files.createDirectory(folder.resolve("tour"));
    Files.writeString(snapshot.resolve("snapshot.yaml"), "at: 2026-11-20T09:00:00Z\n");
    Files.writeString(snapshot.resolve("images.json"), "{\"Images\": []}");
  }

  @AfterEach
  void end() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  @Test
  void servesUntilItIsToldToEnd() throws Exception {
    int port = freePort();
    start(List.of(), "serve", "--snapshot", snapshot.toString(), "--port", "" + port);
    Await.until(
        "it serves", () -> !process.isAlive() || said().contains("answers on port " + port));

    assertThat(process.isAlive()).as(said()).isTrue();
    assertThat(answers(port)).isTrue();
    assertThat(said())
        .contains("plumbline: rules ")
        .contains("plumbline: facts from " + snapshot)
        .contains("plumbline: acts on nothing")
        .contains("plumbline: decisions are recorded in folder " + folder.resolve("audit"))
        .contains("plumbline: answers on port " + port)
        .contains("plumbline: the page is at http://localhost:" + port + "/");

    Files.writeString(snapshot.resolve("images.json"), "{");
    Await.until("the broken edit is told", () -> said().contains("the JSON ends too early"));

    process.destroy();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(said()).isTrue();
    assertThat(answers(port)).isFalse();
    try (var segments = Files.list(folder.resolve("audit/segments"))) {
      assertThat(segments).isNotEmpty();
    }
  }

  @Test
  void inAClusterItGivesTheLeaseBack() throws Exception {
    Peers.assumeThere();
    String namespace = "serve-it";
    try (KubernetesClient client = Peers.shared().client()) {
      client
          .resource(
              new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
          .serverSideApply();
      start(
          Peers.shared().env(),
          List.of("-Dplumbline.leader.namespace=" + namespace),
          "serve",
          "--port",
          "" + freePort());
      Await.until("it leads", () -> !process.isAlive() || said().contains("This replica acts"));
      assertThat(seconds(client, namespace)).as(said()).isGreaterThan(1);

      process.destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(said()).isTrue();

      assertThat(seconds(client, namespace)).as(said()).isEqualTo(1);
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
  void badInputEndsItBeforeAnythingBegins() throws Exception {
    Files.writeString(snapshot.resolve("images.json"), "{");

    start(List.of(), "serve", "--snapshot", snapshot.toString(), "--port", "" + freePort());

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said()).isEqualTo(2);
    assertThat(said()).contains("images.json:1:").contains("the JSON ends too early");
  }

  @Test
  void everyOtherVerbOpensNoPort() throws Exception {
    try (var taken = new ServerSocket(0)) {
      start(
          List.of("-Dquarkus.http.port=" + taken.getLocalPort()), "evaluate", snapshot.toString());

      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(said()).isZero();
    }
  }

  private void start(List<String> options, String... arguments) throws IOException {
    start(Map.of(), options, arguments);
  }

  private void start(Map<String, String> environment, List<String> options, String... arguments)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx512m", "-Dmvel2.disable.jit=true"));
    command.addAll(options);
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(arguments));
    var builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile());
    builder.environment().putAll(environment);
    builder.environment().put("PLUMBLINE_AUDIT_FOLDER", folder.resolve("audit").toString());
    process = builder.start();
  }

  private String said() {
    try {
      return Files.readString(folder.resolve("said"));
    } catch (IOException e) {
      return "";
    }
  }

  private static int freePort() throws IOException {
    try (var free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  private static boolean answers(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
