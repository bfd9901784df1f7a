package dev.plumbline.action;

import dev.plumbline.action.ChangeWriter.NotLeadingException;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.client.TokenBucket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The due actions of the newest plan, executed one {@link #step} at a time in plan order, while
 * this replica is the leader and within the {@link WriteLimits}. Failed actions are retried while
 * they are planned; outdated ones wait for the next plan, and are retried if none arrives. Has no
 * thread, and takes the time from its clock alone: {@link ClusterActuator} steps it as time passes,
 * a simulation as it likes. Not thread-safe.
 */
public final class ActionQueue {

  private static final Logger LOG = Logger.getLogger(ActionQueue.class);

  private final ChangeWriter writer;
  private final BooleanSupplier isLeader;
  private final InstantSource clock;
  private final Retries retries;
  private final Map<ActionKind, TokenBucket> buckets = new EnumMap<>(ActionKind.class);

  private List<Action> pending = List.of();
  private Consumer<Outcome> outcomes = outcome -> {};

  /**
   * An empty queue.
   *
   * @param random in [0, 1): the jitter of retries
   * @throws IllegalArgumentException if a limit lets nothing pass
   */
  public ActionQueue(
      ChangeWriter writer,
      WriteLimits limits,
      BooleanSupplier isLeader,
      InstantSource clock,
      DoubleSupplier random) {
    this.writer = writer;
    this.isLeader = isLeader;
    this.clock = clock;
    this.retries = new Retries(limits, random);
    limits.perMinute().forEach((kind, count) -> buckets.put(kind, bucket(count)));
  }

  private TokenBucket bucket(int perMinute) {
    if (perMinute < 1) {
      throw new IllegalArgumentException(
          "a limit of " + perMinute + " a minute lets nothing pass. Try: let the action observe.");
    }
    return new TokenBucket(Duration.ofMinutes(1).dividedBy(perMinute), perMinute, clock);
  }

  /**
   * Replaces what is pending with the due actions of {@code plan} and what is left over of earlier
   * plans, which the writer may have to look up. A replica that is not the leader has none.
   *
   * @param outcomes receives the outcome of each attempt, within {@link #step}
   */
  public void submit(Plan plan, Consumer<Outcome> outcomes) {
    this.outcomes = outcomes;
    pending = new ArrayList<>(due(plan));
    retries.retain(pending);
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

  /** Executes the first action that may be executed now; false if there is none. */
  public boolean step() {
    if (!isLeader.getAsBoolean()) {
      pending = List.of();
      return false;
    }
    Instant now = clock.instant();
    for (int place = 0; place < pending.size(); place++) {
      Action action = pending.get(place);
      if (!readyAt(action, now).isAfter(now)) {
        execute(action, place);
        return true;
      }
    }
    return false;
  }

  /** When the next action may be executed, now if one may be already; null if none is pending. */
  public @Nullable Instant next() {
    Instant now = clock.instant();
    return pending.stream()
        .map(action -> readyAt(action, now))
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  /** When {@code action} may be executed: not before {@code now}. */
  private Instant readyAt(Action action, Instant now) {
    TokenBucket bucket = buckets.get(action.kind());
    Instant token = bucket == null ? now : now.plus(bucket.untilNext());
    Instant notBefore = retries.notBefore(action);
    return notBefore != null && notBefore.isAfter(token) ? notBefore : token;
  }

  private void execute(Action action, int place) {
    TokenBucket bucket = buckets.get(action.kind());
    if (bucket != null) {
      var unused = bucket.take();
    }
    try {
      if (attempt(action)) {
        pending.remove(place);
      }
    } catch (NotLeadingException e) {
      LOG.info("Another replica leads: writing has stopped");
      pending = List.of();
    }
  }

  /** Executes {@code action} and reports its outcome; false if it must be retried. */
  private boolean attempt(Action action) {
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
    report(new Outcome(action.kind(), action.object(), result, code, message, now));
    return result == Result.DONE || result == Result.UNCHANGED;
  }

  private void report(Outcome outcome) {
    try {
      outcomes.accept(outcome);
    } catch (RuntimeException e) {
      LOG.error("An outcome could not be reported", e);
    }
  }
}
