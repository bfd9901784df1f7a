package dev.plumbline.host.audit;

import dev.plumbline.action.Outcome;
import dev.plumbline.host.HostEvents;
import dev.plumbline.host.Live;
import dev.plumbline.host.LogStanding;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Records what the loop publishes, on a thread of its own: what was known, what follows, what is
 * planned, before any of it is done, and then what became of it. When writing takes longer than
 * settling, several settlements become one entry; when it fails, it is tried again until it goes
 * well, and nothing is done meanwhile.
 */
public final class Recorder implements HostEvents, AutoCloseable {

  private static final Logger LOG = Logger.getLogger(Recorder.class);

  /** So many settlements wait each for itself; beyond, the latest become one. */
  private static final int MOST = 64;

  private final LogPlace place;
  private final Function<LogPlace.Opened, Scribe> scribes;
  private final Predicate<Live> records;
  private final Health health;
  private final InstantSource clock;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final ArrayDeque<Span> waiting = new ArrayDeque<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "plumbline-audit");
  private boolean closed;
  private long retryAt;

  private volatile long newest = -1;
  private volatile @Nullable RecordedActuator actuator;
  private volatile @Nullable String decision;
  private volatile @Nullable Instant recorded;
  private volatile long entries;

  // Of the thread alone.
  private @Nullable Scribe scribe;
  private boolean begun;
  private boolean led;

  /**
   * One that waits for the first settlement.
   *
   * @param scribes makes who writes a log that was opened
   * @param records whether this replica records what it publishes
   */
  Recorder(
      LogPlace place,
      Function<LogPlace.Opened, Scribe> scribes,
      Predicate<Live> records,
      Health health,
      InstantSource clock) {
    this.place = place;
    this.scribes = scribes;
    this.records = records;
    this.health = health;
    this.clock = clock;
    thread.setDaemon(true);
    thread.start();
  }

  /** Who waits for what is recorded. */
  void acting(RecordedActuator waits) {
    actuator = waits;
  }

  /** The number of the settlement that was published last. */
  long newest() {
    return newest;
  }

  /** A source that tells whether the log can be written. */
  FactSource health() {
    return new FactSource() {
      @Override
      public void start(FactSink sink) {
        health.tells(sink);
      }

      @Override
      public void close() {
        health.tells(null);
      }
    };
  }

  @Override
  public void settled(Live live, Duration took, int changes) {
    newest = live.sequence();
    lock.lock();
    try {
      var span = new Span(live, 1, records.test(live));
      Span last = waiting.peekLast();
      if (last != null && waiting.size() >= MOST && last.records() == span.records()) {
        waiting.pollLast();
        span = last.and(span);
      }
      waiting.addLast(span);
      news.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Takes what became of an action. */
  void report(Outcome outcome) {
    lock.lock();
    try {
      outcomes.add(outcome);
      news.signal();
    } finally {
      lock.unlock();
    }
  }

  /** How it stands; any thread may ask. */
  public LogStanding standing() {
    int behind;
    lock.lock();
    try {
      behind = waiting.size();
    } finally {
      lock.unlock();
    }
    return new LogStanding(
        place.name(), health.fault(), decision, entries, recorded, behind, health.faults());
  }

  /**
   * Records what is left, if that can be done at once, and ends. Called after the actuator ended.
   */
  @Override
  public void close() {
    health.tells(null);
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      news.signal();
    } finally {
      lock.unlock();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (await()) {
        turn();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end();
  }

  /** Waits for something to write, after a fault also until it may be tried; false at the end. */
  private boolean await() throws InterruptedException {
    lock.lock();
    try {
      while (!closed) {
        long pause = retryAt == 0 ? 0 : retryAt - System.nanoTime();
        if (pause > 0) {
          news.await(pause, TimeUnit.NANOSECONDS);
        } else if (waiting.isEmpty() && (outcomes.isEmpty() || scribe == null)) {
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

  /** Once around: what waits is written, or waits on. */
  private void turn() {
    List<Span> spans;
    List<Outcome> told;
    lock.lock();
    try {
      spans = new ArrayList<>(waiting);
      waiting.clear();
      told = new ArrayList<>(outcomes);
      outcomes.clear();
    } finally {
      lock.unlock();
    }
    while (!spans.isEmpty() || !told.isEmpty()) {
      boolean now = spans.isEmpty() ? begun : spans.getFirst().records();
      int alike = 0;
      while (alike < spans.size() && spans.get(alike).records() == now) {
        alike++;
      }
      List<Span> batch = spans.subList(0, alike);
      try {
        write(batch, told, now);
      } catch (RuntimeException e) {
        again(spans, told, e);
        return;
      }
      told.clear();
      batch.clear();
    }
  }

  private void write(List<Span> batch, List<Outcome> told, boolean records) {
    if (!records) {
      leave(told);
      return;
    }
    Scribe open = scribe;
    if (open == null) {
      open = scribes.apply(place.open());
      scribe = open;
    }
    long before = open.entries();
    open.write(told, batch);
    begun = true;
    entries = entries + open.entries() - before;
    recorded = clock.instant();
    if (health.well()) {
      retryAt = 0;
    }
    if (!batch.isEmpty()) {
      Live live = batch.getLast().live();
      led = live.leader();
      decision = open.name() + "/" + open.decision();
      RecordedActuator waits = actuator;
      if (waits != null) {
        waits.recorded(live);
      }
    }
  }

  /** What could not be written comes before what was published since. */
  private void again(List<Span> spans, List<Outcome> told, RuntimeException fault) {
    RecordedActuator waits = actuator;
    if (waits != null) {
      waits.hold();
    }
    Duration pause = health.failed(fault);
    retryAt = System.nanoTime() + pause.toNanos();
    if (!begun) {
      drop();
    }
    lock.lock();
    try {
      for (int i = spans.size() - 1; i >= 0; i--) {
        Span next = waiting.peekFirst();
        Span span = spans.get(i);
        if (next != null && waiting.size() >= MOST && next.records() == span.records()) {
          waiting.pollFirst();
          span = span.and(next);
        }
        waiting.addFirst(span);
      }
      outcomes.addAll(0, told);
    } finally {
      lock.unlock();
    }
  }

  /** Another one records from here on. */
  private void leave(List<Outcome> told) {
    Scribe open = scribe;
    if (open != null && begun) {
      try {
        open.end(told, clock.instant(), led);
      } catch (RuntimeException e) {
        LOG.warnf("The log was left without its last entries: error=%s", e.getMessage());
      }
    }
    drop();
  }

  private void drop() {
    Scribe open = scribe;
    scribe = null;
    begun = false;
    if (open != null) {
      try {
        open.close();
      } catch (RuntimeException e) {
        LOG.warnf("The log was not closed: error=%s", e.getMessage());
      }
    }
  }

  private void end() {
    try {
      if (retryAt == 0) {
        turn();
      }
    } finally {
      List<Outcome> left;
      lock.lock();
      try {
        left = new ArrayList<>(outcomes);
        if (!waiting.isEmpty()) {
          LOG.warnf("The log ends before what settled last: settlements=%d", waiting.size());
        }
      } finally {
        lock.unlock();
      }
      leave(left);
    }
  }
}
