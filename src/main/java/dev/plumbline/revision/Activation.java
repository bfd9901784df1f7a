package dev.plumbline.revision;

import dev.plumbline.action.Planner;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.work.Worker;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Processes rule offers up to activation, on its own thread; only the latest offer counts. The
 * leader decides and records; other replicas follow what is recorded.
 */
public final class Activation implements HostEvents, AutoCloseable {

  /** How long lint, scenarios and preview of one candidate may take. */
  private static final Duration STEP = Duration.ofMinutes(5);

  private static final Logger LOG = Logger.getLogger(Activation.class);

  private final RevisionContext context;
  private final HostState published;
  private final Planner planner;
  private final RevisionEvents events;
  private final AtomicReference<@Nullable RuleOffer> offered = new AtomicReference<>();
  private final Semaphore news = new Semaphore(0);

  private volatile boolean decided = true;
  private boolean leading;
  private long lastPoll;
  private @Nullable RuleOffer newest;
  private @Nullable String fault;
  private volatile @Nullable LifeCycle lifeCycle;
  private volatile @Nullable Worker thread;
  private volatile boolean closed;

  public Activation(
      RevisionContext context, HostState published, Planner planner, RevisionEvents events) {
    this.context = context;
    this.published = published;
    this.planner = planner;
    this.events = events;
  }

  /** Starts the thread. */
  public void start(Host host, InitialRevision opening, RuleState ruleState) {
    var serving = new ActiveRevision(context, host, published, opening);
    var life = new LifeCycle(context, serving, planner, events, () -> offered.get() != null);
    decided = serving.suspect() == null;
    lifeCycle = life;
    ruleState.put(life.status(null));
    Worker made = Worker.of("plumbline-rules", () -> run(life, ruleState));
    thread = made;
    made.start();
  }

  /** Whether what served last is known to be usable; nothing is done before. */
  boolean decided() {
    return decided;
  }

  public void offer(RuleOffer offer) {
    offered.set(offer);
    news.release();
  }

  @Override
  public void settled(HostSnapshot live, Duration took, int changes) {
    if (news.availablePermits() == 0) {
      news.release();
    }
  }

  /** Discards the candidate; the active revision stays. */
  @Override
  public void close() {
    closed = true;
    Worker running = thread;
    if (running != null) {
      running.interrupt();
      try {
        running.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      running.forget();
    }
    LifeCycle ends = lifeCycle;
    if (ends != null) {
      ends.end();
    }
  }

  private void run(LifeCycle life, RuleState ruleState) {
    boolean warm = false;
    long poll = context.settings().poll().toNanos();
    lastPoll = System.nanoTime() - poll;
    try {
      while (!closed) {
        boolean pollDue = System.nanoTime() - lastPoll >= poll;
        if (pollDue) {
          lastPoll = System.nanoTime();
        }
        Worker.at("try and activate rules", STEP);
        step(life, pollDue);
        ruleState.put(life.status(fault));
        // Not before: it would take half of the processors from the first settlement.
        if (!warm && published.now() != null) {
          warm = true;
          context.trials().warm();
        }
        context.trials().endIfIdle();
        Worker.idle();
        if (news.tryAcquire(lastPoll + poll - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          news.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    life.dropCandidate();
  }

  private void step(LifeCycle life, boolean pollDue) throws InterruptedException {
    try {
      if (!recovered(life)) {
        return;
      }
      if (context.leads().getAsBoolean()) {
        if (leading || pollDue) {
          lead(life, pollDue);
          fault = null;
        }
      } else {
        leading = false;
        life.dropCandidate();
        if (pollDue) {
          life.follow();
          fault = null;
        }
      }
    } catch (RevisionStore.FaultException e) {
      retryLater(life, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      LOG.error("processing the revision failed; retrying", e);
      retryLater(life, "internal error (bug): " + e);
    }
  }

  /** Whether nothing waits to be decided before anything else is. */
  private boolean recovered(LifeCycle life) throws InterruptedException {
    life.noteSettlement();
    if (life.recover()) {
      offered.compareAndSet(null, newest);
    }
    decided = life.decided();
    return decided;
  }

  private void lead(LifeCycle life, boolean pollDue) throws InterruptedException {
    if (!leading) {
      life.follow();
      life.recordOpening();
      leading = true;
      offered.compareAndSet(null, newest);
    }
    if (pollDue && life.answer()) {
      offered.compareAndSet(null, newest);
    }
    if (life.goBack()) {
      offered.compareAndSet(null, newest);
    }
    RuleOffer offer = offered.get();
    if (offer == null) {
      life.judge();
    } else if (life.ready()) {
      newest = offer;
      offered.compareAndSet(offer, null);
      life.consider(offer);
    }
  }

  private void retryLater(LifeCycle life, String message) {
    if (!message.equals(fault) && !closed) {
      LOG.errorf("Processing revisions failed; retrying: error=%s", message);
    }
    fault = message;
    leading = false;
    life.dropCandidate();
  }
}
