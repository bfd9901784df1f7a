package dev.plumbline.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.record.RehearsalLog;
import dev.plumbline.rehearsal.CalendarRehearsal;
import dev.plumbline.rehearsal.CalendarRehearsal.Settings;
import dev.plumbline.source.ReleaseCalendar;
import dev.plumbline.source.ReleaseCalendar.Release;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Decision logs of clusters on the model of Karpenter, each with every action enforced, while the
 * recorded releases of AL2023 and Bottlerocket and golden images of its own came out. A log that is
 * whole is kept, and used again by a run with the same days and rules.
 */
final class MonthsOfClusters {

  /** A week after the last release that is recorded. */
  private static final Instant END = Instant.parse("2026-07-28T00:00:00Z");

  private static final Path EXAMPLE = Path.of("examples/pin-amis");

  /** Of each of the three pools; two pods more of each need a node for half of each day. */
  private static final List<Integer> NODES = List.of(3, 5, 6, 7, 9);

  private static final List<String> ALIASES = List.of("bottlerocket@latest", "al2023@latest");
  private static final String WHOLE = ".whole";

  private final Path folder;
  private final Evaluation rules;
  private final List<Release> calendar;
  private final int days;

  MonthsOfClusters(Path folder, Evaluation rules, int days) {
    this.folder = folder;
    this.rules = rules;
    this.calendar =
        ReleaseCalendar.of(
            rules.rules().files().all().getOrDefault("image-releases.yaml", "releases: {}"));
    this.days = days;
  }

  /** The logs of so many clusters; what is not there yet is made, by so many threads. */
  List<LogFiles> logs(int clusters, int threads) throws IOException {
    Files.createDirectories(folder);
    var next = new AtomicInteger();
    Runnable worker =
        () -> {
          for (int i = next.getAndIncrement(); i < clusters; i = next.getAndIncrement()) {
            try {
              make(i);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    var others = new ArrayList<Thread>();
    for (int i = 1; i < threads; i++) {
      others.add(Thread.ofPlatform().name("months-" + i).start(worker));
    }
    worker.run();
    for (Thread each : others) {
      try {
        each.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
    var logs = new ArrayList<LogFiles>();
    for (int i = 0; i < clusters; i++) {
      if (!isWhole(i)) {
        throw new IllegalStateException("no log of " + name(i));
      }
      logs.add(new LogFolder(folder.resolve(name(i)).toAbsolutePath()));
    }
    return logs;
  }

  /** The bytes of a log on disk. */
  static long bytes(LogFiles log) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(log.place()))) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static String name(int cluster) {
    return "cluster-%02d".formatted(cluster);
  }

  private boolean isWhole(int cluster) throws IOException {
    Path whole = folder.resolve(name(cluster) + WHOLE);
    return Files.exists(whole) && Files.readString(whole).equals(made());
  }

  /** What it was made by. */
  private String made() {
    return days + " days by " + rules.rules().digest();
  }

  private void make(int cluster) throws IOException {
    if (isWhole(cluster)) {
      return;
    }
    String name = name(cluster);
    Path log = folder.resolve(name);
    Files.deleteIfExists(folder.resolve(name + WHOLE));
    delete(log);
    Instant begin = END.minus(Duration.ofDays(days));
    long started = System.nanoTime();
    var rehearsal =
        new CalendarRehearsal(
            rules,
            rules.read(snapshot(cluster, begin), null),
            calendar,
            new Settings(begin, END, NODES.get(cluster % NODES.size()), false));
    CalendarRehearsal.Result result;
    long settlements;
    try (var recorded = new RehearsalLog(log, name, begin)) {
      result = rehearsal.run(cluster, recorded::settled);
      settlements = recorded.settlements();
    }
    System.out.printf(
        "%s: %,d settlements, %d nodes, %d releases, %,d launches, %s written, in %.1f s%n",
        name,
        settlements,
        result.nodes(),
        result.releases(),
        result.launches(),
        result.writes(),
        (System.nanoTime() - started) / 1e9);
    Files.writeString(folder.resolve(name + WHOLE), made());
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }

  /** The example with another alias, and with images that come out one after the other. */
  private static Map<String, byte[]> snapshot(int cluster, Instant begin) throws IOException {
    var files = new HashMap<String, byte[]>();
    for (String name : List.of("instance-types.json", "instance-type-offerings.json")) {
      files.put(name, Files.readAllBytes(EXAMPLE.resolve(name)));
    }
    put(
        files,
        "snapshot.yaml",
        """
        at: %s
        region: eu-central-1
        accountId: "123456789012"
        kubernetesVersion: "1.33"
        sources: { cluster: synced }
        """
            .formatted(begin));
    put(files, "ssm-parameters.json", "{\"Parameters\": []}");
    put(
        files,
        "cluster/karpenter.yaml",
        Files.readString(EXAMPLE.resolve("cluster/karpenter.yaml"))
            .replace(ALIASES.getFirst(), ALIASES.get(cluster % ALIASES.size())));
    ArrayNode images = JsonNodeFactory.instance.arrayNode();
    images(images, "golden", 0xa0, begin, Duration.ofDays(5 + cluster % 4));
    images(images, "vision", 0xb0, begin, Duration.ofDays(11 + cluster % 3));
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    all.set("Images", images);
    put(files, "images.json", JsonMapper.builder().build().writeValueAsString(all));
    return files;
  }

  private static void images(
      ArrayNode images, String name, int prefix, Instant begin, Duration between) {
    int version = 1;
    for (Instant created = begin.minus(between); created.isBefore(END); version++) {
      images
          .addObject()
          .put("ImageId", "ami-%02x%015x".formatted(prefix, version))
          .put("Name", name + "-x86_64-v" + version)
          .put("State", "available")
          .put("Architecture", "x86_64")
          .put("CreationDate", created.toString())
          .put("OwnerId", "123456789012")
          .put("RootDeviceType", "ebs")
          .put("RootDeviceName", "/dev/xvda")
          .put("VirtualizationType", "hvm")
          .put("EnaSupport", true);
      created = created.plus(between);
    }
  }

  private static void put(Map<String, byte[]> files, String name, String text) {
    files.put(name, text.getBytes(StandardCharsets.UTF_8));
  }
}
