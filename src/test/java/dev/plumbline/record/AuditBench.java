package dev.plumbline.record;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.InstanceTypes.SpotPrice;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.log.verify.Verdict;
import dev.plumbline.log.verify.Verification;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.record.EntryWriter.WriterIdentity;
import dev.plumbline.record.RecordingQueue.PendingDecision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** What recording takes, and what replay does. */
public final class AuditBench {

  private static final int BATCH = 64;
  private static final int NODES = 1_000;
  private static final int TICK = 10;
  private static final int DAY = 24 * 60 * 60 / TICK;

  /** So many nodes go and others come in a day. */
  private static final int CHURN = 300;

  private final RuleSet rules = Evaluation.with(RuleFiles.shipped()).rules();
  private final Path folder;
  private final BiConsumer<String, String> row;
  private final List<PendingDecision> spans = new ArrayList<>();

  /** In a folder that is not there yet, told row by row. */
  public AuditBench(Path folder, BiConsumer<String, String> row) {
    this.folder = folder;
    this.row = row;
  }

  private FolderLog open() {
    return open(folder, 16 << 20);
  }

  private static FolderLog open(Path folder, int segment) {
    var settings =
        new LogSettings(LogSettings.origin("bench"), null, segment, Duration.ofDays(400));
    return FolderLog.open(folder, settings, Clock.systemUTC());
  }

  private static EntryWriter scribe(FolderLog log) {
    var writer = new WriterIdentity("bench", "bench", "cluster", 1_000);
    return new EntryWriter(
        log, writer, new RevisionEventBuffer(), new SecretMask(List.of("*secret*")));
  }

  /** Random worlds are recorded, so many decisions, and replayed. */
  public void replay(int decisions) {
    try (FolderLog log = open()) {
      long start = System.nanoTime();
      EntryWriter scribe = scribe(log);
      try (var world = new ChangingWorld(rules, 1)) {
        for (int i = 0; i < decisions; i++) {
          add(scribe, world, i + 1 == decisions);
        }
      }
      pace("settled and recorded", decisions, System.nanoTime() - start);
      Replay.Report report =
          new Replay(log, line -> System.err.println(line)).run(0, Long.MAX_VALUE);
      if (report.difference() != null) {
        throw new IllegalStateException(report.differs() + ": " + report.difference());
      }
      row.accept("%,d decisions replayed: differences".formatted(report.decisions()), "0");
      pace("replayed", report.decisions(), report.took().toNanos());
    }
    sizes(decisions);
  }

  /** The same world is recorded by one revision of the rules after the other, and replayed. */
  public void revisions(List<Fact> facts, int revisions) {
    RuleFiles files = rules.files();
    List<String> names = files.names(".drl");
    try (FolderLog log = open()) {
      EntryWriter scribe = scribe(log);
      long start = System.nanoTime();
      try (var world = new ChangingWorld(rules, facts)) {
        for (int i = 0; i < revisions; i++) {
          String name = names.get(i % names.size());
          RuleFiles edited = files.with(name, files.text(name) + "// " + i + "\n");
          world.rules(Evaluation.with(edited).rules());
          add(scribe, new PendingDecision(world.settle(), 1, true), i + 1 == revisions);
        }
      }
      pace("compiled, settled and recorded", revisions, System.nanoTime() - start);
      long cpu = cpu();
      Replay.Report report =
          new Replay(log, line -> System.err.println(line)).run(0, Long.MAX_VALUE);
      if (report.difference() != null) {
        throw new IllegalStateException(report.differs() + ": " + report.difference());
      }
      row.accept("%,d revisions replayed: differences".formatted(revisions), "0");
      row.accept(
          "replayed in, CPU of its thread",
          "%.1f s, %.1f s".formatted(report.took().toNanos() / 1e9, (cpu() - cpu) / 1e9));
    }
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private void add(EntryWriter scribe, ChangingWorld world, boolean last) {
    add(scribe, new PendingDecision(world.step(), 1, true), last);
  }

  private void add(EntryWriter scribe, PendingDecision span, boolean last) {
    spans.add(span);
    if (spans.size() == BATCH || last) {
      scribe.write(List.of(), spans);
      spans.clear();
    }
  }

  private void pace(String what, long decisions, long nanos) {
    row.accept(what, "%,.0f decisions/s".formatted(decisions * 1e9 / nanos));
  }

  private long sizes(long decisions) {
    long segments = size("segments");
    long objects = size("objects");
    row.accept("entries on disk", "%.1f MiB".formatted(segments / 1048576.0));
    row.accept("objects on disk", "%.1f MiB".formatted(objects / 1048576.0));
    row.accept("bytes per decision", "%,d".formatted((segments + objects) / decisions));
    return segments + objects;
  }

  private long size(String below) {
    try (Stream<Path> files = Files.walk(folder.resolve(below))) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The logs of one day: as entries of form 3, one for each settlement, and as they are now. */
  private final class Day implements AutoCloseable {
    private final Path before = folder.resolve("before");
    private final Path after = folder.resolve("after");
    private final FolderLog log3 = open(before, 2 << 20);
    private final FolderLog log4 = open(after, 2 << 20);
    private final List<EntryWriter> writers;
    private final List<PendingDecision> batch = new ArrayList<>();
    private long settlements;

    Day() {
      var writer = new WriterIdentity("bench", "bench", "cluster", 1_000);
      var masked = new SecretMask(List.of("*secret*"));
      writers =
          List.of(
              new EntryWriter(log3, writer, new RevisionEventBuffer(), masked, 3),
              new EntryWriter(log4, writer, new RevisionEventBuffer(), masked)
                  .idleEvery(Duration.ofMinutes(10)));
    }

    void add(HostSnapshot live) {
      settlements++;
      batch.add(new PendingDecision(live, 1, true));
      if (batch.size() == BATCH) {
        write();
      }
    }

    private void write() {
      writers.forEach(each -> each.write(List.of(), batch));
      batch.clear();
    }

    @Override
    public void close() {
      write();
      log3.close();
      log4.close();
    }

    void report(int ticks) {
      row.accept("settlements", "%,d".formatted(settlements));
      for (Path each : List.of(before, after)) {
        String name = each.equals(before) ? "form 3, all settlements" : "now";
        var sizes = new LogSizes(each);
        sizes.rows().forEach((what, text) -> row.accept(name + ": " + what, text));
        row.accept(
            name + ": a day", "%.2f MiB".formatted(sizes.bytes() * DAY / (double) ticks / 1048576));
      }
      long start = System.nanoTime();
      Replay.Report report =
          new Replay(new StoredLog(new LogFolder(after)), line -> {}, List.of(rules))
              .run(0, Long.MAX_VALUE);
      row.accept(
          "replayed: decisions, differences",
          "%,d, %s in %.0f s"
              .formatted(
                  report.decisions(),
                  report.difference() == null ? "0" : report.difference(),
                  (System.nanoTime() - start) / 1e9));
      Verdict verdict = new Verification(new LogFolder(after), null, null).run();
      row.accept("verified", verdict.fault() == null ? "valid" : verdict.fault().what());
    }
  }

  /**
   * A day of a cluster of a thousand nodes.
   *
   * @param ticks how much of the day, 10 s each; 0 for all of it
   */
  public void size(List<Fact> all, int ticks) {
    day(all, NODES, CHURN, ticks == 0 ? DAY : ticks);
  }

  /** The same of a cluster of 500 nodes in which nothing happens. */
  public void idle(List<Fact> all, int ticks) {
    day(all, NODES / 2, 0, ticks == 0 ? DAY : ticks);
  }

  private void day(List<Fact> all, int size, int churn, int end) {
    List<Fact> facts = new ArrayList<>();
    for (Fact fact : all) {
      if (!(fact instanceof Node || fact instanceof NodeClaim || fact instanceof Instance)) {
        facts.add(fact);
      }
    }
    List<Node> nodes = of(all, Node.class);
    List<NodeClaim> claims = of(all, NodeClaim.class);
    List<Instance> instances = of(all, Instance.class);
    for (int i = 0; i < size; i++) {
      facts.addAll(List.of(nodes.get(i), claims.get(i), instances.get(i)));
    }
    List<SpotPrice> prices = of(all, SpotPrice.class);
    List<SourceStatus> statuses = of(all, SourceStatus.class);
    Instant begin = of(all, EvaluationTime.class).getFirst().instant();
    var day = new Day();
    try (day;
        var world = new ChangingWorld(rules, facts)) {
      day.add(world.settle());
      int churned = 0;
      for (int tick = 1; tick <= end; tick++) {
        Instant now = begin.plusSeconds((long) tick * TICK);
        world.put(new EvaluationTime(now));
        if (tick % 30 == 0) {
          statuses.forEach(status -> world.put(answered(status, now)));
          for (int i = 0; i < 50 && churn > 0 && !prices.isEmpty(); i++) {
            world.put(other(prices.get((tick + i * 37) % prices.size()), tick));
          }
        }
        day.add(world.settle());
        if (churned < churn && tick >= (churned + 1L) * DAY / churn - 10) {
          int gone = churned % size;
          int come = size + churned % (nodes.size() - size);
          for (Fact fact : List.<Fact>of(nodes.get(gone), claims.get(gone), instances.get(gone))) {
            world.remove(fact);
            day.add(world.settle());
          }
          for (Fact fact : List.<Fact>of(claims.get(come), instances.get(come), nodes.get(come))) {
            world.put(fact);
            day.add(world.settle());
          }
          churned++;
        }
        if (tick % 500 == 0) {
          System.err.println(tick + " of " + end + " ticks");
        }
      }
    }
    row.accept("a day of %,d nodes, of it".formatted(size), "%.0f%%".formatted(100.0 * end / DAY));
    day.report(end);
  }

  /** A host is killed under load, so many times. */
  public static void kills(Path folder, int times, BiConsumer<String, String> row) {
    try {
      var kills = new Kills(folder, 7);
      for (int i = 0; i < times; i++) {
        kills.next();
      }
      row.accept("kill -9 under load", "%,d times".formatted(times));
      row.accept("… entries, torn ends cut", "%,d, %,d".formatted(kills.size(), kills.cuts()));
      row.accept("… actions done, of them unrecorded", "%,d, 0".formatted(kills.applied()));
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T extends Fact> List<T> of(List<Fact> all, Class<T> type) {
    return all.stream().filter(type::isInstance).map(type::cast).toList();
  }

  private static SourceStatus answered(SourceStatus it, Instant now) {
    return new SourceStatus(
        it.source(),
        it.state(),
        it.operation(),
        it.code(),
        it.since(),
        now,
        it.failures(),
        it.items(),
        it.held());
  }

  /** Every price is another one after a while, a little higher or lower. */
  private static SpotPrice other(SpotPrice it, int tick) {
    return new SpotPrice(it.instanceType(), it.zone(), it.microUsdPerHour() + tick % 7 - 3);
  }
}
