package dev.plumbline.source;

import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.RecordType;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Publishes the evaluation time at an interval, in whole seconds. Rules have no other clock. */
public final class EvaluationClock implements FactSource {

  private final InstantSource clock;
  private final Duration every;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("plumbline-ticks").factory());

  /** Publishes the time of {@code clock} at once and then at the interval {@code every}. */
  public EvaluationClock(InstantSource clock, Duration every) {
    this.clock = clock;
    this.every = every;
  }

  @Override
  public void start(FactSink sink) {
    sink.publish(List.of(now(clock)));
    timer.scheduleAtFixedRate(
        () -> sink.publish(List.of(now(clock))),
        every.toMillis(),
        every.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  static FactUpdate now(InstantSource clock) {
    return FactUpdate.of(new EvaluationTime(clock.instant().truncatedTo(ChronoUnit.SECONDS)));
  }

  /** Whether {@code update} is the time alone. */
  public static boolean isTime(FactUpdate update) {
    return update.owner().equals(RecordType.name(EvaluationTime.class));
  }

  @Override
  public void close() {
    timer.shutdownNow();
    timer.close();
  }
}
