package dev.plumbline.loop;

import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Updates that are not settled yet. Only the latest update of each owner is kept, so that the queue
 * never holds more than one per owner.
 */
final class UpdateQueue implements FactSink {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final Map<String, FactUpdate> latest = new LinkedHashMap<>();
  private long first;
  private long last;
  private boolean woken;
  private boolean closed;

  @Override
  public void publish(List<FactUpdate> updates) {
    if (updates.isEmpty()) {
      wake();
      return;
    }
    lock.lock();
    try {
      if (closed) {
        return;
      }
      last = System.nanoTime();
      if (latest.isEmpty()) {
        first = last;
      }
      updates.forEach(each -> latest.put(each.owner(), each));
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Makes the next {@link #take} return at once with what is queued. */
  void wake() {
    lock.lock();
    try {
      woken = true;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Rejects further updates; queued ones can still be taken. */
  void close() {
    lock.lock();
    try {
      closed = true;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return latest.size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for updates and returns all of them once no further one has arrived for {@code debounce},
   * or {@code maxDebounce} after the first. Returns early when woken or closed; returns an empty
   * list after {@code timeout} without updates.
   */
  List<FactUpdate> take(Duration debounce, Duration maxDebounce, Duration timeout)
      throws InterruptedException {
    lock.lock();
    try {
      long start = System.nanoTime();
      while (!woken && !closed) {
        long now = System.nanoTime();
        long wait =
            latest.isEmpty()
                ? timeout.toNanos() - (now - start)
                : Math.min(
                    debounce.toNanos() - (now - last), maxDebounce.toNanos() - (now - first));
        if (wait <= 0) {
          break;
        }
        news.await(wait, TimeUnit.NANOSECONDS);
      }
      return drain();
    } finally {
      lock.unlock();
    }
  }

  /** Returns all updates that are queued, without waiting. */
  List<FactUpdate> drain() {
    lock.lock();
    try {
      woken = false;
      List<FactUpdate> batch = List.copyOf(latest.values());
      latest.clear();
      return batch;
    } finally {
      lock.unlock();
    }
  }
}
