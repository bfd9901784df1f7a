package dev.plumbline.web.page;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.cli.FastStart;
import dev.plumbline.loop.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The packaged program, serving a snapshot folder that a test edits. */
final class Program implements AutoCloseable {

  static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");

  /** What is told is waited for to end, longer than any test: as while it is read. */
  static final Map<String, String> NEVER_SETTLES =
      Map.of("PLUMBLINE_HOST_DEBOUNCE_QUIET", "1h", "PLUMBLINE_HOST_DEBOUNCE_MOST", "1h");

  private final Path folder;
  private final int port;
  private final Map<String, String> settings;
  private Process process;

  /** Serves {@code folder/snapshot}, with the rules of {@code folder/rules} laid over. */
  Program(Path folder) throws IOException {
    this(folder, Map.of());
  }

  /** The same with variables of the environment. */
  Program(Path folder, Map<String, String> settings) throws IOException {
    this.folder = folder;
    this.port = Browser.freePort();
    this.settings = settings;
    Files.createDirectories(rules());
    this.process = start(Map.of());
  }

  /** Skips the test where it is not packaged. */
  static void assumeThere() {
    assumeTrue(Files.exists(JAR), "the program is not packaged: ./mvnw package makes " + JAR);
  }

  Path snapshot() {
    return folder.resolve("snapshot");
  }

  Path rules() {
    return folder.resolve("rules");
  }

  String address() {
    return "http://127.0.0.1:" + port + "/";
  }

  /** Ends it, as a crash would. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
  }

  /** Starts it again where it was. */
  void again() throws IOException {
    again(Map.of());
  }

  /** The same with other variables of the environment, this once. */
  void again(Map<String, String> more) throws IOException {
    process = start(more);
  }

  private Process start(Map<String, String> more) throws IOException {
    Path said = folder.resolve("said");
    Files.deleteIfExists(said);
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx1g"));
    command.addAll(FastStart.secondCompiler());
    command.addAll(FastStart.options(JAR.toAbsolutePath()));
    command.addAll(List.of("-jar", JAR.toAbsolutePath().toString()));
    command.addAll(List.of("serve", "--snapshot", "snapshot", "--rules", "rules"));
    command.addAll(List.of("--port", String.valueOf(port)));
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().put("PLUMBLINE_AUDIT_FOLDER", folder.resolve("audit").toString());
    builder.environment().putAll(settings);
    builder.environment().putAll(more);
    Process started = builder.start();
    try {
      Await.until("it serves", () -> serves(started));
    } catch (AssertionError slow) {
      Await.until("it serves after all: " + said(), () -> serves(started));
    }
    return started;
  }

  private boolean serves(Process started) {
    if (!started.isAlive()) {
      throw new IllegalStateException(said());
    }
    return said().contains("listening on port " + port);
  }

  /** What it has written since it was started last. */
  String said() {
    try {
      return Files.readString(folder.resolve("said"));
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
