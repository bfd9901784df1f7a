package dev.plumbline.flink;

import dev.plumbline.backtest.Backtest.Result;
import dev.plumbline.backtest.Backtest.Settings;
import dev.plumbline.backtest.BacktestEngine;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.loop.Evaluation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.RestartStrategyOptions.RestartStrategyType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * Decides segments again in a job on Flink, in batch mode: segments from the source are decided,
 * merged by cluster and day, and added up.
 */
public final class FlinkEngine implements BacktestEngine {

  private static final TypeInformation<byte[]> BYTES =
      PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;

  private static final TypeInformation<Tuple2<String, byte[]>> KEYED =
      Types.TUPLE(Types.STRING, BYTES);

  /** A segment is handed out less often than that by itself: {@link PendingWork}. */
  private static final int MAX_RESTARTS = 1_000;

  private final Configuration configuration;
  private final JobRunner runner;

  /** What runs a job to its end. */
  @FunctionalInterface
  public interface JobRunner {
    JobExecutionResult run(StreamExecutionEnvironment job) throws Exception;
  }

  /** On the Flink that runs this program. */
  public FlinkEngine() {
    this(new Configuration(), job -> job.execute("plumbline backtest"));
  }

  /** The same on another one, with its configuration. */
  public FlinkEngine(Configuration configuration, JobRunner runner) {
    this.configuration = configuration;
    this.runner = runner;
  }

  @Override
  public int parallelism() {
    return Math.max(1, environment().getParallelism());
  }

  private StreamExecutionEnvironment environment() {
    return StreamExecutionEnvironment.getExecutionEnvironment(configuration);
  }

  @Override
  public Result run(
      List<LogFiles> logs, Evaluation candidate, Settings settings, Consumer<String> progress) {
    StreamExecutionEnvironment job = environment();
    if (!job.getConfiguration()
        .toMap()
        .containsKey(RestartStrategyOptions.RESTART_STRATEGY.key())) {
      job.configure(
          new Configuration()
              .set(
                  RestartStrategyOptions.RESTART_STRATEGY,
                  RestartStrategyType.FIXED_DELAY.getMainValue())
              .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, MAX_RESTARTS)
              .set(
                  RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY,
                  Duration.ofSeconds(1)));
    }
    define(job, logs.stream().map(LogFiles::place).toList(), candidate, settings);
    progress.accept("deciding on Flink");
    try {
      JobExecutionResult ended = runner.run(job);
      ArrayList<byte[]> sum = ended.getAccumulatorResult(SumOperator.SUM);
      return SumOperator.of(sum).result(Duration.ofMillis(Math.max(1, ended.getNetRuntime())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("the job failed: " + e.getMessage(), e);
    }
  }

  private static void define(
      StreamExecutionEnvironment job,
      List<String> places,
      Evaluation candidate,
      Settings settings) {
    job.setRuntimeMode(RuntimeExecutionMode.BATCH);
    RuleFiles files = candidate.rules().files();
    var source = new WorkSource(places, settings.window(), settings.share());
    job.fromSource(source, WatermarkStrategy.noWatermarks(), "segments", BYTES)
        .setParallelism(settings.threads())
        .map(new DecideAgain(files.digest(), ShippedRules.packed(files), settings.window()), KEYED)
        .name("decide again")
        .setParallelism(settings.threads())
        .keyBy(new Key(), Types.STRING)
        .reduce(new Merge())
        .name("merge by cluster and day")
        .setParallelism(settings.threads())
        .map(new Value(), BYTES)
        .setParallelism(settings.threads())
        .transform("sum", BYTES, new SumOperator())
        .setParallelism(1)
        .sinkTo(new DiscardingSink<>())
        .setParallelism(1);
  }

  private static final class Key implements KeySelector<Tuple2<String, byte[]>, String> {
    private static final long serialVersionUID = 1;

    @Override
    public String getKey(Tuple2<String, byte[]> part) {
      return part.f0;
    }
  }

  private static final class Merge implements ReduceFunction<Tuple2<String, byte[]>> {
    private static final long serialVersionUID = 1;

    @Override
    public Tuple2<String, byte[]> reduce(Tuple2<String, byte[]> one, Tuple2<String, byte[]> other) {
      return Tuple2.of(one.f0, Part.of(one.f1).plus(Part.of(other.f1)).bytes());
    }
  }

  private static final class Value implements MapFunction<Tuple2<String, byte[]>, byte[]> {
    private static final long serialVersionUID = 1;

    @Override
    public byte[] map(Tuple2<String, byte[]> part) {
      return part.f1;
    }
  }
}
