package dev.plumbline.bench;

import dev.plumbline.log.EntryKind;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.query.EntryFilter;
import dev.plumbline.query.LogArchive;
import dev.plumbline.query.RandomLog;
import dev.plumbline.record.RecordedFactKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Questions to a log of a million entries, each as a new process would ask it. */
final class AuditQueries {

  private static final int ENTRIES = 1_000_000;
  private static final int ROUNDS = 15;
  private static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");

  private final Path folder;

  private AuditQueries(Path folder) {
    this.folder = folder;
  }

  static void measure(Path folder, Measured table) throws IOException {
    var queries = new AuditQueries(folder);
    queries.record();
    table.row("entries, bytes of the log", "%,d, %,d".formatted(ENTRIES, size(folder)), "");
    table.times("the index is made, once", Measured.millis(() -> queries.ask(EntryFilter.ALL)));
    table.row("bytes of the index", "%,d".formatted(size(folder.resolve("index"))), "");
    queries
        .questions()
        .forEach(
            (name, question) ->
                table.times(
                    name + ", the newest 50",
                    Measured.rounds(3, ROUNDS, () -> queries.ask(question))));
  }

  private void record() throws IOException {
    if (Files.exists(folder.resolve(StoredLog.CHECKPOINT))) {
      return;
    }
    var settings =
        new LogSettings(LogSettings.origin("bench"), null, 2 << 20, Duration.ofDays(365));
    try (FolderLog log = FolderLog.open(folder, settings, InstantSource.fixed(BEGIN))) {
      RandomLog.append(log, new SplittableRandom(1), BEGIN, ENTRIES);
    }
  }

  private void ask(EntryFilter question) {
    new LogArchive(
            new StoredLog(new LogFolder(folder)),
            new RecordedFactKeys(),
            folder.resolve("index"),
            done -> {})
        .query()
        .newest(question, 50);
  }

  private Map<String, EntryFilter> questions() {
    var questions = new LinkedHashMap<String, EntryFilter>();
    Instant middle = BEGIN.plusSeconds(ENTRIES / 2);
    questions.put("a pool", EntryFilter.about("NodePool/pool-7"));
    questions.put("a node", EntryFilter.about("Node/node-1234"));
    questions.put(
        "an action that failed",
        new EntryFilter(
            null,
            null,
            EntryKind.OUTCOME,
            new EntryFilter.About(null, null, null, "PinAmis", "failed", null)));
    questions.put(
        "a rule within an hour of the middle",
        new EntryFilter(
            middle,
            middle.plusSeconds(3_600),
            null,
            new EntryFilter.About(null, "R-150", null, null, null, null)));
    questions.put(
        "a node in the first half",
        new EntryFilter(null, middle, null, EntryFilter.About.object("Node/node-99")));
    questions.put("nothing", EntryFilter.about("NodePool/none"));
    return questions;
  }

  private static long size(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
