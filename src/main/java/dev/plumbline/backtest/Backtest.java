package dev.plumbline.backtest;

import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.StoredLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Decides the segments of logs again on one machine, several at a time. */
public final class Backtest {

  private final RuleChange change;
  private final Settings settings;
  private final Consumer<String> progress;

  /**
   * What is decided again.
   *
   * @param share of the segments, from 0 to 1
   * @param threads how many segments are decided at the same time
   */
  public record Settings(TimeWindow window, double share, int threads) {}

  /**
   * The result.
   *
   * @param listed how many segments the logs have in the time
   * @param clusters the names of the logs
   * @param edited the ids of the rules that differ from those that decided
   * @param data the keys of the facts that come with the rules and differ: parameters and the like
   * @param took without the verification of the logs, unless that is a part of a job
   */
  public record Result(
      SegmentDifference difference,
      long listed,
      List<String> clusters,
      SortedSet<String> edited,
      SortedSet<String> data,
      Duration took) {

    /** Decisions a second. */
    public long pace() {
      return difference.decisions() * 1_000_000_000L / Math.max(1, took.toNanos());
    }
  }

  /** A segment, and where it is read from. */
  private record Work(StoredLog log, LogSegment segment) {}

  public Backtest(RuleChange change, Settings settings, Consumer<String> progress) {
    this.change = change;
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Verifies the logs, and decides their segments again. A log that is not valid and a segment that
   * cannot be decided are named in the result; all others are decided.
   */
  public Result run(List<LogFiles> logs) {
    var sum = new Sum();
    var clusters = new TreeSet<String>();
    var work = new ArrayList<Work>();
    long listed = 0;
    List<StoredLog> stored = logs.stream().map(StoredLog::new).toList();
    List<ListedLog> found = listed(stored);
    for (int i = 0; i < stored.size(); i++) {
      StoredLog log = stored.get(i);
      var unused = sum.add(found.get(i).fault());
      clusters.addAll(found.get(i).clusters());
      listed += found.get(i).listed();
      found.get(i).segments().forEach(each -> work.add(new Work(log, each)));
    }
    progress.accept("deciding " + work.size() + " segments");
    long begun = System.nanoTime();
    decide(work, sum, begun);
    return new Result(
        sum.all(),
        listed,
        List.copyOf(clusters),
        change.edited(),
        change.data(),
        Duration.ofNanos(Math.max(1, System.nanoTime() - begun)));
  }

  /** Verifies the logs, several at a time; what is found in each of them, in their order. */
  private List<ListedLog> listed(List<StoredLog> logs) {
    var found = new ListedLog[logs.size()];
    inThreads(
        logs.size(),
        i -> {
          progress.accept("verifying " + logs.get(i).files().place());
          found[i] = ListedLog.of(logs.get(i), settings.window(), settings.share());
        });
    return List.of(found);
  }

  private void decide(List<Work> work, Sum sum, long begun) {
    inThreads(
        work.size(),
        i -> {
          Work each = work.get(i);
          SegmentDifference all =
              sum.add(SegmentReplay.of(each.log(), each.segment(), change, settings.window()));
          long millis = Math.max(1, (System.nanoTime() - begun) / 1_000_000);
          progress.accept(
              "%d of %d segments: %d decisions, %d/s"
                  .formatted(
                      all.segments() + all.failed().size(),
                      work.size(),
                      all.decisions(),
                      all.decisions() * 1000 / millis));
        });
  }

  /**
   * Does each piece of work, {@link Settings#threads} at a time. What one of them throws ends it
   * all.
   */
  private void inThreads(int count, IntConsumer piece) {
    var next = new AtomicInteger();
    var thrown = new AtomicReference<@Nullable Throwable>();
    Runnable worker =
        () -> {
          try {
            for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
              piece.accept(i);
            }
          } catch (RuntimeException | Error e) {
            thrown.compareAndSet(null, e);
            next.set(count);
          }
        };
    var others = new ArrayList<Thread>();
    for (int i = 1; i < Math.min(settings.threads(), count); i++) {
      others.add(Thread.ofPlatform().daemon().name("backtest-" + i).start(worker));
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
    Throwable reason = thrown.get();
    if (reason instanceof Error e) {
      throw e;
    }
    if (reason instanceof RuntimeException e) {
      throw e;
    }
  }

  /** What was found so far. */
  private static final class Sum {
    private SegmentDifference all = SegmentDifference.NONE;

    synchronized SegmentDifference add(SegmentDifference each) {
      all = all.plus(each);
      return all;
    }

    synchronized SegmentDifference all() {
      return all;
    }
  }
}
