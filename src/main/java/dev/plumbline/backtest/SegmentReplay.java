package dev.plumbline.backtest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.engine.RuleScope;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.engine.RuleSession.SettleOverrun;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.RecordType;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.log.Entry;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogReader;
import dev.plumbline.record.RecordedEntries;
import dev.plumbline.record.RecordedEntries.FactChanges;
import dev.plumbline.record.SkippedSettlements;
import dev.plumbline.revision.RevisionDifference;
import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides a segment again: the recorded facts go, change by change, into two sessions, one of the
 * rules that decided and one of the other rules, and what they conclude is compared after each.
 */
public final class SegmentReplay implements AutoCloseable {

  private static final String AMI = RecordType.name(Ami.class) + "/";

  private final LogReader log;
  private final RecordedEntries entries;
  private final LogSegment segment;
  private final RuleChange change;
  private final TimeWindow window;

  /** Whether it ends as soon as anything differs, which only then takes all rules of the scope. */
  private final boolean core;

  private final OpenDifferences open;
  private final NodeCounts nodes = new NodeCounts();

  /** The recorded facts of the types that are read. */
  private final Map<String, Fact> facts = new HashMap<>();

  /** The types of facts that are read by any of the rules that decide here. */
  private final Set<String> reads = new HashSet<>(Set.of(NodeCounts.TYPE));

  /** The recorded facts with times that pass, whether they are read or not. */
  private final Map<String, Fact> timed = new HashMap<>();

  private @Nullable ObjectNode rules;

  /** Whether other rules decide from the next decision on. */
  private boolean exchanged;

  private @Nullable Sides sides;

  /** Whether all facts must be read again before the next decision: a writer began. */
  private boolean interrupted;

  private @Nullable Instant last;
  private long decisions;
  private long settled;
  private long differing;
  private long observed;
  private final SortedSet<String> deviating = new TreeSet<>();

  private SegmentReplay(
      LogReader log, LogSegment segment, RuleChange change, TimeWindow window, boolean core) {
    this.core = core;
    this.log = log;
    this.entries = new RecordedEntries(log);
    this.segment = segment;
    this.change = change;
    this.window = window;
    this.open = new OpenDifferences(segment.cluster(), window);
  }

  /**
   * The difference of a segment: a pure function of the log and both rule sets. What keeps it from
   * being decided again is a part of the answer.
   */
  public static SegmentDifference of(
      LogReader log, LogSegment segment, RuleChange change, TimeWindow window) {
    try {
      SegmentDifference none = change.hasCore() ? replay(log, segment, change, window, true) : null;
      return none != null
          ? none
          : Objects.requireNonNull(replay(log, segment, change, window, false));
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      return SegmentDifference.failed(
          segment.id(),
          e instanceof InvalidLogException || e instanceof InvalidInputException
              ? String.valueOf(e.getMessage())
              : e.toString());
    }
  }

  /** The difference; null when only all rules of the scope tell it. */
  private static @Nullable SegmentDifference replay(
      LogReader log, LogSegment segment, RuleChange change, TimeWindow window, boolean core) {
    try (var replay = new SegmentReplay(log, segment, change, window, core)) {
      return replay.run();
    }
  }

  /** Both sessions, and what they last concluded. */
  private static final class Sides implements AutoCloseable {
    private final RuleScope scope;
    private final PolicyChange policy;
    private final Set<String> types;

    /** The types that can be compared with what was recorded. */
    private final Set<String> recorded;

    private final RuleSession before;
    private final RuleSession after;
    private Settlement one = Settlement.NONE;
    private Settlement other = Settlement.NONE;

    Sides(RuleChange.Compared compared, boolean core) {
      scope = compared.scope(core);
      policy = Objects.requireNonNull(compared.policy());
      types = new HashSet<>(scope.affected());
      if (!core) {
        types.removeAll(RevisionDifference.LEFT_OUT);
      }
      recorded = new HashSet<>(scope.whole());
      recorded.removeAll(RevisionDifference.LEFT_OUT);
      before = scope.before();
      after = scope.after();
    }

    /** The recorded fact of a key, or that there is none. */
    boolean see(String key, @Nullable Fact recorded) {
      boolean changed = recorded == null ? before.delete(key) : before.put(recorded);
      Fact seen = policy.seen(key, recorded);
      return changed | (seen == null ? after.delete(key) : after.put(seen));
    }

    @Override
    public void close() {
      before.close();
      after.close();
    }
  }

  private @Nullable SegmentDifference run() {
    if (segment.rules().isEmpty()) {
      throw new InvalidLogException(
          "the log does not hold the rules that were active then. Try: the bucket that has all of"
              + " it");
    }
    for (long each : segment.rules().reversed()) {
      log.read(
          each,
          each + 1,
          entry -> {
            rules = entry.body();
            return false;
          });
      reads.addAll(compared().scope(core).reads());
    }
    log.read(
        segment.from(),
        segment.to(),
        entry -> {
          take(entry);
          return !core || open.isEmpty();
        });
    if (core && !open.isEmpty()) {
      return null;
    }
    if (last != null && segment.end() != null) {
      pass(segment.end());
    }
    return new SegmentDifference(
        1,
        decisions,
        settled,
        differing,
        observed,
        open.totals(),
        open.images(),
        Collections.unmodifiableSortedSet(deviating),
        Collections.emptySortedSet());
  }

  private void take(Entry entry) {
    try {
      switch (entry.kind()) {
        case START -> {
          last = null;
          interrupted = true;
        }
        case STATE -> {
          pass(entry.at());
          if (sides == null || interrupted) {
            begin(entry.body());
          } else if (exchanged) {
            exchange();
          }
          last = entry.at();
          boolean unused = open.recorded(entry.sequence(), entry.at(), false);
        }
        case RULES -> {
          pass(entry.at());
          rules = entry.body();
          exchanged = true;
        }
        case DECISION -> decide(entry);
        case STOP, LEADER, OUTCOME -> pass(entry.at());
      }
    } catch (IllegalArgumentException | IOException | InvalidInputException e) {
      throw new InvalidLogException("entry " + entry.sequence() + ": " + e.getMessage());
    }
  }

  /** What is open lasts until then; nothing does while nobody records. */
  private void pass(Instant at) {
    if (last != null) {
      open.lasts(last, at, nodes, this::created);
      observed += window.millis(last, at);
      last = at;
    }
  }

  /** The creation date of an image; null where the facts do not have it. */
  private @Nullable Instant created(String image) {
    return facts.get(AMI + image) instanceof Ami ami ? ami.creationDate() : null;
  }

  private void begin(ObjectNode state) throws IOException {
    compare();
    Sides now = Objects.requireNonNull(sides);
    facts.clear();
    timed.clear();
    nodes.clear();
    for (Fact fact : entries.facts(state, this::isNeeded)) {
      boolean unused = put(now, fact, false);
    }
    fill(now);
    if (!interrupted && !entries.reproduces(state, now.one, now.recorded)) {
      deviating.add(segment.id());
    }
    interrupted = false;
  }

  /** Other rules decide from here on. */
  private void exchange() {
    if (sides == null) {
      throw new IllegalArgumentException("no state is recorded before these rules");
    }
    compare();
    fill(Objects.requireNonNull(sides));
  }

  private void compare() {
    RuleChange.Compared compared = compared();
    if (sides != null) {
      sides.close();
    }
    sides = new Sides(compared, core);
    exchanged = false;
    open.reset();
  }

  private RuleChange.Compared compared() {
    ObjectNode body = Objects.requireNonNull(rules);
    return change.with(body.path("digest").asText(), () -> entries.rules(body));
  }

  private void fill(Sides now) {
    facts.forEach((key, fact) -> now.see(key, fact));
    for (String key : now.policy.keys()) {
      now.see(key, facts.get(key));
    }
    settle(now);
  }

  private boolean isNeeded(String type) {
    return reads.contains(type) || SkippedSettlements.isTimed(type);
  }

  /**
   * Takes a recorded fact.
   *
   * @param seen whether the sessions see it at once
   * @return whether it is another one for either of them
   */
  private boolean put(Sides now, Fact fact, boolean seen) {
    String type = fact.getClass().getSimpleName();
    if (SkippedSettlements.isTimed(type)) {
      timed.put(fact.key(), fact);
    }
    if (!reads.contains(type)) {
      return false;
    }
    nodes.put(fact);
    facts.put(fact.key(), fact);
    return seen && now.see(fact.key(), fact);
  }

  private void decide(Entry entry) throws IOException {
    if (sides == null || interrupted) {
      throw new IllegalArgumentException("no state is recorded before this decision");
    }
    if (exchanged) {
      exchange();
    }
    Sides now = Objects.requireNonNull(sides);
    boolean changed = skipped(entry, now);
    pass(entry.at());
    FactChanges changes = entries.changes(entry.body(), this::isNeeded);
    for (String key : changes.removed()) {
      nodes.remove(key);
      timed.remove(key);
      if (facts.remove(key) != null) {
        changed |= now.see(key, null);
      }
    }
    for (Fact fact : changes.put()) {
      changed |= put(now, fact, true);
    }
    if (changed) {
      settle(now);
    }
    count(entry.sequence(), entry.at(), changed);
  }

  /**
   * Decides the settlements before this decision again that have no entry of their own.
   *
   * @return whether a session still sees times of them
   */
  private boolean skipped(Entry entry, Sides now) {
    List<Fact> recorded = List.copyOf(timed.values());
    List<List<Fact>> settlements = SkippedSettlements.in(entry.body(), recorded);
    for (List<Fact> times : settlements) {
      boolean changed = false;
      Instant at = last;
      for (Fact fact : times) {
        changed |= put(now, fact, true);
        if (fact instanceof EvaluationTime time && at != null && time.instant().isAfter(at)) {
          at = time.instant();
        }
      }
      Instant then = at != null && at.isAfter(entry.at()) ? entry.at() : at;
      if (then != null) {
        pass(then);
      }
      if (changed) {
        settle(now);
      }
      if (then != null) {
        count(entry.sequence(), then, changed);
      }
    }
    // The decision tells what differs from the entry before.
    boolean restored = false;
    if (!settlements.isEmpty()) {
      for (Fact fact : recorded) {
        restored |= put(now, fact, true);
      }
    }
    return restored;
  }

  private void count(long entry, Instant at, boolean changed) {
    last = at;
    if (window.holds(at)) {
      decisions++;
      settled += changed ? 1 : 0;
    }
    differing += open.recorded(entry, at, true) ? 1 : 0;
  }

  private void settle(Sides now) {
    Settlement one = settled(now.before, change.limits(), "the rules that decided");
    Settlement other = settled(now.after, change.limits(), "the other rules");
    open.update(one.since(now.one), other.since(now.other), one, other, now.types::contains);
    now.one = one;
    now.other = other;
  }

  private static Settlement settled(RuleSession session, SettleLimits limits, String whose) {
    return switch (session.settle(limits)) {
      case Settlement settlement -> settlement;
      case SettleOverrun overrun ->
          throw new IllegalArgumentException(whose + ": " + overrun.message());
    };
  }

  @Override
  public void close() {
    if (sides != null) {
      sides.close();
    }
  }
}
