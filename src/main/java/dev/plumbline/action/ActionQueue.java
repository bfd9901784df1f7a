package dev.plumbline.action;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.action.ChangeWriter.NotLeadingException;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.client.ApiException;
import dev.plumbline.client.TokenBucket;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.log.Hashes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The due actions of the newest plan, executed one {@link #step} at a time while this replica is
 * the leader and within the {@link WriteLimits}. Has no thread, and takes the time from its clock
 * alone: {@link ClusterActuator} steps it as time passes, a simulation as it likes. Not
 * thread-safe.
 *
 * <ul>
 *   <li>What is remembered of images is written first, since others follow from it; then kinds of
 *       action go in their order. Within a kind, what changed last and what has waited longest take
 *       turns: news is not behind a backlog, and the backlog does not starve. A newer plan does not
 *       move an action that is equal.
 *   <li>What succeeded is done: while its content and its object stay the same, a newer plan does
 *       not execute it again, before {@link WriteLimits#recheck} says so. A recheck that finds
 *       nothing to write has no outcome.
 *   <li>Failed actions are retried while they are planned. Outdated ones wait for a plan that was
 *       made from another version of their object, and are retried if none arrives.
 * </ul>
 *
 * <p>A replica that stops to lead forgets what it has done: as the next leader it verifies all of
 * it once.
 */
public final class ActionQueue {

  private static final Logger LOG = Logger.getLogger(ActionQueue.class);

  private final ChangeWriter writer;
  private final WriteLimits limits;
  private final BooleanSupplier isLeader;
  private final InstantSource clock;
  private final Retries retries;
  private final Map<ActionKind, Lane> lanes = new LinkedHashMap<>();
  private final Map<Key, Work> known = new HashMap<>();

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
    this.limits = limits;
    this.isLeader = isLeader;
    this.clock = clock;
    this.retries = new Retries(limits, random);
    lanes.put(ActionKind.KEEP_IMAGE_VERDICTS, lane(ActionKind.KEEP_IMAGE_VERDICTS));
    for (ActionKind kind : ActionKind.values()) {
      lanes.computeIfAbsent(kind, this::lane);
    }
  }

  private Lane lane(ActionKind kind) {
    Integer perMinute = limits.perMinute().get(kind);
    return new Lane(perMinute == null ? null : bucket(perMinute));
  }

  private TokenBucket bucket(int perMinute) {
    if (perMinute < 1) {
      throw new IllegalArgumentException(
          "a limit of " + perMinute + " a minute lets nothing pass. Try: let the action observe.");
    }
    return new TokenBucket(Duration.ofMinutes(1).dividedBy(perMinute), perMinute, clock);
  }

  private record Key(ActionKind kind, ObjectRef object) {

    static Key of(Action action) {
      return new Key(action.kind(), action.object());
    }
  }

  /** One action, and how far it is. */
  private static final class Work {

    private Action action;

    /** What it depends on besides its content: the version of its object, the rule set. */
    private List<Object> basis;

    private Instant waiting;
    private @Nullable Instant changed;
    private @Nullable Instant done;
    private boolean reported;

    Work(Action action, List<Object> basis, Instant waiting, Instant changed) {
      this.action = action;
      this.basis = basis;
      this.waiting = waiting;
      this.changed = changed;
    }

    boolean isSame(Action other) {
      return Retries.desired(action).equals(Retries.desired(other));
    }
  }

  /** The works of a kind in the order of the plan. */
  private final class Lane {

    private final @Nullable TokenBucket bucket;
    private final List<Work> works = new ArrayList<>();
    private boolean newestIsNext = true;

    Lane(@Nullable TokenBucket bucket) {
      this.bucket = bucket;
    }

    /** What is to be executed now; null if nothing is. */
    @Nullable Work next(Instant now) {
      if (bucket != null && bucket.untilNext().isPositive()) {
        return null;
      }
      Work newest = null;
      Work longest = null;
      for (Work work : works) {
        if (dueAt(work, now).isAfter(now)) {
          continue;
        }
        if (work.changed != null
            && (newest == null || work.changed.isAfter(Objects.requireNonNull(newest.changed)))) {
          newest = work;
        }
        if (longest == null || work.waiting.isBefore(longest.waiting)) {
          longest = work;
        }
      }
      return newest != null && newestIsNext ? newest : longest;
    }

    /** When something is to be executed; null if nothing is. */
    @Nullable Instant due(Instant now) {
      Instant token = bucket == null ? now : now.plus(bucket.untilNext());
      return works.stream()
          .map(work -> dueAt(work, now))
          .min(Comparator.naturalOrder())
          .map(due -> due.isAfter(token) ? due : token)
          .orElse(null);
    }

    void take() {
      newestIsNext = !newestIsNext;
      if (bucket != null) {
        var unused = bucket.take();
      }
    }
  }

  /** When {@code work} is due, whatever the rate: not before {@code now}. */
  private Instant dueAt(Work work, Instant now) {
    Instant due = work.done == null ? retries.notBefore(work.action) : recheck(work, work.done);
    return due == null || due.isBefore(now) ? now : due;
  }

  private Instant recheck(Work work, Instant done) {
    return done.plus(limits.recheck(work.action.kind()));
  }

  /**
   * Replaces what is to be executed with the due actions of {@code plan} and what is left over of
   * earlier plans, which the writer may have to look up. A replica that is not the leader has none.
   *
   * @param outcomes receives the outcome of each attempt, within {@link #step}
   */
  public void submit(Plan plan, Consumer<Outcome> outcomes) {
    this.outcomes = outcomes;
    stop();
    List<Action> due = due(plan);
    retries.retain(due);
    Instant now = clock.instant();
    var planned = new HashSet<Key>();
    for (Action action : due) {
      Key key = Key.of(action);
      Work work = work(known.get(key), action, now);
      known.put(key, work);
      if (planned.add(key)) {
        lane(action).works.add(work);
      }
    }
    // What is not planned now is remembered as long as it would count as done.
    known
        .entrySet()
        .removeIf(
            entry ->
                !planned.contains(entry.getKey())
                    && (entry.getValue().done == null
                        || !dueAt(entry.getValue(), now).isAfter(now)));
  }

  private List<Action> due(Plan plan) {
    if (!isLeader.getAsBoolean()) {
      return List.of();
    }
    List<Action> due = plan.actions().stream().filter(Action::due).toList();
    try {
      return Stream.concat(due.stream(), writer.leftovers(plan).stream()).toList();
    } catch (RuntimeException e) {
      LOG.warn("Leftovers of earlier plans cannot be determined now", e);
      return due;
    }
  }

  private Work work(@Nullable Work before, Action action, Instant now) {
    List<Object> basis = List.of(version(action.change()), writer.basis(action));
    if (before == null || !before.isSame(action)) {
      return new Work(
          action, basis, before != null && before.done == null ? before.waiting : now, now);
    }
    if (!before.basis.equals(basis)) {
      retries.replanned(action);
      if (before.done != null) {
        before.done = null;
        before.waiting = now;
      }
    }
    before.action = action;
    before.basis = basis;
    return before;
  }

  private static Object version(Change change) {
    Object before =
        switch (change) {
          case Change.Apply apply -> apply.before();
          case Change.Patch patch -> patch.before();
          case Change.Status status -> status.before();
          case Change.Delete delete -> delete.before();
          case Change.TagImage tags -> tags.before();
          case Change.PublishFindings publish -> null;
          case Change.PublishReport publish -> null;
        };
    return Objects.requireNonNullElse(before, "");
  }

  private Lane lane(Action action) {
    return Objects.requireNonNull(lanes.get(action.kind()));
  }

  /** Drops what is to be executed; what is done stays done while this replica leads. */
  public void stop() {
    lanes.values().forEach(lane -> lane.works.clear());
    if (!isLeader.getAsBoolean()) {
      known.clear();
    }
  }

  /** Executes what is due next; false if nothing is due now. */
  public boolean step() {
    if (!isLeader.getAsBoolean()) {
      stop();
      return false;
    }
    Instant now = clock.instant();
    for (Lane lane : lanes.values()) {
      Work work = lane.next(now);
      if (work != null) {
        lane.take();
        execute(work);
        return true;
      }
    }
    return false;
  }

  /** When {@link #step} has something to execute, now if it has already; null if it never has. */
  public @Nullable Instant next() {
    Instant now = clock.instant();
    return lanes.values().stream()
        .map(lane -> lane.due(now))
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  /**
   * Writes; where no answer comes, it is found out whether the write happened: a second attempt, at
   * once, then has nothing to change.
   */
  private Written write(Action action) {
    try {
      return writer.write(action);
    } catch (WriteFaultException e) {
      if (!e.code().equals(ApiException.TIMEOUT) || Thread.currentThread().isInterrupted()) {
        throw e;
      }
      Written second = writer.write(action);
      return second.result() == Result.UNCHANGED
          ? new Written(Result.DONE, "found written after: " + e.getMessage(), second.manager())
          : second;
    }
  }

  private void execute(Work work) {
    Action action = work.action;
    Result result;
    String code = null;
    String message;
    String manager = null;
    try {
      Written written = write(action);
      manager = written.manager();
      result = written.result();
      message = written.message();
    } catch (WriteFaultException e) {
      result = Result.FAILED;
      code = e.code();
      message = String.valueOf(e.getMessage());
    } catch (NotLeadingException e) {
      LOG.info("Another replica leads: writing has stopped");
      stop();
      known.clear();
      return;
    } catch (RuntimeException e) {
      LOG.errorf(e, "Internal error (bug) in an action: kind=%s", action.kind().wire());
      result = Result.FAILED;
      code = "InternalFault";
      message = "internal error (bug): " + e + ". Try: report it with the log of this time.";
    }
    Instant now = clock.instant();
    boolean isKnown = result == Result.UNCHANGED && work.reported;
    switch (result) {
      case DONE, UNCHANGED -> retries.succeeded(action);
      case OUTDATED -> retries.outdated(action, now);
      case FAILED -> retries.failed(action, String.valueOf(code), now);
    }
    work.changed = null;
    work.reported = result == Result.DONE || result == Result.UNCHANGED;
    work.done = work.reported ? now : null;
    work.waiting = work.reported ? recheck(work, now) : now;
    if (!isKnown) {
      String value = action.change().value();
      String digest = value == null ? null : Hashes.hex(Hashes.of(value.getBytes(UTF_8)));
      report(
          new Outcome(action.kind(), action.object(), result, code, message, now, digest, manager));
    }
  }

  private void report(Outcome outcome) {
    try {
      outcomes.accept(outcome);
    } catch (RuntimeException e) {
      LOG.error("An outcome could not be reported", e);
    }
  }
}
