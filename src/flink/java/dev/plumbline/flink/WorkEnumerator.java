package dev.plumbline.flink;

import dev.plumbline.backtest.ListedLog;
import dev.plumbline.backtest.TimeWindow;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.jspecify.annotations.Nullable;

/**
 * Verifies each log before any of its segments is handed out. It runs in the JobManager; all but
 * the verification in one thread.
 */
final class WorkEnumerator implements SplitEnumerator<WorkSplit, byte[]> {

  private final SplitEnumeratorContext<WorkSplit> context;
  private final List<String> places;
  private final TimeWindow window;
  private final double share;
  private final PendingWork pending = new PendingWork();

  /** The tasks that wait for work. */
  private final Queue<Integer> waiting = new ArrayDeque<>();

  private int listed;

  WorkEnumerator(
      SplitEnumeratorContext<WorkSplit> context,
      List<String> places,
      TimeWindow window,
      double share) {
    this.context = context;
    this.places = places;
    this.window = window;
    this.share = share;
  }

  @Override
  public void start() {
    for (String place : places) {
      context.callAsync(() -> list(place), (log, fault) -> listed(place, log, fault));
    }
  }

  private ListedLog list(String place) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(WorkEnumerator.class.getClassLoader());
    try {
      return ListedLog.of(DecideAgain.open(place), window, share);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private void listed(String place, @Nullable ListedLog log, @Nullable Throwable fault) {
    if (log == null) {
      // The job ends: there is no log that could be named as the reason.
      throw new SuppressRestartsException(
          new IllegalStateException(place + " cannot be listed: " + fault, fault));
    }
    pending.add(new Work.Known(place, Part.of(log)));
    log.segments().forEach(each -> pending.add(new Work.OfSegment(place, each)));
    listed++;
    handOut();
  }

  @Override
  public void handleSplitRequest(int task, @Nullable String host) {
    waiting.add(task);
    handOut();
  }

  private void handOut() {
    while (!waiting.isEmpty()) {
      int task = waiting.element();
      if (!context.registeredReaders().containsKey(task)) {
        waiting.remove();
        continue;
      }
      Work next = pending.next(task);
      if (next != null) {
        context.assignSplit(new WorkSplit(next), task);
      } else if (listed == places.size()) {
        context.signalNoMoreSplits(task);
      } else {
        return;
      }
      waiting.remove();
    }
  }

  @Override
  public void addSplitsBack(List<WorkSplit> splits, int task) {
    waiting.removeIf(each -> each == task);
    pending.lost(task, splits.stream().map(each -> Work.of(each.work())).toList());
    handOut();
  }

  @Override
  public void addReader(int task) {
    // It asks for work by itself.
  }

  @Override
  public byte[] snapshotState(long checkpoint) {
    throw new UnsupportedOperationException("a job over what is there has no checkpoints");
  }

  @Override
  public void close() {}
}
