package dev.plumbline.record;

import dev.plumbline.action.Outcome;
import dev.plumbline.loop.HostSnapshot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The settlements and outcomes that wait to be recorded. Any thread adds, one takes. */
final class RecordingQueue {

  private static final int MAX_PENDING = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final ArrayDeque<PendingDecision> decisions = new ArrayDeque<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private boolean closed;
  private boolean paused;
  private long retryAt;

  record Taken(List<PendingDecision> decisions, List<Outcome> outcomes) {

    boolean isEmpty() {
      return decisions.isEmpty() && outcomes.isEmpty();
    }
  }

  void add(PendingDecision decision) {
    lock.lock();
    try {
      PendingDecision last = decisions.peekLast();
      if (last != null && decisions.size() >= MAX_PENDING && last.records() == decision.records()) {
        decisions.pollLast();
        decisions.addLast(last.and(decision));
      } else {
        decisions.addLast(decision);
      }
      news.signal();
    } finally {
      lock.unlock();
    }
  }

  void add(Outcome outcome) {
    lock.lock();
    try {
      outcomes.add(outcome);
      news.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Puts back what could not be recorded, ahead of newer items, and pauses. */
  void putBack(Taken taken, Duration pause) {
    lock.lock();
    try {
      for (PendingDecision decision : taken.decisions().reversed()) {
        PendingDecision next = decisions.peekFirst();
        if (next != null
            && decisions.size() >= MAX_PENDING
            && next.records() == decision.records()) {
          decisions.pollFirst();
          decisions.addFirst(decision.and(next));
        } else {
          decisions.addFirst(decision);
        }
      }
      outcomes.addAll(0, taken.outcomes());
      paused = true;
      retryAt = System.nanoTime() + pause.toNanos();
    } finally {
      lock.unlock();
    }
  }

  /** Resumes after a fault. */
  void resume() {
    lock.lock();
    try {
      paused = false;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for something to record, after a fault also until it may be tried; returns as well when
   * there was nothing for so long.
   *
   * @return false once the queue is closed
   */
  boolean await(Duration idle) throws InterruptedException {
    lock.lock();
    try {
      long until = System.nanoTime() + idle.toNanos();
      while (!closed) {
        long pause = paused ? retryAt - System.nanoTime() : 0;
        if (pause > 0) {
          long unused = news.awaitNanos(pause);
        } else if (decisions.isEmpty() && outcomes.isEmpty() && System.nanoTime() < until) {
          long unused = news.awaitNanos(until - System.nanoTime());
        } else {
          return true;
        }
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  Taken take() {
    lock.lock();
    try {
      var taken = new Taken(new ArrayList<>(decisions), new ArrayList<>(outcomes));
      decisions.clear();
      outcomes.clear();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  int settlements() {
    lock.lock();
    try {
      return decisions.size();
    } finally {
      lock.unlock();
    }
  }

  boolean paused() {
    lock.lock();
    try {
      return paused;
    } finally {
      lock.unlock();
    }
  }

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

  record PendingDecision(HostSnapshot live, long settlements, boolean records) {

    PendingDecision and(PendingDecision next) {
      return new PendingDecision(next.live, settlements + next.settlements, next.records);
    }
  }
}
