package dev.plumbline.cli;

import dev.plumbline.QuietEngine;
import dev.plumbline.cli.command.Program;
import dev.plumbline.cli.evaluate.EvaluateCommand;
import dev.plumbline.cli.evaluate.ExplainCommand;
import dev.plumbline.cli.evaluate.PlanCommand;
import dev.plumbline.cli.evaluate.RehearseCommand;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * The verbs for shell scripts that run many of them: one JVM answers all, each as it would by
 * itself. What stays (serve) and what asks for more than the command line (snapshot) is the
 * packaged program in a process of its own. Ends when its input does.
 */
public final class CommandServer {

  /** What is asked, in place of a verb, to end what {@code serve} has begun. */
  public static final String END = "--end-serving";

  private static final Set<String> PACKAGED = Set.of("serve", "snapshot", "demo");

  /** Longer than a busy machine takes to start the program. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path jar;
  private final int port;
  private @Nullable Process serving;
  private @Nullable Evaluation shipped;

  private CommandServer(Path jar, int port) {
    this.jar = jar;
    this.port = port;
  }

  /**
   * Answers until its input ends.
   *
   * @param args the packaged program, the port that serve listens on, the file to write our own to
   */
  public static void main(String... args) throws IOException {
    QuietEngine.quiet();
    var server = new CommandServer(Path.of(args[0]), Integer.parseInt(args[1]));
    Runtime.getRuntime().addShutdownHook(new Thread(server::end));
    try (var socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Path written = Path.of(args[2] + ".new");
      Files.writeString(written, socket.getLocalPort() + "\n");
      Files.move(written, Path.of(args[2]), StandardCopyOption.ATOMIC_MOVE);
      var accepting = new Thread(() -> server.accept(socket), "accepting");
      accepting.setDaemon(true);
      accepting.start();
      InputStream input = System.in;
      while (input.read() >= 0) {
        // until who started us has ended
      }
    }
    System.exit(0);
  }

  private void accept(ServerSocket socket) {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        var answering = new Thread(() -> answer(client), "answering");
        answering.setDaemon(true);
        answering.start();
      } catch (IOException e) {
        return;
      }
    }
  }

  private void answer(Socket client) {
    try (client) {
      var input = new DataInputStream(new BufferedInputStream(client.getInputStream()));
      int count = Integer.parseInt(text(input));
      var words = new ArrayList<String>();
      for (int i = 0; i < count; i++) {
        words.add(text(input));
      }
      int exit = run(Path.of(words.get(0)), Path.of(words.get(1)), words.subList(2, count));
      client.getOutputStream().write((exit + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      System.err.println(e);
    }
  }

  private static String text(DataInputStream input) throws IOException {
    var bytes = new ByteArrayOutputStream();
    for (int next = input.readByte(); next != 0; next = input.readByte()) {
      bytes.write(next);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private int run(Path out, Path err, List<String> args) throws IOException {
    if (args.equals(List.of(END))) {
      end();
      return 0;
    }
    if (!args.isEmpty() && PACKAGED.contains(args.getFirst()) && !args.contains("--help")) {
      return packaged(out, err, args);
    }
    try (var answers = new PrintWriter(Files.newBufferedWriter(out));
        var progress = new PrintWriter(Files.newBufferedWriter(err), true)) {
      return Program.configure(new CommandLine(new PlumblineCommand(), this::verb))
          .setOut(answers)
          .setErr(progress)
          .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
          .execute(args.toArray(String[]::new));
    }
  }

  /** As the program makes them, but that the shipped rules are compiled once for all. */
  private <K> K verb(Class<K> type) throws Exception {
    Object made =
        type == EvaluateCommand.class
            ? new EvaluateCommand(SnapshotReader.FOLDERS, this::rules)
            : type == ExplainCommand.class
                ? new ExplainCommand(SnapshotReader.FOLDERS, this::rules)
                : type == PlanCommand.class
                    ? new PlanCommand(this::rules)
                    : type == RehearseCommand.class
                        ? new RehearseCommand(this::rules)
                        : CommandLine.defaultFactory().create(type);
    return type.cast(made);
  }

  private synchronized Evaluation rules(@Nullable Path folder) {
    if (folder != null) {
      return Evaluation.with(folder);
    }
    if (shipped == null) {
      shipped = Evaluation.with((Path) null);
    }
    return shipped;
  }

  private synchronized int packaged(Path out, Path err, List<String> args) throws IOException {
    boolean stays = args.getFirst().equals("serve");
    if (stays) {
      end();
    }
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx512m", FastStart.FIRST_COMPILER));
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.addAll(FastStart.options(jar));
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(args);
    if (stays) {
      command.addAll(List.of("--port", "" + port));
    }
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!stays) {
      return ended(process) ? process.exitValue() : 1;
    }
    serving = process;
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (process.isAlive() && !recorded() && System.nanoTime() < end) {
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
    return process.isAlive() ? 0 : process.exitValue();
  }

  /**
   * Whether it has settled and the first decision is in the log, so that everything can be asked.
   */
  private boolean recorded() {
    try {
      return ask("/q/health/started").statusCode() == 200
          && ask("/api/v1/audit/entries").body().contains("\"decision\"");
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private HttpResponse<String> ask(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://localhost:" + port + path);
    return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  private synchronized void end() {
    if (serving != null) {
      serving.destroy();
      if (!ended(serving)) {
        serving.destroyForcibly();
      }
      serving = null;
    }
  }

  private static boolean ended(Process process) {
    try {
      return process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
