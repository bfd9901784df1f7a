package dev.plumbline.host.audit;

import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.audit.LogFaultException;
import dev.plumbline.audit.Recorded;
import dev.plumbline.host.DecisionRecorder;
import dev.plumbline.host.Live;
import dev.plumbline.host.LogStanding;
import dev.plumbline.host.audit.RecordingQueue.PendingDecision;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Records what the loop decides, on a thread of its own: what was known, what follows, what is
 * planned, before any of it is done, and then the outcomes. When writing takes longer than
 * settling, several settlements become one entry; when it fails, it is retried until it succeeds,
 * and nothing is done meanwhile.
 */
public final class Recorder implements DecisionRecorder {

  private static final Logger LOG = Logger.getLogger(Recorder.class);

  private static final Duration LONGEST_END = Duration.ofSeconds(10);

  private final LogLocation place;
  private final Function<LogLocation.Opened, EntryWriter> scribes;
  private final Predicate<Live> records;
  private final RecorderHealth health;
  private final InstantSource clock;
  private final Runnable onFault;

  private final RecordingQueue backlog = new RecordingQueue();
  private final Thread thread = new Thread(this::run, "plumbline-audit");

  private volatile @Nullable String decision;
  private volatile @Nullable Instant recorded;
  private volatile long entries;

  // Of this object's monitor: whose turn it is once something is durable.
  private static final long NO_DECISION = Long.MAX_VALUE;
  private long newest = -1;
  private @Nullable Consumer<Recorded<Plan>> act;

  /** The first decision whose plan is awaited: later ones that arrive do not delay it. */
  private long first = NO_DECISION;

  /** The last one. */
  private long last = NO_DECISION;

  private long durable = -1;
  private @Nullable Recorded<Plan> durablePlan;
  private boolean faulty;

  // Of the thread alone.
  private @Nullable EntryWriter scribe;
  private boolean begun;
  private boolean led;

  /**
   * One that waits for the first settlement.
   *
   * @param scribes makes who writes a log that was opened
   * @param records whether this replica records what it publishes
   * @param onFault called when nothing can be recorded: what is being done must stop
   */
  Recorder(
      LogLocation place,
      Function<LogLocation.Opened, EntryWriter> scribes,
      Predicate<Live> records,
      RecorderHealth health,
      InstantSource clock,
      Runnable onFault) {
    this.place = place;
    this.scribes = scribes;
    this.records = records;
    this.health = health;
    this.clock = clock;
    this.onFault = onFault;
    thread.setDaemon(true);
    thread.start();
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
  public void append(Live decision) {
    synchronized (this) {
      newest = decision.sequence();
    }
    backlog.add(new PendingDecision(decision, 1, records.test(decision)));
  }

  @Override
  public void append(Outcome outcome) {
    backlog.add(outcome);
  }

  @Override
  public synchronized void whenRecorded(Consumer<Recorded<Plan>> next) {
    act = next;
    last = newest;
    first = first == NO_DECISION ? newest : first;
    if (durablePlan != null && !faulty) {
      passOn(durablePlan);
    }
  }

  @Override
  public synchronized void cancel() {
    act = null;
    first = NO_DECISION;
    last = NO_DECISION;
  }

  private synchronized void recorded(Live live, Recorded<Plan> plan) {
    durable = live.sequence();
    durablePlan = plan;
    if (faulty && first == NO_DECISION) {
      first = durable;
      last = durable;
    }
    faulty = false;
    passOn(plan);
  }

  /** A durable plan may be newer than the one that was awaited: it is the one that is passed on. */
  private void passOn(Recorded<Plan> plan) {
    if (act != null && first <= durable) {
      first = last <= durable ? NO_DECISION : last;
      act.accept(plan);
    }
  }

  private synchronized void faulty() {
    if (!faulty) {
      faulty = true;
      onFault.run();
    }
  }

  /** How it stands; any thread may ask. */
  public LogStanding status() {
    return new LogStanding(
        place.name(),
        health.fault(),
        decision,
        entries,
        recorded,
        backlog.settlements(),
        health.faults());
  }

  @Override
  public void close() {
    health.tells(null);
    if (!backlog.close()) {
      return;
    }
    try {
      if (!thread.join(LONGEST_END)) {
        LOG.warn("The log does not end in time; it is left as it is");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (backlog.await()) {
        turn();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end();
  }

  /** Once around: what waits is written, or waits on. */
  private void turn() {
    RecordingQueue.Taken taken = backlog.take();
    List<PendingDecision> spans = taken.spans();
    List<Outcome> told = taken.outcomes();
    while (!taken.none()) {
      boolean now = spans.isEmpty() ? begun : spans.getFirst().records();
      int alike = 0;
      while (alike < spans.size() && spans.get(alike).records() == now) {
        alike++;
      }
      List<PendingDecision> batch = spans.subList(0, alike);
      try {
        write(batch, told, now);
      } catch (RuntimeException e) {
        again(taken, e);
        return;
      } catch (OutOfMemoryError | StackOverflowError e) {
        // Whoever records must go on, or nobody would ever be told why nothing is done.
        again(taken, new IllegalStateException(e.toString(), e));
        return;
      }
      told.clear();
      batch.clear();
    }
  }

  private void write(List<PendingDecision> batch, List<Outcome> told, boolean records) {
    if (!records) {
      leave(told);
      if (health.well()) {
        backlog.well();
      }
      return;
    }
    EntryWriter open = scribe;
    if (open == null) {
      open = scribes.apply(place.open());
      scribe = open;
    }
    long before = open.entries();
    Recorded<Plan> plan = open.write(told, batch);
    begun = true;
    entries = entries + open.entries() - before;
    recorded = clock.instant();
    if (health.well()) {
      backlog.well();
    }
    if (!batch.isEmpty()) {
      Live live = batch.getLast().live();
      led = live.leader();
      decision = open.name() + "/" + open.decision();
      recorded(live, plan);
    }
  }

  /** What could not be written comes before what was published since. */
  private void again(RecordingQueue.Taken taken, RuntimeException fault) {
    faulty();
    List<PendingDecision> spans = taken.spans();
    boolean over = !spans.isEmpty() && !spans.getLast().records();
    if (over) {
      // It leads no more: of what it could not record nothing was done, and nothing will be.
      LOG.warnf("The log was left before what settled last: settlements=%d", spans.size() - 1);
      spans.subList(0, spans.size() - 1).clear();
      taken.outcomes().clear();
    }
    // Where another writer has gone on, this one can only begin again behind it.
    boolean forked = fault instanceof LogFaultException told && told.code().equals("Forked");
    if (over || !begun || forked) {
      drop();
    }
    backlog.back(taken, health.failed(fault));
  }

  /** Another one records from here on. */
  private void leave(List<Outcome> told) {
    EntryWriter open = scribe;
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
    EntryWriter open = scribe;
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
      if (!backlog.paused()) {
        turn();
      }
    } finally {
      RecordingQueue.Taken left = backlog.take();
      if (!left.spans().isEmpty()) {
        LOG.warnf("The log ends before what settled last: settlements=%d", left.spans().size());
      }
      leave(left.outcomes());
    }
  }
}
