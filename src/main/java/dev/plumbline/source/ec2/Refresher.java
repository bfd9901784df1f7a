package dev.plumbline.source.ec2;

import dev.plumbline.source.FactSink;
import dev.plumbline.source.Told;
import dev.plumbline.source.ec2.Ec2SourceSettings.Schedule;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Asks for one source in a thread of its own until it is closed: at its pace, and at once when
 * somebody says so. Whatever goes wrong is told as the status of the source, and what it told
 * before stays.
 */
final class Refresher implements Runnable {

  private final Feed feed;
  private final Schedule schedule;
  private final Duration gap;
  private final Clock clock;
  private final RandomGenerator random;
  private final Health health;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition change = lock.newCondition();
  private boolean wanted;
  private boolean closed;
  private @Nullable FactSink sink;
  private @Nullable Thread thread;

  /**
   * @param gap the least time between two attempts, however many ask for one
   */
  Refresher(Feed feed, Schedule schedule, Duration gap, Clock clock, RandomGenerator random) {
    this.feed = feed;
    this.schedule = schedule;
    this.gap = gap;
    this.clock = clock;
    this.random = random;
    this.health = new Health(feed.source(), feed.operation(), feed.neverEmpty(), clock.instant());
  }

  void start(FactSink to) {
    sink = to;
    tell(List.of(status()));
    thread = Thread.ofPlatform().daemon().name("ec2-" + feed.source()).start(this);
  }

  /** Asks at once; during an attempt, again after it. */
  void refresh() {
    lock.lock();
    try {
      wanted = true;
      change.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      change.signalAll();
    } finally {
      lock.unlock();
    }
    if (thread != null) {
      thread.interrupt();
    }
  }

  @Override
  public void run() {
    try {
      while (!isClosed()) {
        if (!feed.ready()) {
          await(null);
          continue;
        }
        taken();
        attempt();
        await(gap, false);
        await(less(schedule.next(health.status().failures(), random), gap));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void attempt() throws InterruptedException {
    var told = new ArrayList<Told>();
    try {
      Feed.Answer answer = feed.ask();
      if (!health.holds(answer.items())) {
        told.add(new Told(feed.source(), answer.facts(), answer.document()));
      }
      boolean healed = health.status().failures() > 0;
      health.answered(answer.items(), clock.instant());
      if (healed) {
        SourceLog.healed(health.status());
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Feed.CallFailedException e) {
      failed(e.operation(), e.getCause() == null ? e : e.getCause());
    } catch (Exception e) {
      if (Thread.interrupted()) {
        throw (InterruptedException) new InterruptedException().initCause(e);
      }
      failed(null, e);
    }
    told.add(status());
    tell(told);
  }

  private void failed(@Nullable String operation, Throwable failure) {
    String code = FaultCode.of(failure);
    boolean news = !code.equals(health.status().code());
    health.failed(operation, code, clock.instant());
    if (news) {
      SourceLog.failed(health.status(), failure);
    }
  }

  private Told status() {
    return new Told("SourceStatus/" + feed.source(), List.of(health.status()), null);
  }

  /** Under the lock, so that nothing is told once it is closed. */
  private void tell(List<Told> told) {
    lock.lock();
    try {
      if (!closed && sink != null) {
        sink.publish(told);
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** What was wanted until now is what begins now. */
  private void taken() {
    lock.lock();
    try {
      wanted = false;
    } finally {
      lock.unlock();
    }
  }

  private void await(@Nullable Duration most) throws InterruptedException {
    await(most, true);
  }

  /** Waits, without end if need be; a wish ends it where {@code wishes} count. */
  private void await(@Nullable Duration most, boolean wishes) throws InterruptedException {
    lock.lock();
    try {
      long left = most == null ? Long.MAX_VALUE : most.toNanos();
      while (!closed && left > 0 && !(wishes && wanted)) {
        if (most == null) {
          change.await();
        } else {
          left = change.awaitNanos(left);
        }
      }
      if (most == null) {
        wanted = false;
      }
    } finally {
      lock.unlock();
    }
  }

  private static Duration less(Duration span, Duration by) {
    return span.compareTo(by) <= 0 ? Duration.ZERO : span.minus(by);
  }
}
