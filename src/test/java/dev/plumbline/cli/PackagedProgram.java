package dev.plumbline.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.loop.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The program as the build has packaged it, in a process of its own: the executable where there is
 * a native one that is not older, else the jar as {@code ./plumbline} runs it.
 */
public final class PackagedProgram implements AutoCloseable {

  private static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");
  private static final Path NATIVE = Path.of("target", "plumbline-runner");
  private static final Path SCRIPT = Path.of("/usr/bin/script");

  private static final String WARM = "PLUMBLINE_TRIAL_WARM";

  /** However busy the machine is, and with an agent. */
  public static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Path folder;
  private final Path jar;
  private final Map<String, String> environment = new HashMap<>();
  private final List<String> options = new ArrayList<>();
  private boolean cached = true;
  private boolean terminal;
  private @Nullable Process process;

  /** Works in a folder: what it says and records is found there. Skips the test without one. */
  public PackagedProgram(Path folder) {
    this(folder, JAR);
  }

  /** The same of another build. */
  public PackagedProgram(Path folder, Path jar) {
    assumeTrue(
        Files.exists(jar) || isNative(), "the program is not packaged: ./mvnw package makes it");
    this.folder = folder;
    this.jar = jar;
    environment.put("PLUMBLINE_AUDIT_FOLDER", folder.resolve("audit").toString());
    environment.put(WARM, "false");
  }

  /** Whether it is the native one that runs. */
  public static boolean isNative() {
    try {
      return Files.isExecutable(NATIVE)
          && (!Files.exists(JAR)
              || Files.getLastModifiedTime(NATIVE).compareTo(Files.getLastModifiedTime(JAR)) >= 0);
    } catch (IOException e) {
      return false;
    }
  }

  /** With variables of the environment. */
  public PackagedProgram with(Map<String, String> variables) {
    environment.putAll(variables);
    return this;
  }

  /** With options: -D of both kinds of program, others of the JVM alone. */
  public PackagedProgram options(String... more) {
    options.addAll(List.of(more));
    return this;
  }

  /** With a process for trials that is there before the first, as by default. */
  public PackagedProgram warm() {
    environment.remove(WARM);
    return this;
  }

  /** Without what a JDK keeps of an earlier start, which takes heap of its own. */
  public PackagedProgram uncached() {
    cached = false;
    return this;
  }

  /** With the second compiler too, for a program that runs for long or is measured. */
  public PackagedProgram bothCompilers() {
    return options("-XX:TieredStopAtLevel=4");
  }

  /** With a terminal for stdin, stdout and stderr; all that it says is in {@link #out}. */
  public PackagedProgram onTerminal() {
    assumeTrue(Files.isExecutable(SCRIPT), SCRIPT + " is not installed");
    terminal = true;
    return this;
  }

  /** Starts it; what it says on stdout and stderr goes to files. */
  public PackagedProgram start(String... arguments) throws IOException {
    var command = new ArrayList<String>();
    if (jar.equals(JAR) && isNative()) {
      command.add(NATIVE.toString());
      options.stream().filter(each -> each.startsWith("-D")).forEach(command::add);
    } else {
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:+UseSerialGC", "-Xmx512m", FastStart.FIRST_COMPILER));
      if (cached && jar.equals(JAR)) {
        command.addAll(FastStart.options(jar.toAbsolutePath()));
      }
      command.addAll(options);
      command.addAll(List.of("-jar", jar.toAbsolutePath().toString()));
    }
    command.addAll(List.of(arguments));
    // Replaces the shell, so that a signal to script's child is one to the program.
    String line = "exec '" + String.join("' '", command) + "'";
    var builder =
        new ProcessBuilder(
                terminal ? List.of(SCRIPT.toString(), "-qefc", line, "/dev/null") : command)
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile());
    builder.environment().putAll(environment);
    process = builder.start();
    return this;
  }

  /** Starts {@code serve} at a port and returns once it answers there. */
  public URI serve(String... arguments) throws IOException {
    int port = freePort();
    var all = new ArrayList<>(List.of("serve", "--port", "" + port));
    all.addAll(List.of(arguments));
    start(all.toArray(String[]::new));
    Await.until(
        PATIENCE, "it serves", () -> !isAlive() || said().contains("listening on port " + port));
    if (!isAlive()) {
      throw new IllegalStateException(said());
    }
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Runs a verb to its end; its exit code. */
  public int run(String... arguments) throws IOException, InterruptedException {
    start(arguments);
    return exit();
  }

  /** Asks it to end, as Kubernetes does. */
  public int end() throws InterruptedException {
    if (process != null) {
      process.destroy();
    }
    return exit();
  }

  /** Waits until it has ended; its exit code. */
  public int exit() throws InterruptedException {
    if (process == null || !process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("it does not end: " + said());
    }
    return process.exitValue();
  }

  /** Its process and those that it has started; none before it is started. */
  public List<ProcessHandle> processes() {
    var all = new ArrayList<ProcessHandle>();
    if (process != null) {
      all.add(process.toHandle());
      process.descendants().forEach(all::add);
    }
    return all;
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** The time on processors that it has taken so far. */
  public Duration cpu() {
    return process == null
        ? Duration.ZERO
        : process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** What it has answered. */
  public String out() {
    return text("out");
  }

  /** All it has said: on stderr, then on stdout. */
  public String said() {
    return text("err") + text("out");
  }

  private String text(String file) {
    try {
      return Files.readString(folder.resolve(file));
    } catch (IOException e) {
      return "";
    }
  }

  /** What is answered to a request, whatever the status; with a body it is a POST. */
  public static String ask(URI place, @Nullable String body)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(place);
    if (body != null) {
      request.header("Content-Type", "application/json");
      request.POST(HttpRequest.BodyPublishers.ofString(body));
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body();
    }
  }

  /** A port that nobody listens on. */
  public static int freePort() throws IOException {
    try (var free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  /** Whether anybody listens on a port. */
  public static boolean answers(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    if (process != null) {
      // On a terminal the program is a child of script, and outlives it.
      List<ProcessHandle> others = process.descendants().toList();
      process.destroyForcibly();
      others.forEach(ProcessHandle::destroyForcibly);
    }
  }
}
