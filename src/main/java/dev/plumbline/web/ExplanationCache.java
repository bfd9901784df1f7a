package dev.plumbline.web;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.log.AlteredLogException;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogReader;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.record.Replay;
import dev.plumbline.why.CompiledRules;
import dev.plumbline.why.Explanations;
import dev.plumbline.why.Goal;
import dev.plumbline.why.Suggestions;
import dev.plumbline.why.Suggestions.Budget;
import dev.plumbline.why.Suggestions.Copy;
import dev.plumbline.why.Suggestions.Ended;
import dev.plumbline.why.Suggestions.Search;
import dev.plumbline.why.WhatIfSession;
import dev.plumbline.why.WhyNot.Absence;
import dev.plumbline.why.World;
import dev.plumbline.work.Worker;
import jakarta.enterprise.context.ApplicationScoped;
import java.lang.ref.SoftReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Explains the current state or a recorded one; caches what is expensive to prepare, and keeps it
 * up to date off the way of requests while somebody asks.
 */
@ApplicationScoped
class ExplanationCache implements HostEvents {

  private static final Logger LOG = Logger.getLogger(ExplanationCache.class);

  private static final Duration BACKGROUND = Duration.ofMinutes(2);

  private static final String RESTORING = "restore the copy";

  private static final long MAX_WAIT_MILLIS = 1000;

  /** How long a question waits at most while the copy is restored. */
  private static final Duration STEP = Duration.ofMillis(5);

  /** For how long the copy follows the state after a question. */
  private static final Duration FOLLOWS = Duration.ofMinutes(10);

  /** For how long a copy is not made again after the memory was too small for one. */
  private static final Duration NO_MEMORY = Duration.ofMinutes(5);

  /** What changes are tried for with a copy that was made for this question. */
  private static final Duration FIRST_TIMEOUT = Duration.ofSeconds(2);

  /** Of the heap: what may be in use with a copy; beyond it, settling ends. */
  private static final double FULL = 0.8;

  /** Bytes that a settled session takes for each fact and conclusion. */
  private static final long BYTES_EACH = 3_000;

  /** The state that is explained, with its indexes. */
  private record Prepared(
      SortedMap<String, List<Fact>> facts, String digest, Explanations explanations) {

    boolean of(HostSnapshot live) {
      return facts == live.facts() && digest.equals(live.rules().digest());
    }
  }

  /** A what-if session on a copy of the facts. */
  private record WhatIfCopy(
      SortedMap<String, List<Fact>> facts, String digest, WhatIfSession session) {

    boolean of(HostSnapshot live) {
      return facts == live.facts() && digest.equals(live.rules().digest());
    }
  }

  private final HostState published;
  private final Semaphore turn = new Semaphore(1);
  private volatile SoftReference<@Nullable Prepared> prepared = new SoftReference<>(null);
  private volatile SoftReference<@Nullable WhatIfCopy> copy = new SoftReference<>(null);
  private volatile long queried = System.nanoTime() - FOLLOWS.toNanos();
  private volatile long noMemory = System.nanoTime() - NO_MEMORY.toNanos();
  private volatile @Nullable CompiledRules forms;

  ExplanationCache(HostState published) {
    this.published = published;
  }

  Explanations of(HostSnapshot live) {
    Prepared known = prepared.get();
    return known != null && known.of(live) ? known.explanations() : prepare(live);
  }

  private Explanations prepare(HostSnapshot live) {
    var created = new Explanations(forms(live), new World(facts(live), live.settlement()));
    prepared = new SoftReference<>(new Prepared(live.facts(), live.rules().digest(), created));
    return created;
  }

  private synchronized CompiledRules forms(HostSnapshot live) {
    CompiledRules known = forms;
    if (known == null || !known.digest().equals(live.rules().digest())) {
      known = new CompiledRules(live.rules());
      forms = known;
    }
    return known;
  }

  /**
   * Looks for changes after which a conclusion holds, until the time is over. A settlement that is
   * under way then is not waited for: it ends by itself, and the copy is the next one's.
   */
  Search search(
      HostSnapshot live, Explanations explanations, Goal goal, Absence absence, Budget budget) {
    Lease lease = copy(live, budget);
    Suggestions suggestions;
    FutureTask<Search> search;
    try {
      suggestions = explanations.suggestions(lease, lease.budget());
      search = new FutureTask<>(() -> searched(suggestions, goal, absence, lease));
      inBackground("try changes", search);
    } catch (RuntimeException | Error e) {
      // Else nobody gets the copy any more.
      lease.close();
      throw e;
    }
    try {
      return search.get(lease.budget().left(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return suggestions.soFar();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return suggestions.soFar();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static Search searched(Suggestions suggestions, Goal goal, Absence absence, Lease lease) {
    try (lease) {
      return suggestions.of(goal, absence);
    } catch (RuntimeException e) {
      // The answer may be sent already.
      LOG.error("internal error (bug): changes could not be tried", e);
      throw e;
    }
  }

  /**
   * A what-if session for one question, which has it alone from its first change until it is
   * closed; it is restored while the response is sent. Where none is kept it is made at once, and
   * the question gets more time.
   */
  private Lease copy(HostSnapshot live, Budget budget) {
    queried = System.nanoTime();
    var lease = new Lease(live, budget);
    WhatIfCopy known = copy.get();
    if (known == null || !known.digest().equals(live.rules().digest())) {
      lease.first();
    }
    return lease;
  }

  /** The copy of one question. */
  private final class Lease implements Copy, AutoCloseable {

    private final HostSnapshot live;
    private Budget budget;
    private boolean acquired;
    private Ended missing = Ended.BUSY;
    private @Nullable WhatIfSession session;

    private Lease(HostSnapshot live, Budget budget) {
      this.live = live;
      this.budget = budget;
    }

    Budget budget() {
      return budget;
    }

    private void first() {
      acquire(Duration.ofMillis(MAX_WAIT_MILLIS).toNanos());
      if (session != null && budget.limit().compareTo(FIRST_TIMEOUT) < 0) {
        budget = Budget.of(FIRST_TIMEOUT);
      }
    }

    @Override
    public @Nullable WhatIfSession session() {
      if (!acquired) {
        acquire(budget.left());
      }
      return session;
    }

    private void acquire(long nanos) {
      acquired = acquired(nanos);
      if (acquired) {
        session = current(live);
        missing = session == null ? Ended.MEMORY : missing;
      }
    }

    @Override
    public Ended missing() {
      return missing;
    }

    @Override
    public void close() {
      if (acquired) {
        inBackground(RESTORING, ExplanationCache.this::restore);
      }
    }
  }

  /**
   * Follows the state while no question has the copy: the one that has it does so at its end. What
   * nobody has asked for lately is discarded.
   */
  @Override
  public void settled(HostSnapshot live, Duration took, int changes) {
    boolean queriedLately = System.nanoTime() - queried < FOLLOWS.toNanos();
    if (!queriedLately) {
      copy = new SoftReference<>(null);
    }
    if (copy.get() == null) {
      // It is of a state that is over, and nothing brings it up to this one.
      discard(live);
    } else if (turn.tryAcquire()) {
      inBackground(RESTORING, this::restore);
    }
  }

  private void discard(HostSnapshot live) {
    Prepared known = prepared.get();
    if (known != null && !known.of(live)) {
      prepared = new SoftReference<>(null);
    }
    CompiledRules compiled = forms;
    if (compiled != null && !compiled.digest().equals(live.rules().digest())) {
      forms = null;
    }
  }

  private static void inBackground(String stage, Runnable work) {
    Worker.of("plumbline-why-not", Worker.stage(stage, BACKGROUND, work)).start();
  }

  /** Makes the copy one of the state of now; then it is the next one's turn. */
  private void restore() {
    do {
      try {
        WhatIfCopy known = copy.get();
        HostSnapshot live = published.now();
        if (known != null && live != null) {
          if (!known.of(live)) {
            current(live);
          }
          follow(live);
          while (!known.session().restore(System.nanoTime() + STEP.toNanos())
              && !turn.hasQueuedThreads()) {
            // Nobody waits for it yet; who does can try changes with what is left to restore.
          }
        }
      } catch (RuntimeException e) {
        LOG.warn("The copy of the facts for why-not could not be restored; it is made anew", e);
        copy = new SoftReference<>(null);
      } finally {
        turn.release();
      }
    } while (isBehind() && turn.tryAcquire());
  }

  private boolean isBehind() {
    WhatIfCopy known = copy.get();
    HostSnapshot live = published.now();
    return known != null && live != null && !known.of(live);
  }

  /** Has the indexes ready that questions about the state before have needed. */
  private void follow(HostSnapshot live) {
    Prepared known = prepared.get();
    if (known != null && !known.of(live)) {
      var next = new Explanations(forms(live), new World(facts(live), live.settlement()));
      next.world().indexAs(known.explanations().world());
      prepared = new SoftReference<>(new Prepared(live.facts(), live.rules().digest(), next));
    }
  }

  /** Runs {@code work} on the facts recorded at {@code time}, settled again; one call at a time. */
  <T> T recorded(List<RuleSet> compiled, LogReader log, Instant time, Recorded<T> work) {
    if (!acquired(Duration.ofMillis(MAX_WAIT_MILLIS).toNanos())) {
      throw Problem.busy("changes are being tried for another request. Try: again in a second.");
    }
    try {
      Replay.Moment moment = moment(compiled, log, time);
      try (var trial = new WhatIfSession(moment.rules(), moment.facts())) {
        var world = new World(moment.facts(), trial.settlement());
        return work.apply(
            moment, new Explanations(new CompiledRules(moment.rules()), world), trial);
      }
    } finally {
      turn.release();
    }
  }

  @FunctionalInterface
  interface Recorded<T> {
    T apply(Replay.Moment moment, Explanations explanations, WhatIfSession trial);
  }

  private static Replay.Moment moment(List<RuleSet> compiled, LogReader log, Instant time) {
    try {
      return new Replay(log, line -> {}, compiled).moment(time);
    } catch (AlteredLogException e) {
      throw e;
    } catch (InvalidLogException e) {
      throw Problem.notFound(e.getMessage() + ".");
    }
  }

  private boolean acquired(long nanos) {
    try {
      return turn.tryAcquire(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The copy brought up to a state; null when the memory is too small for it. */
  private @Nullable WhatIfSession current(HostSnapshot live) {
    WhatIfCopy known = copy.get();
    String digest = live.rules().digest();
    if (known != null && known.of(live)) {
      return known.session();
    }
    try {
      WhatIfSession session;
      if (known != null && known.digest().equals(digest)) {
        session = known.session();
        session.replaceAll(facts(live));
      } else if (hasMemory(live)) {
        session = new WhatIfSession(live.rules(), facts(live));
      } else {
        return null;
      }
      copy = new SoftReference<>(new WhatIfCopy(live.facts(), digest, session));
      return session;
    } catch (InvalidRulesException e) {
      // The host has settled on the same facts, so that only the memory can be why.
      LOG.warn("There is not enough memory for a copy of the facts; why-not tries no changes", e);
      copy = new SoftReference<>(null);
      noMemory = System.nanoTime();
      return null;
    }
  }

  private boolean hasMemory(HostSnapshot live) {
    if (System.nanoTime() - noMemory < NO_MEMORY.toNanos()) {
      return false;
    }
    long facts = live.facts().values().stream().mapToLong(List::size).sum();
    long needed = (facts + live.settlement().size()) * BYTES_EACH;
    if (isFull(needed)) {
      System.gc();
      if (isFull(needed)) {
        noMemory = System.nanoTime();
        return false;
      }
    }
    return true;
  }

  private static boolean isFull(long more) {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory() + more > FULL * runtime.maxMemory();
  }

  private static Collection<Fact> facts(HostSnapshot live) {
    return live.facts().values().stream().flatMap(List::stream).toList();
  }
}
