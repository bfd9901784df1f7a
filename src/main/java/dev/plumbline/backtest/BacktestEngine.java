package dev.plumbline.backtest;

import dev.plumbline.backtest.Backtest.Result;
import dev.plumbline.backtest.Backtest.Settings;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.loop.Evaluation;
import java.util.List;
import java.util.function.Consumer;

/** Where the segments of logs are decided again: in this program, or on other machines. */
public interface BacktestEngine {

  /** Threads of this program. */
  BacktestEngine LOCAL =
      new BacktestEngine() {
        @Override
        public Result run(
            List<LogFiles> logs,
            Evaluation candidate,
            Settings settings,
            Consumer<String> progress) {
          return new Backtest(RuleChange.to(candidate), settings, progress).run(logs);
        }

        @Override
        public int parallelism() {
          return Runtime.getRuntime().availableProcessors();
        }
      };

  /**
   * Verifies the logs, and decides their segments again.
   *
   * @param candidate the other rules
   * @param progress takes a line about what is being done
   */
  Result run(
      List<LogFiles> logs, Evaluation candidate, Settings settings, Consumer<String> progress);

  /** How many segments are decided at the same time unless it is said. */
  int parallelism();
}
