package dev.plumbline.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.plumbline.backtest.Backtest.Result;
import dev.plumbline.backtest.Backtest.Settings;
import dev.plumbline.backtest.BacktestEngine;
import dev.plumbline.backtest.TimeWindow;
import dev.plumbline.flink.CompiledFlink;
import dev.plumbline.flink.FlinkUnderTest;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.loop.Evaluation;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Months of many clusters ({@link MonthsOfClusters}), decided again here and on Flink: a quarter of
 * the clusters, half of them, all. Both must say the same, to the byte.
 */
final class MonthsTimes {

  private static final int THREADS = 2;

  /** How often the heap is looked at, after a collection. */
  private static final long LOOK_SECONDS = 5;

  /** How many days of a cluster are decided again by rules that settle everything. */
  private static final double SAMPLED_DAYS = 60;

  private static final String FILE = "node-removals.drl";
  private static final String PATTERN = "interrupted == null, disruption != null";

  private final Path folder;
  private final RuleFiles files;
  private final Measured table;

  private MonthsTimes(Path folder, RuleFiles files, Measured table) {
    this.folder = folder;
    this.files = files;
    this.table = table;
  }

  /**
   * Measures.
   *
   * @param folder of the logs, which are kept
   */
  static void measure(Path folder, RuleFiles files, int days, int clusters, Measured table)
      throws IOException {
    if (!CompiledFlink.isOnClassPath()) {
      throw new IllegalStateException(
          "Flink is not on the class path. Try: ./mvnw -q -Pbench,flink test"
              + " -Dbench.extent=months");
    }
    new MonthsTimes(folder, files, table).measure(days, clusters);
  }

  private void measure(int days, int clusters) throws IOException {
    Evaluation shipped = Evaluation.with(files);
    long cpu = cpu();
    List<LogFiles> logs = new MonthsOfClusters(folder, shipped, days).logs(clusters, THREADS);
    double made = (cpu() - cpu) / 1e9;
    long bytes = 0;
    for (LogFiles each : logs) {
      bytes += MonthsOfClusters.bytes(each);
    }
    table.row(
        "logs",
        "%d clusters, %d days, %,d MiB on disk".formatted(clusters, days, bytes >> 20),
        "%.0f s of CPU to make those that were not there".formatted(made));
    Path classes = Files.createTempDirectory(folder.toAbsolutePath().getParent(), "months-flink");
    try (FlinkUnderTest flink = CompiledFlink.start(classes, THREADS)) {
      for (Candidate each : candidates(Math.min(1, SAMPLED_DAYS / (days * clusters)))) {
        Evaluation rules = Evaluation.with(each.files());
        for (BacktestEngine engine : List.of(BacktestEngine.LOCAL, flink)) {
          var unused = new Run().of(engine, logs.subList(0, 1), rules, each.share());
        }
        for (int part : each.parts()) {
          compare(each, logs.subList(0, Math.max(1, clusters / part)), rules, flink);
        }
      }
    }
  }

  /**
   * Rules to decide by.
   *
   * @param parts of how many clusters: all of them divided by each of these
   * @param share of their segments
   * @param differs whether they decide something else
   */
  private record Candidate(
      String name, RuleFiles files, List<Integer> parts, double share, boolean differs) {}

  /**
   * The candidates.
   *
   * @param share of the segments, for rules that settle everything at each decision
   */
  private List<Candidate> candidates(double share) {
    String text = String.valueOf(files.text(FILE));
    String changed = text.replace(PATTERN, PATTERN.replace("!=", "=="));
    if (changed.equals(text)) {
      throw new IllegalStateException(FILE + " has no " + PATTERN);
    }
    RuleFiles every = files;
    for (String name : files.names(".drl")) {
      String rules = String.valueOf(files.text(name));
      every = every.with(name, rules.replace("\nwhen\n", "\nwhen // other\n"));
    }
    return List.of(
        new Candidate("the rules that decided", files, List.of(4, 2, 1), 1, false),
        new Candidate(
            "an operator of GONE-002 changed",
            files.with(FILE, changed),
            List.of(4, 2, 1),
            1,
            true),
        new Candidate(
            "the rules of one file with a comment",
            files.with(FILE, text.replace("\nwhen\n", "\nwhen // other\n")),
            List.of(4, 2, 1),
            1,
            false),
        new Candidate("every rule with a comment", every, List.of(1), share, false));
  }

  private void compare(
      Candidate candidate, List<LogFiles> logs, Evaluation rules, FlinkUnderTest flink) {
    String local = measured("local", candidate, logs, rules, BacktestEngine.LOCAL);
    String other = measured("Flink", candidate, logs, rules, flink);
    if (!other.equals(local)) {
      throw new IllegalStateException("the engines differ:\n" + local + "\n" + other);
    }
  }

  private String measured(
      String where,
      Candidate candidate,
      List<LogFiles> logs,
      Evaluation rules,
      BacktestEngine engine) {
    var run = new Run();
    Result result = run.of(engine, logs, rules, candidate.share());
    if (result.difference().segments() == 0) {
      throw new IllegalStateException(
          candidate.name() + ": no segment is in the sample. Try: more days or clusters");
    }
    if (candidate.differs() != result.difference().differing() > 0) {
      throw new IllegalStateException(candidate.name() + ": " + result.difference().json());
    }
    long decisions = result.difference().decisions();
    String of = "%s, %s, %d clusters".formatted(candidate.name(), where, logs.size());
    String what =
        "%,d decisions in %,d segments, %,d evaluated, %,d differ: %,.0f/s per core"
            .formatted(
                decisions,
                result.difference().segments(),
                result.difference().settled(),
                result.difference().differing(),
                decisions * 1e9 / run.cpu);
    // The job verifies one log while it decides others.
    String deciding =
        engine == BacktestEngine.LOCAL
            ? ", without verification %,.0f/s per core and %,d/s in all"
                .formatted(decisions * 1e9 / run.deciding, result.pace())
            : "";
    String took =
        "%.1f s of CPU, %.1f s, heap of at most %d MB"
            .formatted(run.cpu / 1e9, run.seconds, run.heap >> 20);
    what += deciding;
    table.row(of, what, took);
    System.out.println(of + ": " + what + "; " + took);
    return result.difference().json()
        + " "
        + result.listed()
        + result.clusters()
        + result.edited()
        + result.data();
  }

  /** One run, and what it took. */
  private static final class Run {
    double seconds;
    long cpu;
    long heap;

    /** The CPU time after the verification. */
    long deciding;

    Result of(BacktestEngine engine, List<LogFiles> logs, Evaluation rules, double share) {
      Result result;
      long begin = cpu();
      long[] deciding = {begin};
      try (var memory = new HeapPeak()) {
        long begun = System.nanoTime();
        result =
            engine.run(
                logs,
                rules,
                new Settings(TimeWindow.ALL, share, THREADS),
                line -> {
                  if (line.startsWith("deciding ")) {
                    deciding[0] = cpu();
                  }
                });
        seconds = (System.nanoTime() - begun) / 1e9;
        long end = cpu();
        cpu = end - begin;
        this.deciding = end - deciding[0];
        heap = memory.peak();
      }
      if (!result.difference().failed().isEmpty()) {
        throw new IllegalStateException(String.valueOf(result.difference().failed()));
      }
      return result;
    }
  }

  /** The CPU time of this process, in nanoseconds. */
  private static long cpu() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** The largest heap in use that was seen after collections while something ran. */
  private static final class HeapPeak implements AutoCloseable {
    private final Semaphore ended = new Semaphore(0);
    private final Thread thread = Thread.ofPlatform().daemon().name("heap-peak").start(this::look);
    private long peak;

    private void look() {
      try {
        while (!ended.tryAcquire(LOOK_SECONDS, TimeUnit.SECONDS)) {
          see();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private synchronized void see() {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      peak = Math.max(peak, runtime.totalMemory() - runtime.freeMemory());
    }

    /** In bytes. */
    synchronized long peak() {
      see();
      return peak;
    }

    @Override
    public void close() throws IllegalStateException {
      ended.release();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
