package dev.plumbline.bench;

import dev.plumbline.backtest.Backtest;
import dev.plumbline.backtest.Backtest.Result;
import dev.plumbline.backtest.Backtest.Settings;
import dev.plumbline.backtest.RuleChange;
import dev.plumbline.backtest.TimeWindow;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.record.RecordedWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Recorded days of random worlds, which change every ten seconds, decided again by other rules. */
final class BacktestTimes {

  private BacktestTimes() {}

  /**
   * Measures.
   *
   * @param extent clusters and days: {@code 4x1}; empty for two clusters, a day each
   */
  static void measure(Path target, RuleFiles files, String extent, Measured table)
      throws IOException {
    String[] parts = (extent.isEmpty() ? "2x1" : extent).split("x");
    int clusters = Integer.parseInt(parts[0]);
    int days = Integer.parseInt(parts[1]);
    Evaluation shipped = Evaluation.with(files);
    Path logs = Files.createTempDirectory(target.toAbsolutePath().getParent(), "bench-logs");
    long decisions = 0;
    var all = new ArrayList<LogFiles>();
    for (int i = 0; i < clusters; i++) {
      Path log = logs.resolve("cluster-" + i);
      decisions += RecordedWorld.days(log, "cluster-" + i, i * 10L, days, shipped.rules());
      all.add(new LogFolder(log));
    }
    table.row(
        "recorded",
        "%,d decisions of %d clusters, each for %d days".formatted(decisions, clusters, days),
        "");
    for (Map.Entry<String, RuleFiles> edit : edits(files).entrySet()) {
      Evaluation candidate = Evaluation.with(edit.getValue());
      run("warm-up", candidate, all.subList(0, 1), 1, null);
      run(edit.getKey() + ", 1 thread, 1 cluster", candidate, all.subList(0, 1), 1, table);
      run(edit.getKey() + ", 1 thread", candidate, all, 1, table);
      run(edit.getKey() + ", 2 threads", candidate, all, 2, table);
    }
  }

  private static void run(
      String name,
      Evaluation candidate,
      List<LogFiles> logs,
      int threads,
      @Nullable Measured table) {
    var settings = new Settings(TimeWindow.ALL, 1, threads);
    long before = Measured.heap();
    Result[] result = new Result[1];
    double millis =
        Measured.millis(
            () ->
                result[0] = new Backtest(RuleChange.to(candidate), settings, line -> {}).run(logs));
    if (!result[0].difference().failed().isEmpty()) {
      throw new IllegalStateException(String.valueOf(result[0].difference().failed()));
    }
    if (table != null) {
      table.row(
          name,
          "%,d decisions/s, %,d of %,d evaluated, %,d differ in %d segments"
              .formatted(
                  result[0].pace(),
                  result[0].difference().settled(),
                  result[0].difference().decisions(),
                  result[0].difference().differing(),
                  result[0].difference().segments()),
          "%.1f s with verification, %d MB kept"
              .formatted(millis / 1000, (Measured.heap() - before) >> 20));
    }
  }

  /** An edit of rules that few types concern, and one that most do. */
  private static Map<String, RuleFiles> edits(RuleFiles files) {
    var edits = new LinkedHashMap<String, RuleFiles>();
    edits.put("rules of node removals", edited(files, "node-removals.drl"));
    edits.put("rules of stuck rollouts", edited(files, "rollout-stuck.drl"));
    edits.put("ami.minimumAge", files.with("parameters.yaml", "ami.minimumAge: 60d\n"));
    return edits;
  }

  /** With a comment in each rule of a file, so that each counts as another. */
  private static RuleFiles edited(RuleFiles files, String name) {
    String text = String.valueOf(files.text(name));
    return files.with(name, text.replace("\nwhen\n", "\nwhen // other\n"));
  }
}
