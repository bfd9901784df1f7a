package dev.plumbline.record;

import dev.plumbline.action.Planner;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogReader;
import dev.plumbline.log.Seconds;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Replays a log: rules, facts and objects come only from the log, everything is settled and planned
 * again, and conclusions and plans are compared with the recorded ones, byte by byte. The machine,
 * its language and its time zone do not matter.
 */
public final class Replay {

  private static final long SCAN_BATCH = 1_000;

  private static final long PROGRESS_INTERVAL = 1_000;

  private final LogReader log;
  private final Consumer<String> progress;
  private final List<RuleSet> compiled;
  private final Planner planner;
  private boolean everySettlement;

  public Replay(LogReader log, Consumer<String> progress) {
    this(log, progress, List.of());
  }

  /**
   * The same.
   *
   * @param compiled rules that need not be compiled again where the log names their digest
   */
  public Replay(LogReader log, Consumer<String> progress, List<RuleSet> compiled) {
    this(log, progress, compiled, new ClusterPlanner());
  }

  Replay(LogReader log, Consumer<String> progress, List<RuleSet> compiled, Planner planner) {
    this.log = log;
    this.progress = progress;
    this.compiled = compiled;
    this.planner = planner;
  }

  /**
   * Settles those settlements again, too, that have no entry because nothing but the time changed:
   * that nothing else did is compared.
   */
  public Replay everySettlement() {
    everySettlement = true;
    return this;
  }

  /**
   * The result.
   *
   * @param first the entry that it began with: a state
   * @param recordedBy the versions of the program that recorded these entries, by their start
   *     entries, in order
   * @param plans how many of the decisions had a plan to compare with: logs of earlier versions do
   *     not tell the objects that plans are made from
   * @param skipped how many settlements without an entry were settled again
   * @param untold how many could not be, since several were recorded as one
   * @param differs the entry that differs; -1 when none does
   * @param difference how it differs, in full; null when it does not
   */
  public record Report(
      long first,
      long end,
      List<String> recordedBy,
      long decisions,
      long plans,
      long states,
      long skipped,
      long untold,
      long differs,
      @Nullable String difference,
      Duration took) {

    /** Decisions a second. */
    public long pace() {
      return took.isZero() ? 0 : decisions * 1_000_000_000L / Math.max(1, took.toNanos());
    }
  }

  /**
   * Runs entries again, from the last state at or before {@code from}, or else from the first one.
   */
  public Report run(long from, long to) {
    long end = Math.min(to, log.head().size());
    long first = start(Math.min(from, end));
    long begun = System.nanoTime();
    try (var rules = new RecordedRules(log, compiled);
        var rerun = new ReplaySession(log, rules, planner)) {
      if (everySettlement) {
        rerun.everySettlement();
      }
      var walk = new Walk(rerun, begun);
      Entry start = back(first, EntryKind.START);
      if (start != null) {
        walk.recordedBy.add(start.body().path("version").asText());
      }
      Entry serving = rules(first);
      if (serving != null) {
        String unused = rerun.take(serving);
      }
      if (!follows(first)) {
        rerun.begin();
      }
      new ReadAhead().read(log, first, end, rules::prepare, walk::take);
      return new Report(
          first,
          end,
          List.copyOf(walk.recordedBy),
          walk.decisions,
          rerun.plans(),
          walk.states,
          rerun.skipped(),
          rerun.untold(),
          walk.difference == null ? -1 : walk.last,
          walk.difference,
          Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  /**
   * What was true at a time, and by which rules it was judged, settled again up to there. Whole
   * seconds mean all of the second.
   *
   * @throws InvalidLogException when nothing was recorded by then, or what is recorded cannot be
   *     used, or what follows is not what is recorded
   */
  public Moment moment(Instant time) {
    long end = at(Seconds.endOf(time).plusNanos(1));
    if (end == 0) {
      throw new InvalidLogException(
          log.head().size() == 0
              ? "the log is empty"
              : "nothing was recorded by " + time + "; the log begins at " + entry(0).at());
    }
    Entry state = back(end, EntryKind.STATE);
    if (state == null) {
      throw new InvalidLogException("no state was recorded by " + time);
    }
    try (var rules = new RecordedRules(log, compiled);
        var rerun = new ReplaySession(log, rules, planner)) {
      var walk = new Walk(rerun, System.nanoTime());
      Entry serving = rules(state.sequence());
      if (serving != null) {
        String unused = rerun.take(serving);
      }
      if (!follows(state.sequence())) {
        rerun.begin();
      }
      log.read(state.sequence(), end, walk::take);
      if (walk.difference != null) {
        throw new InvalidLogException(
            "entry "
                + walk.last
                + ": replaying gives something else than is recorded: "
                + walk.difference);
      }
      RuleSet active = rerun.rules();
      if (active == null) {
        throw new InvalidLogException("no rules are recorded by " + time);
      }
      Entry last = entry(end - 1);
      return new Moment(last.sequence(), last.at(), active, rerun.facts());
    }
  }

  public record Moment(long sequence, Instant at, RuleSet rules, List<Fact> facts) {}

  private final class Walk {
    private final ReplaySession rerun;
    private final long begun;
    private final Set<String> recordedBy = new LinkedHashSet<>();
    private long decisions;
    private long states;
    private long last = -1;
    private @Nullable String difference;

    Walk(ReplaySession rerun, long begun) {
      this.rerun = rerun;
      this.begun = begun;
    }

    boolean take(Entry entry) {
      last = entry.sequence();
      if (entry.kind() == EntryKind.START) {
        recordedBy.add(entry.body().path("version").asText());
      }
      difference = rerun.take(entry);
      decisions += entry.kind() == EntryKind.DECISION ? 1 : 0;
      states += entry.kind() == EntryKind.STATE ? 1 : 0;
      if (entry.kind() == EntryKind.DECISION && decisions % PROGRESS_INTERVAL == 0) {
        long millis = Math.max(1, (System.nanoTime() - begun) / 1_000_000);
        progress.accept(
            "entry " + last + ": " + decisions + " decisions, " + decisions * 1000 / millis + "/s");
      }
      return difference == null;
    }
  }

  /** The place of the first entry at or after a time. */
  public long at(Instant time) {
    long low = 0;
    long high = log.head().size();
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (entry(middle).at().isBefore(time)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** When an entry was recorded. */
  public Instant time(long sequence) {
    return entry(sequence).at();
  }

  private Entry entry(long sequence) {
    var found = new AtomicReference<@Nullable Entry>();
    log.read(
        sequence,
        sequence + 1,
        entry -> {
          found.set(entry);
          return false;
        });
    Entry entry = found.get();
    if (entry == null) {
      throw new InvalidLogException("entry " + sequence + " does not exist");
    }
    return entry;
  }

  /** The last state at or before {@code from}; the first of all when there is none before. */
  private long start(long from) {
    Entry state = back(from + 1, EntryKind.STATE);
    if (state != null) {
      return state.sequence();
    }
    var found = new AtomicReference<@Nullable Entry>();
    log.read(
        from,
        log.head().size(),
        entry -> {
          found.set(entry.kind() == EntryKind.STATE ? entry : null);
          return found.get() == null;
        });
    state = found.get();
    if (state == null) {
      throw new InvalidLogException(
          "no state is recorded from entry " + from + " on: nothing can be replayed");
    }
    return state.sequence();
  }

  /** Whether a state follows a decision of its writer, and is not what a writer begins with. */
  private boolean follows(long state) {
    Entry start = back(state, EntryKind.START);
    Entry decision = back(state, EntryKind.DECISION);
    return start == null ? state > 0 : decision != null && start.sequence() < decision.sequence();
  }

  private @Nullable Entry rules(long state) {
    return back(state, EntryKind.RULES);
  }

  private @Nullable Entry back(long before, EntryKind kind) {
    var found = new AtomicReference<@Nullable Entry>();
    for (long end = before; end > 0 && found.get() == null; end -= SCAN_BATCH) {
      log.read(
          Math.max(0, end - SCAN_BATCH),
          end,
          entry -> {
            if (entry.kind() == kind) {
              found.set(entry);
            }
            return true;
          });
    }
    return found.get();
  }
}
