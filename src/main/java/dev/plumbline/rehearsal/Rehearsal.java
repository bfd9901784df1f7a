package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.ActionQueue;
import dev.plumbline.action.Actuator;
import dev.plumbline.action.Change.PublishReport;
import dev.plumbline.action.Change.TagImage;
import dev.plumbline.action.ChangeWriter;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.action.WriteLimits;
import dev.plumbline.action.kubernetes.EventReporter;
import dev.plumbline.action.kubernetes.EventReporter.Provenance;
import dev.plumbline.action.kubernetes.ObjectWriter;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Images;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.ReleaseProblem;
import dev.plumbline.fact.Images.SsmError;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.InstanceTypes;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.log.Recorded;
import dev.plumbline.loop.ActionHistory;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.DecisionRecorder;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.rehearsal.AmiResolver.Scope;
import dev.plumbline.rehearsal.MemoryApiServer.WatchType;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.Snapshot;
import dev.plumbline.source.kubernetes.PastLaunches;
import dev.plumbline.source.kubernetes.WatchedCluster;
import dev.plumbline.wiring.ClusterParts.ClusterWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The whole host (loop, planner, actuator) on a model of Karpenter in virtual time, as the leader
 * of its replicas. It starts with the node classes, pools and images of a snapshot and without
 * nodes. Deterministic: the same snapshot, seed and calls give the same writes at the same times.
 */
public final class Rehearsal implements AutoCloseable {

  /** {@code plumbline.host.debounce}. */
  private static final Duration DEBOUNCE = Duration.ofMillis(10);

  /** {@code plumbline.host.tick}: how often time is published after something has changed. */
  private static final Duration TICK = Duration.ofSeconds(10);

  /** {@code plumbline.host.max-tick}. */
  private static final Duration MAX_TICK = Duration.ofMinutes(1);

  /** When nothing changes, it is published again after a quarter of the quiet time, up to this. */
  private static final Duration LONGEST_TICK = Duration.ofHours(1);

  private static final int TICKS_OF_QUIET = 4;

  /** {@code plumbline.ec2.intervals.images}. */
  private static final Duration EC2_POLL = Duration.ofMinutes(1);

  private static final Duration REPEAT_EVENTS = Duration.ofMinutes(30);
  private static final int PAST_LAUNCHES = 1_000;

  /** Longer than any limit of writes counts. */
  private static final Duration WRITES_KEPT = Duration.ofDays(1);

  private static final int MAX_ROUNDS = 100;

  /** The sources whose facts are of the snapshot and do not change. */
  private static final Set<String> STATIC =
      Set.of("instance-types", "instance-type-offerings", "instances", "prices", "spot-prices");

  private final Timeline time;
  private final MemoryApiServer server;
  private final ImageCatalog images = new ImageCatalog();
  private final KarpenterModel karpenter;
  private final WatchedCluster watched;
  private final SplittableRandom random;
  private final Evaluation evaluation;
  private final Duration maxTick;
  private final List<FactUpdate> pending = new ArrayList<>();
  private final Map<String, FactUpdate> published = new LinkedHashMap<>(); // newest, by owner
  private final List<Write> writes = new ArrayList<>();
  private final Deque<Outcome> written = new ArrayDeque<>(); // what a new leader reads in the log
  private Replica leader;
  private boolean leaderKilled;
  private HostSnapshot snapshot;
  private Instant lastChange;
  private Instant nextTick;
  private Duration tick = TICK;
  private boolean pollDue;
  private long unsettledInstants;
  private Consumer<HostSnapshot> listener = live -> {};
  private final @Nullable Function<PublishReport, Written> reports;

  /**
   * A change that Plumbline made.
   *
   * @param recorded whether its plan was recorded before
   * @param closed why the gate of the action was closed for the object; empty if it was not
   */
  public record Write(
      Instant at, ActionKind kind, ObjectRef object, boolean recorded, String closed) {}

  /** Starts at the time of the snapshot; nothing happens before {@link #runUntil}. */
  public Rehearsal(Evaluation evaluation, Snapshot base, long seed) {
    this(evaluation, base, seed, null);
  }

  /**
   * The same, of one of several clusters.
   *
   * @param reports publishes for the others; null where nothing is published
   */
  public Rehearsal(
      Evaluation evaluation,
      Snapshot base,
      long seed,
      @Nullable Function<PublishReport, Written> reports) {
    this(evaluation, base, seed, reports, MAX_TICK);
  }

  /** The same, in which ticks that can change nothing are left out for up to {@code maxTick}. */
  Rehearsal(
      Evaluation evaluation,
      Snapshot base,
      long seed,
      @Nullable Function<PublishReport, Written> reports,
      Duration maxTick) {
    this.evaluation = evaluation;
    this.reports = reports;
    this.maxTick = maxTick;
    random = new SplittableRandom(seed);
    time = new Timeline(base.at());
    nextTick = base.at();
    lastChange = base.at();
    server = new MemoryApiServer(time);
    karpenter =
        new KarpenterModel(
            time,
            server,
            new AmiResolver(images, evaluation.policy().facts(), scope(base), time),
            base.facts(),
            random.split());
    List<Parameter> parameters =
        base.facts().stream()
            .filter(Parameter.class::isInstance)
            .map(Parameter.class::cast)
            .toList();
    watched =
        new WatchedCluster(new PastLaunches(PastLaunches.kept(parameters), PAST_LAUNCHES), time);
    leader = new Replica();
    // What was found out about a release is not known before its nodes have shown it.
    pending.add(
        new FactUpdate(
            "rules",
            evaluation.policy().facts().stream()
                .filter(fact -> !(fact instanceof ReleaseProblem))
                .toList(),
            null));
    pending.add(new FactUpdate("parameters", parameters, null));
    pending.add(new FactUpdate("snapshot", lasting(base.facts()), null));
    for (Fact fact : base.facts()) {
      switch (fact) {
        case Ami ami -> images.put(ami);
        case SsmParameter parameter -> images.parameter(parameter.name(), parameter.value());
        default -> {}
      }
    }
    pending.addAll(images.updates());
    images.onChange(karpenter::imagesChanged);
    images.onChange(this::pollSoon);
    server.watch(
        event ->
            pending.addAll(
                event.type() == WatchType.DELETED
                    ? watched.remove(event.object())
                    : watched.put(event.object())));
    base.objects().forEach((ref, object) -> server.put(ref, (ObjectNode) object));
    snapshot = leader.host.step();
  }

  private static Scope scope(Snapshot base) {
    String account = "";
    String version = "";
    for (Fact fact : base.facts()) {
      switch (fact) {
        case Account own -> account = String.valueOf(own.id());
        case ClusterVersion own -> version = own.version();
        default -> {}
      }
    }
    return new Scope(account, version);
  }

  /** The facts that stay as they are, and every other source as synced. */
  private static List<Fact> lasting(List<Fact> facts) {
    var lasting = new ArrayList<Fact>();
    for (Fact fact : facts) {
      switch (fact) {
        case Ami ami -> {}
        case SsmParameter parameter -> {}
        case SsmError error -> {}
        case SourceStatus status when !STATIC.contains(status.source()) ->
            lasting.add(synced(status.source(), status.operation()));
        case SourceStatus status -> lasting.add(status);
        case Account account -> lasting.add(account);
        case ClusterVersion version -> lasting.add(version);
        case Images image -> lasting.add(image);
        case InstanceTypes type -> lasting.add(type);
        default -> {}
      }
    }
    if (lasting.stream().noneMatch(fact -> fact.key().equals("SourceStatus/decision-log"))) {
      lasting.add(synced("decision-log", "append"));
    }
    return lasting;
  }

  private static SourceStatus synced(String source, String operation) {
    return new SourceStatus(source, "synced", operation, null, null, null, 0, null, 0);
  }

  public Timeline time() {
    return time;
  }

  public MemoryApiServer server() {
    return server;
  }

  public ImageCatalog images() {
    return images;
  }

  public KarpenterModel karpenter() {
    return karpenter;
  }

  /** What the host decided last. */
  public HostSnapshot now() {
    return snapshot;
  }

  /** Every change that Plumbline has made, in order. */
  public List<Write> writes() {
    return writes;
  }

  /** How often the host still wrote after a hundred rounds at one instant; 0 when all is well. */
  public long unsettledInstants() {
    return unsettledInstants;
  }

  /** Calls {@code listener} after each settlement, before its plan is carried out. */
  public void onSettled(Consumer<HostSnapshot> listener) {
    this.listener = listener;
  }

  /**
   * Kills the leader, as by {@code kill -9}, when what it does now is done: a settlement or one
   * write. Another replica, which has watched as long, takes over.
   */
  public void killLeader() {
    leaderKilled = true;
  }

  /** Publishes time so often, and no more often, after something has changed. */
  public void tickEvery(Duration span) {
    tick = span;
  }

  /** Publishes facts of a source that is not part of the rehearsal. */
  public void publish(List<FactUpdate> updates) {
    pending.addAll(updates);
  }

  /** Lets time pass. */
  public void runUntil(Instant end) {
    while (true) {
      Instant next = next();
      if (next.isAfter(end)) {
        time.advance(end);
        return;
      }
      time.advance(next.plus(DEBOUNCE));
      boolean changed = !pending.isEmpty();
      boolean due = !time.instant().isBefore(nextTick);
      Instant action = leader.queue.next();
      if (changed || due || (action != null && !action.isAfter(time.instant()))) {
        iterate(changed || due);
        lastChange = changed ? time.instant() : lastChange;
        nextTick = time.instant().plus(tick());
      }
    }
  }

  private void pollSoon() {
    if (!pollDue) {
      pollDue = true;
      time.in(
          Duration.ofMillis(random.nextLong(EC2_POLL.toMillis())),
          () -> {
            pollDue = false;
            pending.addAll(images.updates());
          });
    }
  }

  private Duration tick() {
    Duration quiet = Duration.between(lastChange, time.instant()).dividedBy(TICKS_OF_QUIET);
    return quiet.compareTo(tick) < 0
        ? tick
        : quiet.compareTo(LONGEST_TICK) > 0 ? LONGEST_TICK : quiet;
  }

  private Instant next() {
    Instant next = pending.isEmpty() ? nextTick : time.instant();
    for (Instant other : new Instant[] {time.next(), leader.queue.next()}) {
      if (other != null && other.isBefore(next)) {
        next = other;
      }
    }
    return next;
  }

  /** Settles and acts until nothing is left to do at this instant. */
  private void iterate(boolean settle) {
    boolean needed = settle;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      if (needed) {
        pending.addAll(watched.later());
        pending.add(FactUpdate.of(new EvaluationTime(time.instant())));
        publishPending();
        HostSnapshot settled = leader.host.step();
        if (settled != snapshot) {
          snapshot = settled;
          listener.accept(snapshot);
        }
      }
      boolean acted = false;
      while (!leaderKilled && leader.queue.step()) {
        acted = true;
      }
      needed = acted || leaderKilled || !pending.isEmpty();
      if (leaderKilled) {
        takeOver();
      }
      if (!needed) {
        return;
      }
    }
    unsettledInstants++;
  }

  private void publishPending() {
    for (FactUpdate update : pending) {
      if (update.facts().isEmpty()) {
        published.remove(update.owner());
      } else {
        published.put(update.owner(), update);
      }
    }
    leader.host.publish(List.copyOf(pending));
    pending.clear();
  }

  private void takeOver() {
    leaderKilled = false;
    leader.close();
    leader = new Replica();
    leader.host.publish(List.copyOf(published.values()));
  }

  @Override
  public void close() {
    leader.close();
  }

  /** A host with what is lost with its process: what it recorded, its queue and its history. */
  private final class Replica implements AutoCloseable {

    private final ActionQueue queue;
    private final Host host;

    Replica() {
      var recorder = new Recorder();
      var events =
          new EventReporter(server, REPEAT_EVENTS, "rehearsal", () -> new Provenance("", ""), time);
      var writer =
          new JournalWriter(
              new ClusterWriter(new ObjectWriter(server), events, null, reports), recorder);
      queue = new ActionQueue(writer, WriteLimits.DEFAULT, () -> true, time, random::nextDouble);
      host =
          new Host(
              evaluation,
              new HostState(),
              new ActionPipeline(
                  new ClusterPlanner(),
                  recorder,
                  new SteppedActuator(queue),
                  new ActionHistory.InMemory(time),
                  () -> true),
              new LoopTimings(
                  DEBOUNCE,
                  DEBOUNCE,
                  new SettleLimits(2_000_000, Duration.ofSeconds(60)),
                  Duration.ofSeconds(5),
                  time,
                  maxTick),
              HostEvents.NONE);
    }

    @Override
    public void close() {
      host.close();
    }
  }

  private record SteppedActuator(ActionQueue queue) implements Actuator {

    @Override
    public void apply(Recorded<Plan> plan, Consumer<Outcome> outcomes) {
      queue.submit(plan.value(), outcomes);
    }

    @Override
    public void stop() {
      queue.submit(Plan.NOTHING, outcome -> {});
    }

    @Override
    public void close() {
      stop();
    }
  }

  /** Records in memory, at once; what was written outlives the replica. */
  private final class Recorder implements DecisionRecorder {

    private final MemoryLog log = new MemoryLog("plumbline.dev/log/rehearsal");
    private @Nullable Recorded<Plan> newest;

    @Override
    public void append(HostSnapshot decision) {
      if (newest == null || !newest.value().equals(decision.plan())) {
        var entry =
            new Draft(decision.at(), EntryKind.DECISION, JsonNodeFactory.instance.objectNode());
        newest = Recorded.append(log, List.of(entry), decision.plan());
      }
    }

    @Override
    public void restoreTo(Consumer<List<Outcome>> to) {
      to.accept(List.copyOf(written));
    }

    @Override
    public void append(Outcome outcome) {
      Instant counted = time.instant().minus(WRITES_KEPT);
      while (!written.isEmpty() && written.getFirst().at().isBefore(counted)) {
        written.removeFirst();
      }
      if (outcome.result() == Outcome.Result.DONE) {
        written.addLast(outcome);
      }
    }

    @Override
    public void whenRecorded(Consumer<Recorded<Plan>> act) {
      if (newest != null) {
        act.accept(newest);
      }
    }

    boolean holds(Action action) {
      return newest != null && newest.value().actions().contains(action);
    }

    @Override
    public void cancel() {
      // nothing is pending
    }

    @Override
    public void close() {
      log.close();
    }
  }

  /** Writes to the server and the images in memory, and keeps what was changed. */
  private final class JournalWriter implements ChangeWriter {

    private final ChangeWriter cluster;
    private final Recorder recorder;

    JournalWriter(ChangeWriter cluster, Recorder recorder) {
      this.cluster = cluster;
      this.recorder = recorder;
    }

    @Override
    public Written write(Action action) {
      Written written =
          action.change() instanceof TagImage tags
              ? images.tag(action.object().name(), tags)
              : cluster.write(action);
      if (written.result() == Outcome.Result.DONE) {
        writes.add(
            new Write(
                time.instant(),
                action.kind(),
                action.object(),
                recorder.holds(action),
                closed(action)));
      }
      return written;
    }

    private String closed(Action action) {
      return snapshot.settlement().of(GateClosed.class).stream()
          .filter(gate -> gate.gate().equals(action.kind().wire()))
          .filter(
              gate ->
                  gate.blocks().equals(action.object().key()) || gate.blocks().equals("Cluster"))
          .map(GateClosed::message)
          .findFirst()
          .orElse("");
    }

    @Override
    public Object basis(Action action) {
      return cluster.basis(action);
    }

    @Override
    public List<Action> leftovers(Plan plan) {
      return cluster.leftovers(plan);
    }
  }
}
