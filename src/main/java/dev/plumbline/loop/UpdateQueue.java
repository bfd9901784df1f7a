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
import java.util.function.LongSupplier;

/**
 * Updates that are not settled yet. Only the latest update of each owner is kept, so that the queue
 * never holds more than one per owner.
 */
final class UpdateQueue implements FactSink {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final Map<String, FactUpdate> latest = new LinkedHashMap<>();
  private final LongSupplier nanoTime;
  private long first;
  private long last;
  private long pause;
  private boolean begun;
  private boolean woken;
  private boolean closed;

  UpdateQueue() {
    this(System::nanoTime);
  }

  UpdateQueue(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

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
      long now = nanoTime.getAsLong();
      if (latest.isEmpty()) {
        first = now;
        pause = begun ? now - last : 0;
      }
      last = now;
      begun = true;
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
   * Waits for updates and returns all of them once their batch is closed ({@link #open}). Returns
   * early when woken or closed; returns an empty list after {@code timeout} without updates.
   */
  List<FactUpdate> take(Duration debounce, Duration maxDebounce, Duration timeout)
      throws InterruptedException {
    lock.lock();
    try {
      long start = nanoTime.getAsLong();
      while (!woken && !closed) {
        long wait =
            latest.isEmpty()
                ? timeout.toNanos() - (nanoTime.getAsLong() - start)
                : open(debounce, maxDebounce);
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

  /**
   * How long the batch of the queued updates stays open, in nanoseconds; not positive when it is
   * closed. It is closed at once when its first update arrived after a pause of at least {@code
   * debounce}, else once no further one has arrived for {@code debounce}, or {@code maxDebounce}
   * after the first. So a single change does not wait, and of a burst only the first is settled
   * alone. The very first updates are a burst, since all sources start together.
   */
  long open(Duration debounce, Duration maxDebounce) {
    if (pause >= debounce.toNanos()) {
      return 0;
    }
    long now = nanoTime.getAsLong();
    return Math.min(debounce.toNanos() - (now - last), maxDebounce.toNanos() - (now - first));
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
