package dev.plumbline.action;

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
 * Carries out plans on one thread, in their order: only what is due, only while this replica leads,
 * no faster than its {@link WriteLimits}. What failed is tried again as long as the plan wants it;
 * a newer plan takes the place of the older one between two actions. What is outdated waits for the
 * next plan, and is looked at again if none comes.
 */
public final class ClusterActuator implements Actuator {

  private static final Logger LOG = Logger.getLogger(ClusterActuator.class);

  private static final Duration LONGEST_END = Duration.ofSeconds(10);

  /** A plan and the consumer of its outcomes. */
  private record Order(Plan plan, Consumer<Outcome> outcomes) {}

  private final ChangeWriter writer;
  private final WriteLimits pace;
  private final BooleanSupplier mayWrite;
  private final InstantSource clock;
  private final Retries retries;
  private final Map<ActionKind, TokenBucket> buckets = new EnumMap<>(ActionKind.class);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread thread;

  private @Nullable Order newest;
  private boolean closed;

  /**
   * Starts its thread.
   *
   * @param writer who writes
   * @param mayWrite whether this replica leads, checked before every action
   */
  public ClusterActuator(
      ChangeWriter writer, WriteLimits pace, BooleanSupplier mayWrite, InstantSource clock) {
    this.writer = writer;
    this.pace = pace;
    this.mayWrite = mayWrite;
    this.clock = clock;
    this.retries = new Retries(pace, new SplittableRandom()::nextDouble);
    pace.perMinute().forEach((kind, count) -> buckets.put(kind, bucket(count)));
    this.thread = Thread.ofPlatform().name("plumbline-actuator").daemon().start(this::work);
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
    order(new Order(plan.value(), outcomes));
  }

  @Override
  public void stop() {
    order(new Order(Plan.NOTHING, outcome -> {}));
  }

  private void order(Order order) {
    lock.lock();
    try {
      newest = order;
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
      if (Thread.currentThread() != thread && !thread.join(LONGEST_END)) {
        LOG.warn("The action under way has not ended in time; it is left alone");
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  private void work() {
    Order order = null;
    List<Action> left = List.of();
    while (awaitWork(left)) {
      Order newer = takeNewest();
      if (newer != null) {
        order = newer;
        left = due(newer.plan());
        retries.retain(left);
      }
      if (order != null) {
        left = carryOut(order, left);
      }
    }
  }

  private List<Action> due(Plan plan) {
    List<Action> due = plan.actions().stream().filter(Action::due).toList();
    if (!mayWrite.getAsBoolean()) {
      return List.of();
    }
    try {
      return Stream.concat(due.stream(), writer.leftovers(plan).stream()).toList();
    } catch (RuntimeException e) {
      LOG.warn("Leftovers of earlier plans cannot be determined now", e);
      return due;
    }
  }

  /** Tries each of {@code actions} that may be tried now; returns those to be tried later. */
  private List<Action> carryOut(Order order, List<Action> actions) {
    List<Action> left = new ArrayList<>();
    for (Action action : actions) {
      if (interrupted() || !mayWrite.getAsBoolean()) {
        return List.of();
      }
      if (wait(action, clock.instant()).isPositive()) {
        left.add(action);
        continue;
      }
      TokenBucket bucket = buckets.get(action.kind());
      if (bucket != null) {
        var unused = bucket.take();
      }
      try {
        if (!carryOut(order, action)) {
          left.add(action);
        }
      } catch (NotLeadingException e) {
        LOG.info("Another replica leads: writing has stopped");
        return List.of();
      }
    }
    return left;
  }

  /** Tries {@code action} and reports its outcome; whether it is settled. */
  private boolean carryOut(Order order, Action action) {
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
    report(order, new Outcome(action.kind(), action.object(), result, code, message, now));
    return result == Result.DONE || result == Result.UNCHANGED;
  }

  private static void report(Order order, Outcome outcome) {
    try {
      order.outcomes().accept(outcome);
    } catch (RuntimeException e) {
      LOG.error("An outcome could not be reported", e);
    }
  }

  /** How long until {@code action} may be tried; zero or less when now. */
  private Duration wait(Action action, Instant now) {
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

  private @Nullable Order takeNewest() {
    lock.lock();
    try {
      Order order = newest;
      newest = null;
      return order;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a newer plan or until one of {@code left} may be tried again; false when closed. */
  private boolean awaitWork(List<Action> left) {
    lock.lock();
    try {
      while (!closed && newest == null) {
        Instant now = clock.instant();
        Duration pause =
            left.stream().map(each -> wait(each, now)).min(Duration::compareTo).orElse(null);
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
