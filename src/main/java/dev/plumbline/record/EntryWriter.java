package dev.plumbline.record;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.LogFaultException;
import dev.plumbline.log.Recorded;
import dev.plumbline.log.SortedNodes;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.record.EntryBodies.PlanDifference;
import dev.plumbline.record.RecordingQueue.PendingDecision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes one open log, batch by batch: what is not durable is taken not to have been written, and
 * can be written again. Not thread-safe.
 */
final class EntryWriter implements AutoCloseable {

  private static final JsonNodeFactory JSON = SortedNodes.INSTANCE;

  private final DecisionLog log;
  private final WriterIdentity writer;
  private final RevisionEventBuffer revisions;
  private final SecretMask masked;
  private final EntryBodies bodies;
  private final StateWriter states;

  private @Nullable HostSnapshot last;
  private Instant at = Instant.MIN;
  private Plan plan = Plan.NOTHING;
  private final Map<String, Long> plannedBy = new HashMap<>();
  private long decision = -1;
  private int sinceState;
  private long entries;
  private @Nullable ObjectNode cut;
  private Duration idleEvery = Duration.ZERO;
  private Map<String, String> program = Map.of();
  private @Nullable HostSnapshot lastIdle;
  private SkippedSettlements skippedBefore = new SkippedSettlements(new TreeMap<>());
  private @Nullable Recorded<Plan> recorded;

  EntryWriter(
      DecisionLog log, WriterIdentity writer, RevisionEventBuffer revisions, SecretMask masked) {
    this(log, writer, revisions, masked, EntryBodies.FORM);
  }

  /**
   * The same.
   *
   * @param form of the entries: an earlier one to compare with
   */
  EntryWriter(
      DecisionLog log,
      WriterIdentity writer,
      RevisionEventBuffer revisions,
      SecretMask masked,
      int form) {
    this.bodies = new EntryBodies(form);
    this.states = new StateWriter(bodies);
    this.log = log;
    this.writer = writer;
    this.revisions = revisions;
    this.masked = masked;
  }

  /** The torn tail that was cut off when the log was opened, for the start entry; null for none. */
  EntryWriter afterCut(@Nullable ObjectNode found) {
    cut = found;
    return this;
  }

  /**
   * What the program is made of and runs on, for the start entry: commit, java, drools, quarkus.
   */
  EntryWriter program(Map<String, String> parts) {
    program = Map.copyOf(parts);
    return this;
  }

  /**
   * Records a settlement with which only time passed no more often than this. The next decision has
   * those in between ({@link SkippedSettlements}).
   */
  EntryWriter idleEvery(Duration interval) {
    idleEvery = interval;
    return this;
  }

  /** A batch as it grows, with what is true once it is durable. */
  private final class Batch {
    private final List<Draft> drafts = new ArrayList<>();
    private final Map<String, Integer> planned = new HashMap<>();
    private final List<String> digests = new ArrayList<>();
    private @Nullable HostSnapshot newest = last;
    private Instant time = at;
    private Plan newPlan = plan;
    private int decisions = sinceState;
    private int lastDecision = -1;
    private @Nullable HostSnapshot idle = lastIdle;
    private SkippedSettlements skipped = skippedBefore.copy();

    private void add(Instant when, EntryKind kind, ObjectNode body) {
      // Entries stand in the order of their times.
      time = when.isBefore(time) ? time : when;
      masked.apply(body);
      EntryBodies.shrink(body, log);
      drafts.add(new Draft(time, kind, body));
    }

    private void add(Outcome outcome) {
      String key = outcome.kind().wire() + " " + outcome.object().key();
      // What an earlier plan left over was dropped by the newest decision.
      ObjectNode body = EntryBodies.outcome(outcome, plannedBy.getOrDefault(key, decision));
      add(outcome.at(), EntryKind.OUTCOME, body);
    }

    private void begin(HostSnapshot live) {
      ObjectNode start =
          JSON.objectNode()
              .put("version", writer.version())
              .put("origin", log.head().origin())
              .put("writer", writer.identity())
              .put("mode", writer.mode());
      if (!program.isEmpty()) {
        program.forEach(start.putObject("program")::put);
      }
      if (cut != null) {
        start.set("cut", cut.deepCopy());
      }
      add(live.at(), EntryKind.START, start);
      add(live.at(), EntryKind.LEADER, leads(true));
      rules(live);
      state(live);
      newest = live;
    }

    private void decide(PendingDecision pending) {
      HostSnapshot live = pending.live();
      if (newest == null) {
        begin(live);
      }
      boolean other =
          !live.rules().digest().equals(Objects.requireNonNull(newest).rules().digest());
      if (other) {
        recordIdle(); // by the rules that it was settled with
        rules(live);
      }
      HostSnapshot before = Objects.requireNonNull(newest);
      PlanDifference difference = PlanDifference.between(newPlan, live.plan());
      ObjectNode body = bodies.decision(before, live, difference);
      boolean begun = lastDecision >= 0 || decision >= 0;
      boolean soon = live.at().isBefore(before.at().plus(idleEvery));
      // What stands for several was not the same at each of them.
      if (begun && !other && soon && pending.settlements() == 1) {
        if (EntryBodies.isIdle(body, before, live)) {
          skipIdle(before);
          idle = live;
          newPlan = live.plan();
          return;
        }
      }
      skipIdle(before);
      record(body, live, pending.settlements());
      difference.planned().keySet().forEach(key -> planned.put(key, lastDecision));
      if (other || decisions >= writer.stateEvery()) {
        state(live);
      }
    }

    private void record(ObjectNode body, HostSnapshot live, long settlements) {
      body.put("spans", settlements + skipped.settlements());
      skipped.write(body);
      lastDecision = drafts.size();
      add(live.at(), EntryKind.DECISION, body);
      newest = live;
      newPlan = live.plan();
      skipped = new SkippedSettlements(new TreeMap<>());
      idle = null;
      decisions++;
    }

    /** Counts the last settlement in which only time passed, if there is one. */
    private void skipIdle(HostSnapshot recorded) {
      if (idle != null) {
        skipped = skipped.settlements() == 0 ? new SkippedSettlements(recorded.facts()) : skipped;
        skipped.add(idle.facts());
        idle = null;
      }
    }

    /** Records the last settlement in which only time passed, if there is one. */
    private void recordIdle() {
      HostSnapshot live = idle;
      if (live != null) {
        HostSnapshot before = Objects.requireNonNull(newest);
        record(bodies.decision(before, live, PlanDifference.NONE), live, 1);
      }
    }

    private void rules(HostSnapshot live) {
      add(live.at(), EntryKind.RULES, EntryBodies.rules(live.rules(), revisions, log));
      digests.add(live.rules().digest());
    }

    private void state(HostSnapshot live) {
      add(live.at(), EntryKind.STATE, states.state(live, log, masked));
      decisions = 0;
    }

    private Recorded<Plan> write() {
      if (drafts.isEmpty()) {
        log.check(); // what was recorded for this plan must still be there
      }
      Recorded<Plan> written =
          drafts.isEmpty()
              ? Objects.requireNonNull(recorded).as(newPlan)
              : Recorded.append(log, drafts, newPlan);
      long first = written.first();
      digests.forEach(revisions::recorded);
      last = newest;
      at = time;
      plan = newPlan;
      sinceState = decisions;
      lastIdle = idle;
      skippedBefore = skipped;
      planned.forEach((key, place) -> plannedBy.put(key, first + place));
      if (lastDecision >= 0) {
        decision = first + lastDecision;
      }
      entries += drafts.size();
      recorded = written;
      return written;
    }
  }

  /**
   * Writes what became of earlier actions, then each of {@code decisions}.
   *
   * @return the plan of the last decision, which the log holds now
   * @throws LogFaultException when it could not be made durable: nothing of it is written
   */
  Recorded<Plan> write(List<Outcome> outcomes, List<PendingDecision> decisions) {
    var batch = new Batch();
    outcomes.forEach(batch::add);
    decisions.forEach(batch::decide);
    return batch.write();
  }

  /** Writes that this replica acts no more, and ends. */
  void end(List<Outcome> outcomes, Instant when, boolean leader) {
    var batch = new Batch();
    outcomes.forEach(batch::add);
    batch.recordIdle();
    if (leader) {
      batch.add(when, EntryKind.LEADER, leads(false));
    }
    batch.add(when, EntryKind.STOP, JSON.objectNode());
    Recorded<Plan> unused = batch.write();
  }

  private ObjectNode leads(boolean leads) {
    return JSON.objectNode().put("leads", leads).put("identity", writer.identity());
  }

  /**
   * Checks that the log is still where it was written.
   *
   * @throws LogFaultException when it was removed or cut
   */
  void check() {
    log.check();
  }

  /** How many entries the log has. */
  long size() {
    return log.head().size();
  }

  /**
   * What was written according to the log, in the order of the entries.
   *
   * @param from the place of the first entry that is looked at
   */
  List<Outcome> written(long from, Instant since) {
    return PastWrites.in(log, from, since);
  }

  /** The place of the last decision that is durable; -1 before the first. */
  long decision() {
    return decision;
  }

  long entries() {
    return entries;
  }

  /** The name of the log: the last part of its origin. */
  String name() {
    String origin = log.head().origin();
    return origin.substring(origin.lastIndexOf('/') + 1);
  }

  @Override
  public void close() {
    log.close();
  }

  /**
   * Who records, for the entries of kind start and leader.
   *
   * @param identity which replica: the name of its pod
   */
  record WriterIdentity(String version, String identity, String mode, int stateEvery) {}
}
