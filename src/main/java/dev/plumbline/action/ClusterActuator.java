package dev.plumbline.action;

import dev.plumbline.action.ChangeWriter.NotLeadingException;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.client.TokenBucket;
import dev.plumbline.log.Recorded;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Executes due actions in plan order on one thread, while this replica is the leader and within the
 * {@link WriteLimits}. Failed actions are retried while they are planned; a newer plan replaces the
 * older one between two actions. Outdated actions wait for the next plan, and are retried if none
 * arrives.
 */
public final class ClusterActuator implements Actuator {

  private static final Logger LOG = Logger.getLogger(ClusterActuator.class);

  private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(10);

  private record PlanRequest(Plan plan, Consumer<Outcome> outcomes) {}

  private final ChangeWriter writer;
  private final WriteLimits limits;
  private final BooleanSupplier isLeader;
  private final InstantSource clock;
  private final Retries retries;
  private final Map<ActionKind, TokenBucket> buckets = new EnumMap<>(ActionKind.class);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread thread;

  private @Nullable PlanRequest newest;
  private boolean closed;

  /** Starts its thread. */
  public ClusterActuator(
      ChangeWriter writer, WriteLimits limits, BooleanSupplier isLeader, InstantSource clock) {
    this.writer = writer;
    this.limits = limits;
    this.isLeader = isLeader;
    this.clock = clock;
    this.retries = new Retries(limits, new SplittableRandom()::nextDouble);
    limits.perMinute().forEach((kind, count) -> buckets.put(kind, bucket(count)));
    this.thread = Thread.ofPlatform().name("plumbline-actuator").daemon().start(this::run);
  }

  private TokenBucket bucket(int perMinute) {
    if (perMinute < 1) {
      throw new IllegalArgumentException(
          "a limit of " + perMinute + " a minute lets nothing pass. Try: let the action observe.");
    }
    return new TokenBucket(Duration.ofMinutes(1).dividedBy(perMinute), perMinute, clock);
  }

  @Override
  public void apply(Recorded<Plan> plan, Consumer<Outcome> outcomes) {
    submit(new PlanRequest(plan.value(), outcomes));
  }

  @Override
  public void stop() {
    submit(new PlanRequest(Plan.NOTHING, outcome -> {}));
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
    PlanRequest request = null;
    List<Action> pending = List.of();
    while (awaitWork(pending)) {
      PlanRequest newerRequest = takeNewest();
      if (newerRequest != null) {
        request = newerRequest;
        pending = due(newerRequest.plan());
        retries.retain(pending);
      }
      if (request != null) {
        pending = carryOut(request, pending);
      }
    }
  }

  private List<Action> due(Plan plan) {
    List<Action> due = plan.actions().stream().filter(Action::due).toList();
    if (!isLeader.getAsBoolean()) {
      return List.of();
    }
    try {
      return Stream.concat(due.stream(), writer.leftovers(plan).stream()).toList();
    } catch (RuntimeException e) {
      LOG.warn("Leftovers of earlier plans cannot be determined now", e);
      return due;
    }
  }

  private List<Action> carryOut(PlanRequest request, List<Action> actions) {
    List<Action> pending = new ArrayList<>();
    for (Action action : actions) {
      if (interrupted() || !isLeader.getAsBoolean()) {
        return List.of();
      }
      if (delayUntilReady(action, clock.instant()).isPositive()) {
        pending.add(action);
        continue;
      }
      TokenBucket bucket = buckets.get(action.kind());
      if (bucket != null) {
        var unused = bucket.take();
      }
      try {
        if (!carryOut(request, action)) {
          pending.add(action);
        }
      } catch (NotLeadingException e) {
        LOG.info("Another replica leads: writing has stopped");
        return List.of();
      }
    }
    return pending;
  }

  /** Executes {@code action} and reports its outcome; false if it must be retried. */
  private boolean carryOut(PlanRequest request, Action action) {
    Result result;
    String code = null;
    String message;
    try {
      Written written = writer.write(action);
      result = written.result();
      message = written.message();
    } catch (WriteFaultException e) {
      result = Result.FAILED;
      code = e.code();
      message = String.valueOf(e.getMessage());
    } catch (NotLeadingException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.errorf(e, "Internal error (bug) in an action: kind=%s", action.kind().wire());
      result = Result.FAILED;
      code = "InternalFault";
      message = "internal error (bug): " + e + ". Try: report it with the log of this time.";
    }
    Instant now = clock.instant();
    switch (result) {
      case DONE, UNCHANGED -> retries.succeeded(action);
      case OUTDATED -> retries.outdated(action, now);
      case FAILED -> retries.failed(action, String.valueOf(code), now);
    }
    report(request, new Outcome(action.kind(), action.object(), result, code, message, now));
    return result == Result.DONE || result == Result.UNCHANGED;
  }

  private static void report(PlanRequest request, Outcome outcome) {
    try {
      request.outcomes().accept(outcome);
    } catch (RuntimeException e) {
      LOG.error("An outcome could not be reported", e);
    }
  }

  /** The time until {@code action} may be executed; zero or negative if it may be now. */
  private Duration delayUntilReady(Action action, Instant now) {
    Instant notBefore = retries.notBefore(action);
    if (notBefore != null && notBefore.isAfter(now)) {
      return Duration.between(now, notBefore);
    }
    TokenBucket bucket = buckets.get(action.kind());
    return bucket == null ? Duration.ZERO : bucket.untilNext();
  }

  private boolean interrupted() {
    lock.lock();
    try {
      return closed || newest != null;
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

  /** Waits for a newer plan or until one of {@code pending} is ready; false if closed. */
  private boolean awaitWork(List<Action> pending) {
    lock.lock();
    try {
      while (!closed && newest == null) {
        Instant now = clock.instant();
        Duration pause =
            pending.stream()
                .map(each -> delayUntilReady(each, now))
                .min(Duration::compareTo)
                .orElse(null);
        if (pause == null) {
          changed.await();
        } else if (pause.isPositive()) {
          changed.await(pause.toMillis() + 1, TimeUnit.MILLISECONDS);
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
