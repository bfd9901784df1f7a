package dev.plumbline.host.audit;

import dev.plumbline.action.Outcome;
import dev.plumbline.host.Live;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What waits to be recorded: settlements, up to a number each for itself, and what became of
 * actions. Any thread adds, one takes.
 */
final class RecordingQueue {

  /** So many settlements wait each for itself; beyond, the latest become one. */
  private static final int MOST = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final ArrayDeque<PendingDecision> spans = new ArrayDeque<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private boolean closed;
  private boolean paused;
  private long retryAt;

  /** All that waits. */
  record Taken(List<PendingDecision> spans, List<Outcome> outcomes) {

    boolean none() {
      return spans.isEmpty() && outcomes.isEmpty();
    }
  }

  /** Adds a settlement. */
  void add(PendingDecision span) {
    lock.lock();
    try {
      PendingDecision last = spans.peekLast();
      if (last != null && spans.size() >= MOST && last.records() == span.records()) {
        spans.pollLast();
        spans.addLast(last.and(span));
      } else {
        spans.addLast(span);
      }
      news.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Adds what became of an action. */
  void add(Outcome outcome) {
    lock.lock();
    try {
      outcomes.add(outcome);
      news.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Puts back, before what came since, what could not be recorded; nothing is given for a while.
   */
  void back(Taken taken, Duration pause) {
    lock.lock();
    try {
      for (PendingDecision span : taken.spans().reversed()) {
        PendingDecision next = spans.peekFirst();
        if (next != null && spans.size() >= MOST && next.records() == span.records()) {
          spans.pollFirst();
          spans.addFirst(span.and(next));
        } else {
          spans.addFirst(span);
        }
      }
      outcomes.addAll(0, taken.outcomes());
      paused = true;
      retryAt = System.nanoTime() + pause.toNanos();
    } finally {
      lock.unlock();
    }
  }

  /** That recording goes well again. */
  void well() {
    lock.lock();
    try {
      paused = false;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for something to record, after a fault also until it may be tried.
   *
   * @return whether to go on: false once it is closed
   */
  boolean await() throws InterruptedException {
    lock.lock();
    try {
      while (!closed) {
        long pause = paused ? retryAt - System.nanoTime() : 0;
        if (pause > 0) {
          long unused = news.awaitNanos(pause);
        } else if (spans.isEmpty() && outcomes.isEmpty()) {
          news.await();
        } else {
          return true;
        }
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Takes all that waits. */
  Taken take() {
    lock.lock();
    try {
      var taken = new Taken(new ArrayList<>(spans), new ArrayList<>(outcomes));
      spans.clear();
      outcomes.clear();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** How many settlements wait. */
  int settlements() {
    lock.lock();
    try {
      return spans.size();
    } finally {
      lock.unlock();
    }
  }

  /** Whether it was tried in vain, and is not well again. */
  boolean paused() {
    lock.lock();
    try {
      return paused;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the waiting; whether it was not closed before. */
  boolean close() {
    lock.lock();
    try {
      boolean first = !closed;
      closed = true;
      news.signal();
      return first;
    } finally {
      lock.unlock();
    }
  }

  /**
   * What is to be recorded as one decision.
   *
   * @param live how it was at its end
   * @param settlements how many settlements it covers, the last one of them that of {@code live}
   * @param records whether this replica records then
   */
  record PendingDecision(Live live, long settlements, boolean records) {

    /** This one and the next as one, of which the end of the next is told. */
    PendingDecision and(PendingDecision next) {
      return new PendingDecision(next.live, settlements + next.settlements, next.records);
    }
  }
}
