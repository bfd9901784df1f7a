package dev.plumbline.record;

import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.log.LogFaultException;
import dev.plumbline.log.Recorded;
import dev.plumbline.loop.DecisionRecorder;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.LogStatus;
import dev.plumbline.record.RecordingQueue.PendingDecision;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import dev.plumbline.work.Worker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeMap;
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

  /** How long it may take to open a log: what is at hand is verified, a bucket is listed. */
  private static final Duration OPEN = Duration.ofMinutes(10);

  private static final Duration RECORD = Duration.ofSeconds(60);
  private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(5);

  /** How often the files of the log are looked for while nothing is written. */
  private static final Duration CHECK_EVERY = Duration.ofMillis(500);

  private final LogLocation place;
  private final Function<LogLocation.Opened, EntryWriter> writers;
  private final Predicate<HostSnapshot> records;
  private final RecorderHealth health;
  private final InstantSource clock;
  private final Runnable onFault;

  private final RecordingQueue queue = new RecordingQueue();
  private final Worker thread = Worker.of(THREAD, this::run);

  private volatile Function<HostSnapshot, Duration> remembers = live -> Duration.ZERO;
  private volatile @Nullable String decision;
  private volatile @Nullable Instant recorded;
  private volatile long entries;

  // Guarded by this: who is given the plan once it is durable.
  private static final long NO_DECISION = Long.MAX_VALUE;
  private long newest = -1;
  private @Nullable Consumer<Recorded<Plan>> act;

  /** The first decision whose plan is awaited: later ones that arrive do not delay it. */
  private long first = NO_DECISION;

  private long last = NO_DECISION;

  private long durable = -1;
  private @Nullable Recorded<Plan> durablePlan;
  private boolean faulty;

  /** The last of what was restored, until a durable decision knows of it. */
  private @Nullable Outcome awaited;

  private volatile Consumer<List<Outcome>> restored = outcomes -> {};

  // Confined to the recorder thread.
  private @Nullable EntryWriter writer;
  private boolean started;
  private boolean leading;
  private boolean gone;
  private boolean restoring = true;

  /** The place of the first entry that this process may not know. */
  private long known;

  /**
   * Starts the recorder thread.
   *
   * @param onFault called when nothing can be recorded: what is being done must stop
   */
  Recorder(
      LogLocation place,
      Function<LogLocation.Opened, EntryWriter> writers,
      Predicate<HostSnapshot> records,
      RecorderHealth health,
      InstantSource clock,
      Runnable onFault) {
    this.place = place;
    this.writers = writers;
    this.records = records;
    this.health = health;
    this.clock = clock;
    this.onFault = onFault;
    thread.start();
  }

  FactSource health() {
    return new FactSource() {
      @Override
      public void start(FactSink sink) {
        health.reportTo(sink);
      }

      @Override
      public void close() {
        health.reportTo(null);
      }
    };
  }

  /**
   * Passes on earlier writes when the log is opened.
   *
   * @param within how long before a decision they count; zero: not at all
   */
  Recorder remembering(Function<HostSnapshot, Duration> within) {
    remembers = within;
    return this;
  }

  @Override
  public void restoreTo(Consumer<List<Outcome>> to) {
    restored = to;
  }

  @Override
  public void append(HostSnapshot decision) {
    synchronized (this) {
      newest = decision.sequence();
    }
    queue.add(new PendingDecision(decision, 1, records.test(decision)));
  }

  @Override
  public void append(Outcome outcome) {
    queue.add(outcome);
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

  private synchronized void recorded(HostSnapshot live, Recorded<Plan> plan) {
    Outcome seen = awaited == null ? null : live.outcomes().get(awaited.work());
    if (seen != null && awaited != null && !seen.at().isBefore(awaited.at())) {
      awaited = null;
    }
    durable = live.sequence();
    durablePlan = plan;
    if (faulty && first == NO_DECISION) {
      first = durable;
      last = durable;
    }
    faulty = false;
    passOn(plan);
  }

  private void passOn(Recorded<Plan> plan) {
    if (act != null && first <= durable && awaited == null) {
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

  /** The status of the log; thread-safe. */
  public LogStatus status() {
    return new LogStatus(
        place.name(),
        health.fault(),
        decision,
        entries,
        recorded,
        queue.settlements(),
        health.faults(),
        new TreeMap<>());
  }

  @Override
  public void close() {
    health.reportTo(null);
    if (!queue.close()) {
      return;
    }
    try {
      if (!thread.join(SHUTDOWN_TIMEOUT)) {
        LOG.warn("The decision log did not close in time; it is left as it is");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (queue.await(CHECK_EVERY)) {
        Worker.at("record", RECORD);
        recordPending();
        Worker.idle();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end();
  }

  private void recordPending() {
    RecordingQueue.Taken taken = queue.take();
    if (taken.isEmpty()) {
      check(taken);
      return;
    }
    List<PendingDecision> decisions = taken.decisions();
    List<Outcome> outcomes = taken.outcomes();
    while (!taken.isEmpty()) {
      boolean now = decisions.isEmpty() ? started : decisions.getFirst().records();
      int same = 0;
      while (same < decisions.size() && decisions.get(same).records() == now) {
        same++;
      }
      List<PendingDecision> batch = decisions.subList(0, same);
      try {
        write(batch, outcomes, now);
      } catch (RuntimeException e) {
        retry(taken, e);
        return;
      } catch (OutOfMemoryError | StackOverflowError e) {
        // The recorder must go on, or the reason would never be reported.
        retry(taken, new IllegalStateException(e.toString(), e));
        return;
      }
      outcomes.clear();
      batch.clear();
    }
  }

  /** Looks whether what was recorded is still there; if not, nothing is done until it is. */
  private void check(RecordingQueue.Taken nothing) {
    EntryWriter open = writer;
    if (open == null || !started || (health.fault() != null && !gone)) {
      return;
    }
    try {
      open.check();
      gone = false;
      if (health.recovered()) {
        queue.resume();
      }
    } catch (RuntimeException e) {
      gone = true;
      retry(nothing, e);
    }
  }

  private void write(List<PendingDecision> batch, List<Outcome> outcomes, boolean records) {
    if (!records) {
      leave(outcomes);
      if (health.fault() != null) {
        // Nothing is written that would show it: a replica that cannot write must not lead again.
        place.check();
      }
      if (health.recovered()) {
        queue.resume();
      }
      return;
    }
    EntryWriter open = writer;
    if (open == null) {
      Worker.at("open the log", OPEN);
      open = writers.apply(place.open());
      writer = open;
      Worker.at("record", RECORD);
    }
    if (restoring && !batch.isEmpty()) {
      restore(open, batch.getFirst().live());
      restoring = false;
    }
    long before = open.entries();
    Recorded<Plan> plan = open.write(outcomes, batch);
    started = true;
    gone = false;
    if (open.entries() > before) {
      entries = entries + open.entries() - before;
      recorded = clock.instant();
    }
    if (health.recovered()) {
      queue.resume();
    }
    if (!batch.isEmpty()) {
      HostSnapshot live = batch.getLast().live();
      leading = live.leader();
      decision = open.name() + "/" + open.decision();
      recorded(live, plan);
    }
  }

  /** Passes on what others wrote, or an earlier process, while it still counts. */
  private void restore(EntryWriter open, HostSnapshot live) {
    Duration within = remembers.apply(live);
    if (within.isZero()) {
      return;
    }
    List<Outcome> earlier = open.written(known, live.at().minus(within));
    known = open.size();
    if (earlier.isEmpty()) {
      return;
    }
    LOG.infof("Writes that still count are known from the decision log: writes=%d", earlier.size());
    synchronized (this) {
      awaited = earlier.getLast();
    }
    restored.accept(earlier);
  }

  /** Queues again, before what was published since, what could not be written. */
  private void retry(RecordingQueue.Taken taken, RuntimeException fault) {
    faulty();
    List<PendingDecision> decisions = taken.decisions();
    boolean lostLeadership = !decisions.isEmpty() && !decisions.getLast().records();
    if (lostLeadership) {
      // No longer the leader: nothing unrecorded was done, and nothing will be.
      List<PendingDecision> unrecorded = decisions.subList(0, decisions.size() - 1);
      if (!unrecorded.isEmpty()) {
        LOG.warnf(
            "The decision log ends before the last settlements: settlements=%d", unrecorded.size());
      }
      unrecorded.clear();
      taken.outcomes().clear();
    }
    // After another writer has appended, this one must reopen the log behind it.
    boolean forked = fault instanceof LogFaultException known && known.code().equals("Forked");
    if (lostLeadership || !started || forked) {
      drop();
    }
    queue.putBack(taken, health.failed(fault));
  }

  private void leave(List<Outcome> outcomes) {
    EntryWriter open = writer;
    if (open != null && started) {
      try {
        open.end(outcomes, clock.instant(), leading);
      } catch (RuntimeException e) {
        LOG.warnf("The decision log was closed without its last entries: error=%s", e.getMessage());
      }
    }
    drop();
  }

  private void drop() {
    EntryWriter open = writer;
    writer = null;
    started = false;
    if (open != null) {
      try {
        known = restoring ? known : open.size();
        restoring = true;
        open.close();
      } catch (RuntimeException e) {
        LOG.warnf("The decision log could not be closed: error=%s", e.getMessage());
      }
    }
  }

  private void end() {
    try {
      if (!queue.paused()) {
        recordPending();
      }
    } finally {
      RecordingQueue.Taken left = queue.take();
      if (!left.decisions().isEmpty()) {
        LOG.warnf(
            "The decision log ends before the last settlements: settlements=%d",
            left.decisions().size());
      }
      leave(left.outcomes());
    }
  }
}
