package dev.plumbline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.cli.CommandServer;
import dev.plumbline.cli.FastStart;
import dev.plumbline.loop.Await;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A folder that looks like a checkout to whoever types commands in it. */
final class Checkout implements AutoCloseable {

  private static final Path HERE = Path.of("").toAbsolutePath();
  private static final Path JAR = HERE.resolve("target/quarkus-app/quarkus-run.jar");
  private static final Path BIN = HERE.resolve("src/test/resources/docs/bin");

  /** What asks the one JVM, and what stands in for what needs a cluster, a cloud or a build. */
  private static final List<String> STAND_INS =
      List.of("kubectl", "aws", "cosign", "curl", "docker", "helm", "mvnw", "plumbline");

  private final Path top;
  private final Path folder;
  private final @Nullable LiveCluster cluster;
  private final Process server;
  private final Map<String, String> environment;

  /** Below {@code folder}; the program must be packaged. */
  Checkout(Path folder) throws IOException {
    this.folder = folder;
    top = Files.createDirectory(folder.resolve("checkout"));
    int http;
    try (var free = new ServerSocket(0)) {
      http = free.getLocalPort();
    }
    Path port = folder.resolve("port");
    environment =
        new TreeMap<>(
            Map.of(
                "DOCS_CHECKOUT",
                top.toString(),
                "DOCS_SAID",
                folder.resolve("said").toString(),
                "DOCS_HTTP",
                "" + http,
                "PLUMBLINE_AUDIT_FOLDER",
                top.resolve("audit-log").toString(),
                "PLUMBLINE_RULES_STATE_DIR",
                top.resolve("revisions").toString(),
                "PLUMBLINE_RULES_POLL",
                "200ms",
                "EDITOR",
                "true",
                "TZ",
                "UTC"));
    // Most pages edit no rules.
    environment.put("PLUMBLINE_TRIAL_WARM", "false");
    List<JsonNode> objects = objects();
    environment.put("DOCS_CLUSTER", list(objects).toString());
    cluster = LiveCluster.find(objects);
    if (cluster != null) {
      environment.putAll(cluster.environment());
    }
    environment.put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
    var builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                "-XX:+UseSerialGC",
                FastStart.FIRST_COMPILER,
                "-Xmx1g",
                "-Djava.io.tmpdir=" + Files.createDirectory(folder.resolve("tmp")),
                "-cp",
                System.getProperty("java.class.path"),
                CommandServer.class.getName(),
                JAR.toString(),
                "" + http,
                port.toString())
            .directory(top.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("server").toFile());
    builder.environment().putAll(environment);
    server = builder.start();
    bin();
    Await.until("commands are answered", () -> !server.isAlive() || Files.exists(port));
    assertThat(server.isAlive()).as(() -> text(folder.resolve("server"))).isTrue();
    environment.put("DOCS_PORT", text(port).strip());
  }

  /** Whether the program is packaged, which {@code serve} needs. */
  static boolean packaged() {
    return Files.exists(JAR);
  }

  /** Whether there is a cluster that kubectl asks. */
  boolean live() {
    return cluster != null;
  }

  /** The objects of the tour. */
  private static List<JsonNode> objects() throws IOException {
    try (var objects =
        new YAMLMapper()
            .readerFor(JsonNode.class)
            .<JsonNode>readValues(HERE.resolve("examples/tour/cluster/karpenter.yaml").toFile())) {
      return objects.readAll();
    }
  }

  /** What {@code kubectl get} answers where there is no cluster: the objects as one list. */
  private Path list(List<JsonNode> objects) throws IOException {
    var list = new YAMLMapper().createObjectNode().put("apiVersion", "v1").put("kind", "List");
    list.putArray("items").addAll(objects);
    return Files.writeString(folder.resolve("cluster.json"), list.toString());
  }

  private void bin() throws IOException {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    for (String name : STAND_INS) {
      Files.copy(BIN.resolve(name), bin.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  /** Begins anew: a checkout, beside it a snapshot my-cluster and rules my-rules. */
  private void reset(String typed) throws IOException {
    if (cluster != null) {
      cluster.reset(typed);
    }
    empty(top);
    delete(folder.resolve("said"));
    Files.createDirectory(folder.resolve("said"));
    for (String script : List.of("plumbline", "mvnw")) {
      Files.createSymbolicLink(top.resolve(script), folder.resolve("bin").resolve(script));
    }
    for (String shared : List.of("docs", "k8s", "charts", "src", "README.md", "CHANGELOG.md")) {
      if (Files.exists(HERE.resolve(shared))) {
        Files.createSymbolicLink(top.resolve(shared), HERE.resolve(shared));
      }
    }
    copy(HERE.resolve("examples"), top.resolve("examples"));
    if (!typed.matches("(?s).*(mkdir -p|cp -r examples/\\S+|plumbline snapshot) my-cluster.*")) {
      copy(HERE.resolve("examples/tour"), top.resolve("my-cluster"));
    }
    if (!typed.contains("rules init my-rules")) {
      Files.createDirectory(top.resolve("my-rules"));
      for (String kind : List.of(".drl", ".scenarios.yaml", ".parameters.yaml")) {
        Path rule = HERE.resolve("docs/cookbook/soak-by-environment" + kind);
        Files.copy(rule, top.resolve("my-rules").resolve(rule.getFileName()));
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }

  private static void empty(Path folder) throws IOException {
    try (Stream<Path> held = Files.list(folder)) {
      for (Path path : held.toList()) {
        delete(path);
      }
    }
  }

  private static void delete(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> files = Files.walk(path)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    } else {
      Files.deleteIfExists(path);
    }
  }

  /** Types all of a page. */
  void type(Story story) throws IOException, InterruptedException {
    String script =
        story.script().replace("localhost:8080", "localhost:" + environment.get("DOCS_HTTP"))
            + ("plumbline " + CommandServer.END + "\n");
    reset(script);
    var builder = new ProcessBuilder("bash", "-c", script).directory(top.toFile());
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("shell").toFile());
    builder.environment().putAll(environment);
    Process shell = builder.start();
    if (!shell.waitFor(10, TimeUnit.MINUTES)) {
      shell.destroyForcibly();
      throw new AssertionError("it goes on and on: " + text(folder.resolve("shell")));
    }
  }

  /** What the n-th command said. */
  String said(int n) {
    return text(folder.resolve("said").resolve("" + n));
  }

  /** What the n-th command ended with; -1 when it did not. */
  int exit(int n) {
    String exit = text(folder.resolve("said").resolve(n + ".exit")).strip();
    return exit.isEmpty() ? -1 : Integer.parseInt(exit);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() throws IOException {
    server.getOutputStream().close();
    try {
      server.waitFor(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.destroyForcibly();
    if (cluster != null) {
      cluster.close();
    }
    empty(top);
    empty(folder.resolve("bin"));
  }
}
