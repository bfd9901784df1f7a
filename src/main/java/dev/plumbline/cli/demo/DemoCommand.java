package dev.plumbline.cli.demo;

import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Program;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.wiring.HostAssembly;
import io.quarkus.runtime.Quarkus;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plumbline demo}: the story of one image, shown by what the program decides. */
@Command(
    name = "demo",
    description = {
      "Play the story of an image that turns out to be bad.",
      "It soaks, is launched on canary nodes, is held, is rejected by a new rule, and is queried by"
          + " an auditor. The events of EC2 and the cluster are scripted; everything else is"
          + " evaluated live."
    },
    footer = {
      "  plumbline demo",
      "      takes two minutes to read; Enter or space continues",
      "  plumbline demo --page --stay",
      "      the same on the page, which stays open until Ctrl-C",
      "  plumbline demo --fast",
      "      without pauses"
    },
    exitCodeList = {
      "0:played to its end",
      "1:what was decided cannot be verified, or an internal error"
    })
public final class DemoCommand extends Verb implements StoryPlayer.Shell {

  private static final String VERIFY =
      """
      for tool in jq openssl sha256sum; do
        command -v $tool > /dev/null || missing="$missing, $tool"
      done
      [ -z "$missing" ] || { echo "not checked here: there is no ${missing#, }"; exit 0; }
      sh "$0"
      """;

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @Option(names = "--fast", description = "Without pauses.")
  private boolean fast;

  @Option(names = "--page", description = "Show it on the page, too, which is served on 127.0.0.1.")
  private boolean page;

  @Option(names = "--stay", description = "With --page: leave it open at the end, until Ctrl-C.")
  private boolean stay;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "With --page: on this port (default 8080; 0 for any that is free).")
  private @Nullable Integer port;

  @Override
  public Integer call() throws IOException {
    if (!page && (stay || port != null)) {
      throw invalid((stay ? "--stay" : "--port") + " is for the page. Try: --page too.");
    }
    Path folder = Path.of(ConfigProvider.getConfig().getValue(DemoSettings.FOLDER, String.class));
    int width = Math.min(TextOutput.WIDTH, ReadingPace.columns(TextOutput.WIDTH));
    var out = new TextOutput(data(), command().getColorScheme().ansi().enabled(), width);
    var ended = new AtomicBoolean();
    boolean valid;
    try (var pace = new ReadingPace(fast);
        var unused = HostAssembly.current().shutdownGate().begin(pace::stop)) {
      opening(out, folder, pace);
      valid =
          new StoryPlayer(folder, out, this)
              .play(
                  pace,
                  verified -> {
                    ended.set(true);
                    end(out, folder, verified);
                  });
    }
    if (!ended.get()) {
      delete(folder);
    }
    return valid ? ExitCodes.ANSWERED : ExitCodes.FAILED;
  }

  private void opening(TextOutput out, Path folder, ReadingPace pace) {
    say(
        out,
        "The story of one image. Files are written as a cluster, a pipeline and people would change"
            + " things; Plumbline watches them as plumbline serve --snapshot does, and decides by"
            + " its rules. + is concluded now, - no longer, ~ in other words, each with its rule."
            + (pace.keys() ? " Enter or space goes on, Ctrl-C ends it." : ""));
    say(out, "D=" + folder + (page ? "  page: " + address() : ""));
  }

  private void end(TextOutput out, Path folder, boolean verified) {
    say(
        out,
        verified
            ? "That is all. What was played is in " + folder + ", until you delete it."
            : "What was decided cannot be verified. It is in " + folder + ".");
    if (stay) {
      say(out, address() + " stays until Ctrl-C.");
      Quarkus.waitForExit();
    }
  }

  private static void say(TextOutput out, String text) {
    out.blank();
    out.wrapped(0, text);
    out.flush();
  }

  private static String address() {
    return "http://127.0.0.1:"
        + ConfigProvider.getConfig()
            .getOptionalValue("quarkus.http.port", String.class)
            .orElse("8080")
        + "/";
  }

  @Override
  public StoryPlayer.Answer run(String line) {
    String[] words =
        WORD.matcher(line)
            .results()
            .map((MatchResult word) -> word.group(1) == null ? word.group(2) : word.group(1))
            .skip(1)
            .toArray(String[]::new);
    CommandLine root = command().getCommandSpec().root().commandLine();
    var answer = new StringWriter();
    var errors = new StringWriter();
    int code =
        Program.configure(
                new CommandLine(
                    command().getCommandSpec().root().userObject().getClass(), root.getFactory()))
            .setOut(new PrintWriter(answer, true))
            .setErr(new PrintWriter(errors, true))
            .execute(words);
    boolean done = code == ExitCodes.ANSWERED;
    return new StoryPlayer.Answer(
        done, (answer + (done ? "" : errors.toString())).lines().toList());
  }

  /** What whoever is handed a bundle does with it: unpack it and have it check itself. */
  @Override
  public StoryPlayer.Answer verify(Path bundle, Path unpacked) throws IOException {
    try (var zip = new ZipInputStream(Files.newInputStream(bundle))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = unpacked.resolve(entry.getName()).normalize();
        if (!file.startsWith(unpacked)) {
          throw new IOException(bundle + ": " + entry.getName() + " leads out of it");
        }
        if (!entry.isDirectory()) {
          Files.createDirectories(file.getParent());
          Files.copy(zip, file);
        }
      }
    }
    return verified(unpacked.resolve("verify.sh"));
  }

  private static StoryPlayer.Answer verified(Path script) {
    try {
      Process process =
          new ProcessBuilder("sh", "-c", VERIFY, script.toString())
              .redirectErrorStream(true)
              .start();
      process.getOutputStream().close();
      try (InputStream answer = process.getInputStream()) {
        String text = new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        return new StoryPlayer.Answer(process.waitFor() == 0, text.lines().toList());
      }
    } catch (IOException e) {
      return new StoryPlayer.Answer(true, List.of("not checked here: there is no sh"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new StoryPlayer.Answer(false, List.of("interrupted"));
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
