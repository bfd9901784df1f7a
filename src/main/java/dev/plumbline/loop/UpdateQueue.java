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
 * What was told and not yet settled: of each owner the latest alone, so that it never holds more
 * than there are owners, however fast they tell.
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

  /** Ends the next {@link #take} at once, with what there is. */
  void wake() {
    lock.lock();
    try {
      woken = true;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Takes nothing more; what is there can still be taken. */
  void close() {
    lock.lock();
    try {
      closed = true;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** How many owners have told something that is not yet taken. */
  int size() {
    lock.lock();
    try {
      return latest.size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until something was told and nothing more for {@code quiet}, but for {@code most} at
   * most; then takes all of it. Nothing when it was woken, closed, or {@code patience} has run out.
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
      woken = false;
      List<FactUpdate> batch = List.copyOf(latest.values());
      latest.clear();
      return batch;
    } finally {
      lock.unlock();
    }
  }
}
