package dev.plumbline.action;

import dev.plumbline.log.Recorded;
import dev.plumbline.work.Worker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Steps an {@link ActionQueue} on one thread, whenever an action may be executed; a newer plan
 * replaces the older one between two actions.
 */
public final class ClusterActuator implements Actuator {

  private static final Logger LOG = Logger.getLogger(ClusterActuator.class);

  private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(5);

  /** The name of the thread that writes. */
  public static final String THREAD = "plumbline-actuator";

  /** How long one action may take: two requests, each with the longest timeout in use. */
  private static final Duration STEP = Duration.ofMinutes(3);

  /**
   * What to do next.
   *
   * @param plan null to stop
   */
  private record PlanRequest(@Nullable Plan plan, Consumer<Outcome> outcomes) {}

  private final ActionQueue queue;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Worker thread;

  private @Nullable PlanRequest newest;
  private boolean closed;

  /** Starts its thread. */
  public ClusterActuator(
      ChangeWriter writer, WriteLimits limits, BooleanSupplier isLeader, InstantSource clock) {
    this.clock = clock;
    this.queue =
        new ActionQueue(writer, limits, isLeader, clock, new SplittableRandom()::nextDouble);
    this.thread = Worker.of(THREAD, this::run);
    thread.start();
  }

  @Override
  public void apply(Recorded<Plan> plan, Consumer<Outcome> outcomes) {
    submit(new PlanRequest(plan.value(), outcomes));
  }

  @Override
  public void stop() {
    submit(new PlanRequest(null, outcome -> {}));
  }

  private void submit(PlanRequest request) {
    lock.lock();
    try {
      newest = request;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
    try {
      if (Thread.currentThread() != thread && !thread.join(SHUTDOWN_TIMEOUT)) {
        LOG.warn("The action under way has not ended in time; it is left alone");
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    boolean stepped = false;
    while (stepped ? !isClosed() : awaitWork()) {
      Worker.at("carry out", STEP);
      PlanRequest request = takeNewest();
      if (request != null && request.plan() != null) {
        queue.submit(request.plan(), request.outcomes());
      } else if (request != null) {
        queue.stop();
      }
      stepped = queue.step();
      Worker.idle();
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

  private @Nullable PlanRequest takeNewest() {
    lock.lock();
    try {
      PlanRequest request = newest;
      newest = null;
      return request;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a newer plan or until an action may be executed; false if closed. */
  private boolean awaitWork() {
    lock.lock();
    try {
      while (!closed && newest == null) {
        Instant next = queue.next();
        Instant now = clock.instant();
        if (next == null) {
          changed.await();
        } else if (next.isAfter(now)) {
          changed.await(Duration.between(now, next).toMillis() + 1, TimeUnit.MILLISECONDS);
        } else {
          break;
        }
      }
      return !closed;
    } catch (InterruptedException e) {
      return false;
    } finally {
      lock.unlock();
    }
  }
}
