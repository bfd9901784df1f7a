package dev.plumbline.source.ec2;

import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.ec2.Ec2SourceSettings.Schedule;
import dev.plumbline.work.Worker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/**
 * Queries one source on a thread of its own until it is closed: on schedule, and at once when
 * requested. Every failure is published as the status of the source, and what it published before
 * stays.
 */
final class Refresher implements Runnable {

  private final Feed feed;
  private final Schedule schedule;
  private final Duration gap;

  /** How long all pages of all calls of one attempt may take. */
  private static final Duration QUERY = Duration.ofMinutes(10);

  private final Clock clock;
  private final RandomGenerator random;
  private final Health health;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition change = lock.newCondition();
  private boolean requested;
  private boolean querying;
  private boolean closed;
  private @Nullable FactSink sink;
  private @Nullable Thread thread;

  /**
   * @param gap the least time between two attempts, however many are requested
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
    publish(List.of(status()));
    Worker made = Worker.of("ec2-" + feed.source(), this);
    thread = made;
    made.start();
  }

  /** Queries at once; during an attempt, again after it. */
  void refresh() {
    lock.lock();
    try {
      requested = true;
      change.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether it queries, or does so once the gap since the last attempt is over. */
  boolean pending() {
    lock.lock();
    try {
      return requested || querying;
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
          end();
          await(null);
          continue;
        }
        begin();
        Worker.at("query", QUERY);
        attempt();
        Worker.idle();
        end();
        await(gap, false);
        await(less(schedule.next(health.status().failures(), random), gap));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void attempt() throws InterruptedException {
    var updates = new ArrayList<FactUpdate>();
    try {
      Feed.Answer answer = feed.query();
      if (!health.holds(answer.items())) {
        updates.add(new FactUpdate(feed.source(), answer.facts(), answer.document()));
      }
      Feed.Fallback fallback = answer.fallback();
      if (fallback == null) {
        boolean healed = health.status().failures() > 0;
        health.answered(answer.items(), clock.instant());
        if (healed) {
          SourceLog.healed(health.status());
        }
      } else {
        failed(null, fallback.cause());
        health.fellBack(fallback.of(), answer.items());
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
    updates.add(status());
    publish(updates);
  }

  private void failed(@Nullable String operation, Throwable failure) {
    String code = ErrorCode.of(failure);
    boolean news = !code.equals(health.status().code());
    health.failed(operation, code, clock.instant());
    if (news) {
      SourceLog.failed(health.status(), failure);
    }
  }

  private FactUpdate status() {
    return FactUpdate.of(health.status());
  }

  /** Under the lock, so that nothing is published once it is closed. */
  private void publish(List<FactUpdate> updates) {
    lock.lock();
    try {
      if (!closed && sink != null) {
        sink.publish(updates);
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

  private void begin() {
    lock.lock();
    try {
      requested = false;
      querying = true;
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    lock.lock();
    try {
      querying = false;
    } finally {
      lock.unlock();
    }
  }

  private void await(@Nullable Duration limit) throws InterruptedException {
    await(limit, true);
  }

  /** Waits, without limit when null; a request ends the wait if {@code interruptible}. */
  private void await(@Nullable Duration limit, boolean interruptible) throws InterruptedException {
    lock.lock();
    try {
      long left = limit == null ? Long.MAX_VALUE : limit.toNanos();
      while (!closed && left > 0 && !(interruptible && requested)) {
        if (limit == null) {
          change.await();
        } else {
          left = change.awaitNanos(left);
        }
      }
      if (limit == null) {
        // What was requested is queried next, if it is known by then what is needed.
        querying = requested;
        requested = false;
      }
    } finally {
      lock.unlock();
    }
  }

  private static Duration less(Duration span, Duration by) {
    return span.compareTo(by) <= 0 ? Duration.ZERO : span.minus(by);
  }

  /** Logs once when a source fails or recovers; details are in its status. */
  static final class SourceLog {

    private static final Logger LOG = Logger.getLogger("dev.plumbline.source.ec2");

    private SourceLog() {}

    static void failed(SourceStatus status, Throwable failure) {
      with(
          Map.of(
              "source", status.source(),
              "operation", status.operation(),
              "code", status.codeOrUnknown(),
              "message", ErrorCode.message(failure)),
          () ->
              LOG.warnf(
                  "source does not answer: source=%s operation=%s code=%s message=%s",
                  status.source(),
                  status.operation(),
                  status.codeOrUnknown(),
                  ErrorCode.message(failure)));
    }

    static void skipped(String source, Exception why) {
      with(
          Map.of("source", source, "message", String.valueOf(why.getMessage())),
          () -> LOG.debug("entry left out"));
    }

    static void healed(SourceStatus status) {
      with(
          Map.of("source", status.source()),
          () -> LOG.infof("source answers again: source=%s", status.source()));
    }

    static void with(Map<String, String> keys, Runnable log) {
      keys.forEach(MDC::put);
      try {
        log.run();
      } finally {
        keys.keySet().forEach(MDC::remove);
      }
    }
  }

  static final class Health {

    private final String source;
    private final String operation;
    private final boolean neverEmpty;
    private SourceStatus status;

    Health(String source, String operation, boolean neverEmpty, Instant now) {
      this.source = source;
      this.operation = operation;
      this.neverEmpty = neverEmpty;
      this.status = new SourceStatus(source, "syncing", operation, null, now, null, 0, null, 0);
    }

    SourceStatus status() {
      return status;
    }

    /** Whether an unexpectedly empty response is rejected and the previous one kept. */
    boolean holds(int items) {
      return neverEmpty && items == 0 && had() > 0;
    }

    void answered(int items, Instant now) {
      int held = holds(items) ? had() : 0;
      boolean before =
          status.state().equals("synced")
              && status.failures() == 0
              && status.held() > 0 == held > 0;
      Instant since = before ? status.since() : now;
      status = new SourceStatus(source, "synced", operation, null, since, now, 0, items, held);
    }

    void failed(@Nullable String otherOperation, String code, Instant now) {
      boolean still = status.failures() > 0;
      Instant since = still ? status.since() : now;
      status =
          new SourceStatus(
              source,
              "failed",
              otherOperation == null ? operation : otherOperation,
              code,
              since,
              status.lastSuccess(),
              status.failures() + 1,
              status.items(),
              status.held());
    }

    /** Synced since {@code of} with what is published instead, with the code of the failure. */
    void fellBack(Instant of, int items) {
      status =
          new SourceStatus(
              source, "synced", operation, status.code(), of, null, status.failures(), items, 0);
    }

    private int had() {
      return status.held() > 0 ? status.held() : status.items() == null ? 0 : status.items();
    }
  }
}
