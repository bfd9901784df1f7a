package dev.plumbline.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.verify.Verdict;
import dev.plumbline.log.verify.Verification;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Kills a host at random moments and looks at what it leaves behind. */
public final class Kills {

  private static final JsonMapper JSON = new JsonMapper();

  private final Path folder;
  private final Path done;
  private final SplittableRandom random;
  private final Set<String> planned = new HashSet<>();
  private long size;
  private long applied;
  private long cuts;
  private int run;

  /** In an empty folder. */
  public Kills(Path folder, long seed) {
    this.folder = folder.resolve("log");
    this.done = folder.resolve("done");
    this.random = new SplittableRandom(seed);
  }

  /** Lets a host run for a random while, kills it, and looks. */
  public void next() throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), CrashingHost.class.getName()));
    command.addAll(List.of(folder.toString(), done.toString(), Integer.toString(run++)));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (var out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      if (!"up".equals(out.readLine())) {
        throw new IllegalStateException("the host did not start");
      }
      boolean ended = process.waitFor(random.nextInt(300), TimeUnit.MILLISECONDS);
      if (ended) {
        throw new IllegalStateException("the host ended by itself: " + process.exitValue());
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    look();
  }

  private void look() throws IOException {
    var settings = new LogSettings(LogSettings.origin("crash"), null, 200_000, Duration.ofDays(1));
    try (FolderLog log = FolderLog.open(folder, settings, Clock.systemUTC())) {
      cuts += log.cut() == null ? 0 : 1;
      long now = log.head().size();
      if (now < size) {
        throw new AssertionError("there were " + size + " entries, now there are " + now);
      }
      log.read(
          size,
          now,
          entry -> {
            if (entry.kind() == EntryKind.DECISION) {
              planned(log, entry.body().path("actions"));
            }
            return true;
          });
      size = now;
    }
    try (var files = new LogFolder(folder)) {
      Verdict verdict = new Verification(files, null, null).run();
      if (!verdict.valid()) {
        throw new AssertionError("run " + run + ": " + verdict.fault());
      }
    }
    if (!Files.exists(done)) {
      return;
    }
    List<String> lines = Files.readAllLines(done);
    for (String line : lines.subList((int) applied, lines.size())) {
      if (!planned.contains(line)) {
        throw new AssertionError(line + " was done and is not in the log: run " + run);
      }
    }
    applied = lines.size();
  }

  private void planned(FolderLog log, JsonNode actions) {
    try {
      JsonNode part = actions.isTextual() ? JSON.readTree(log.object(actions.asText())) : actions;
      part.path("planned").forEach(each -> planned.add(each.at("/object/name").asText()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** How many entries there are. */
  public long size() {
    return size;
  }

  /** How many actions were carried out. */
  public long applied() {
    return applied;
  }

  /** How often something torn was cut off. */
  public long cuts() {
    return cuts;
  }
}
