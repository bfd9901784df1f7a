package dev.plumbline.flink;

import dev.plumbline.backtest.SegmentDifference;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is not decided yet. A task takes one piece at a time; one whose task is lost comes back, and
 * one that was being decided each time is not handed out for ever. Not thread-safe.
 */
final class PendingWork {

  /** How often the task may be lost that is deciding a segment. */
  static final int MAX_LOSSES = 4;

  private final Deque<Work> pending = new ArrayDeque<>();

  /** What each task is deciding. */
  private final Map<Integer, Work> taken = new HashMap<>();

  private final Map<String, Integer> losses = new HashMap<>();

  void add(Work work) {
    pending.add(work);
  }

  /** The next piece for a task, which has decided what it took before; null when there is none. */
  @Nullable Work next(int task) {
    Work next = pending.poll();
    if (next == null) {
      taken.remove(task);
    } else {
      taken.put(task, next);
    }
    return next;
  }

  /**
   * A task is lost, and what it has decided with it.
   *
   * @param all that it has taken, decided or not
   */
  void lost(int task, Collection<Work> all) {
    Work current = taken.remove(task);
    for (Work each : all) {
      if (current == null || !each.id().equals(current.id())) {
        pending.add(each);
      }
    }
    if (current == null || all.stream().noneMatch(each -> each.id().equals(current.id()))) {
      return;
    }
    int lost = losses.merge(current.id(), 1, Integer::sum);
    // Last, so that all else is decided if it is what ends the tasks.
    pending.add(
        lost >= MAX_LOSSES && current instanceof Work.OfSegment segment
            ? new Work.Known(
                current.id(),
                Part.of(
                    SegmentDifference.failed(
                        segment.segment().id(),
                        ("its task was lost %d times while it was decided. Try: more memory for"
                                + " each TaskManager")
                            .formatted(lost))))
            : current);
  }
}
