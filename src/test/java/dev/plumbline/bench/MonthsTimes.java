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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  private static final String EVERY = "every rule changed in nothing but a comment";

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
      for (Map.Entry<String, RuleFiles> each : candidates().entrySet()) {
        Evaluation candidate = Evaluation.with(each.getValue());
        for (BacktestEngine engine : List.of(BacktestEngine.LOCAL, flink)) {
          run(engine, logs.subList(0, 1), candidate);
        }
        // All of them settle everything at each decision: a quarter shows as much.
        for (int part : each.getKey().equals(EVERY) ? List.of(4) : List.of(4, 2, 1)) {
          compare(each.getKey(), logs.subList(0, Math.max(1, clusters / part)), candidate, flink);
        }
      }
    }
  }

  /** The rules that decided; one of them with an operator changed, GONE-002; all as others. */
  private Map<String, RuleFiles> candidates() {
    String text = String.valueOf(files.text(FILE));
    String changed = text.replace(PATTERN, PATTERN.replace("!=", "=="));
    if (changed.equals(text)) {
      throw new IllegalStateException(FILE + " has no " + PATTERN);
    }
    var candidates = new LinkedHashMap<String, RuleFiles>();
    candidates.put("the rules that decided", files);
    candidates.put("one rule changed", files.with(FILE, changed));
    RuleFiles all = files;
    for (String name : files.names(".drl")) {
      all =
          all.with(name, String.valueOf(files.text(name)).replace("\nwhen\n", "\nwhen // other\n"));
    }
    candidates.put(EVERY, all);
    return candidates;
  }

  private void compare(
      String name, List<LogFiles> logs, Evaluation candidate, FlinkUnderTest flink) {
    String local = measured(name + ", local", BacktestEngine.LOCAL, logs, candidate);
    String other = measured(name + ", Flink", flink, logs, candidate);
    if (!other.equals(local)) {
      throw new IllegalStateException("the engines differ:\n" + local + "\n" + other);
    }
  }

  private String measured(
      String name, BacktestEngine engine, List<LogFiles> logs, Evaluation candidate) {
    Result result;
    double seconds;
    long cpu;
    long heap;
    try (var memory = new HeapPeak()) {
      long cpuBefore = cpu();
      long begun = System.nanoTime();
      result = run(engine, logs, candidate);
      seconds = (System.nanoTime() - begun) / 1e9;
      cpu = cpu() - cpuBefore;
      heap = memory.peak();
    }
    long decisions = result.difference().decisions();
    String of = "%s, %d clusters".formatted(name, logs.size());
    String what =
        "%,d decisions in %,d segments, %,d evaluated, %,d differ: %,.0f/s, %,.0f/s per core"
            .formatted(
                decisions,
                result.difference().segments(),
                result.difference().settled(),
                result.difference().differing(),
                decisions / seconds,
                decisions * 1e9 / cpu);
    String took =
        "%.1f s with verification, %.1f s without, %.1f s of CPU, heap of at most %d MB"
            .formatted(seconds, result.took().toMillis() / 1000.0, cpu / 1e9, heap >> 20);
    table.row(of, what, took);
    System.out.println(of + ": " + what + "; " + took);
    return result.difference().json()
        + " "
        + result.listed()
        + result.clusters()
        + result.edited()
        + result.data();
  }

  private static Result run(BacktestEngine engine, List<LogFiles> logs, Evaluation candidate) {
    Result result =
        engine.run(logs, candidate, new Settings(TimeWindow.ALL, 1, THREADS), line -> {});
    if (!result.difference().failed().isEmpty()) {
      throw new IllegalStateException(String.valueOf(result.difference().failed()));
    }
    return result;
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
