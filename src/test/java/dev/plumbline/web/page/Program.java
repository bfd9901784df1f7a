package dev.plumbline.web.page;

import dev.plumbline.host.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The packaged program, serving a snapshot folder that a test edits. */
final class Program implements AutoCloseable {

  static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");

  private final Path folder;
  private final int port;
  private Process process;

  Program(Path folder) throws IOException {
    this.folder = folder;
    this.port = Browser.freePort();
    Files.createDirectories(rules());
    this.process = start();
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
    process = start();
  }

  private Process start() throws IOException {
    Path said = folder.resolve("said");
    Files.deleteIfExists(said);
    var builder =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:+UseSerialGC",
                "-Xmx1g",
                "-Dmvel2.disable.jit=true",
                "-jar",
                JAR.toAbsolutePath().toString(),
                "serve",
                "--snapshot",
                snapshot().toString(),
                "--rules",
                rules().toString(),
                "--port",
                String.valueOf(port))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().put("PLUMBLINE_AUDIT_FOLDER", folder.resolve("audit").toString());
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
    return said().contains("answers on port " + port);
  }

  private String said() {
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
