package dev.plumbline.loop;

import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.loop.HostState.HostStatus;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.work.Worker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The control loop: update facts, settle, plan, publish, record, act. All of it runs on one thread,
 * so nothing here needs a lock; any thread may publish facts.
 */
public final class Host implements FactSink, AutoCloseable {

  /** The gate that is closed while no plan can be made. */
  public static final String PLANNING = "planning";

  private static final Logger LOG = Logger.getLogger(Host.class);
  private static final Duration MAX_WAIT = Duration.ofHours(1);

  /** The owner of what actions have done, as facts. */
  private static final String HISTORY = "actions";

  /** The name of the thread that settles and decides. */
  public static final String THREAD = "plumbline-loop";

  private static final int MAX_OUTCOMES = 2_000;

  private final LoopSession engine;
  private final HostState published;
  private final ActionPipeline pipeline;
  private final LoopTimings timings;
  private final HostEvents events;

  private final UpdateQueue updateQueue = new UpdateQueue();
  private final FactTable facts = new FactTable();
  private final FactTable.Objects objects = new FactTable.Objects();
  private final Queue<Outcome> pendingOutcomes = new ConcurrentLinkedQueue<>();
  private final Queue<Outcome> restored = new ConcurrentLinkedQueue<>();
  private final LinkedHashMap<String, Outcome> outcomes = new LinkedHashMap<>();
  private final BlockingQueue<ActivationRequest> requests = new LinkedBlockingQueue<>();
  private final Worker loop = Worker.of(THREAD, this::run);

  private RuleSet rules;
  private HostSnapshot snapshot;
  private @Nullable GateClosed planFault;
  private @Nullable Plan dispatched;

  /** The latest tick that was left out; null when the session has the latest. */
  private @Nullable FactUpdate leftOut;

  private Duration settleTime = Duration.ZERO;
  private int changedFacts;
  private volatile boolean closed;

  private record ActivationRequest(PreparedRuleSet next, CompletableFuture<HostSnapshot> done) {}

  /** Creates a host with the facts of the rule set; {@link #start} starts the loop. */
  public Host(
      Evaluation evaluation,
      HostState published,
      ActionPipeline pipeline,
      LoopTimings timings,
      HostEvents events) {
    this.rules = evaluation.rules();
    this.engine = new LoopSession(rules, timings);
    this.published = published;
    this.pipeline = pipeline;
    this.timings = timings;
    this.events = events;
    evaluation.updates().forEach(facts::apply);
    this.snapshot =
        new HostSnapshot(
            0,
            timings.clock().instant(),
            new TreeMap<>(),
            LiveObjects.NONE,
            rules,
            Settlement.NONE,
            Plan.NOTHING,
            List.of(),
            Map.of(),
            false);
    pipeline.recorder().restoreTo(this::restore);
  }

  /**
   * Goes on from {@code start} with the first settlement, if it has the same rules. Only before
   * {@link #start()}.
   */
  public void begin(HeadStart start) {
    engine.begin(start);
  }

  /** Starts the loop. The first settlement follows the first published update. */
  public void start() {
    published.host(this::status, updateQueue::size);
    loop.start();
  }

  @Override
  public void publish(List<FactUpdate> updates) {
    updateQueue.publish(updates);
  }

  /**
   * Activates another rule set with the next settlement. If that settlement fails, the active rules
   * stay and the future completes exceptionally.
   */
  public CompletableFuture<HostSnapshot> activate(PreparedRuleSet next) {
    var request = new ActivationRequest(next, new CompletableFuture<>());
    requests.add(request);
    if (closed) {
      reject(request);
    }
    updateQueue.wake();
    return request.done();
  }

  /** Finishes the current iteration and stops the loop. Close sources first. */
  @Override
  public void close() {
    closed = true;
    updateQueue.close();
    try {
      loop.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    engine.close();
    requests.forEach(Host::reject);
    pipeline.actuator().close();
    pipeline.recorder().close();
  }

  private static void reject(ActivationRequest request) {
    request.done().completeExceptionally(new IllegalStateException("the host has ended"));
  }

  /** One iteration on the caller's thread, with what was published; only without {@link #start}. */
  public HostSnapshot step() {
    iterate(updateQueue.drain());
    return snapshot;
  }

  public HostStatus status() {
    boolean runs = loop.isAlive();
    return HostStatus.of(published.now(), runs, runs && loop.work().overdue(), Worker.overdue());
  }

  private void run() {
    try (engine) {
      while (!closed) {
        List<FactUpdate> batch =
            updateQueue.take(timings.debounce(), timings.maxDebounce(), engine.timeout(MAX_WAIT));
        if (!closed) {
          do {
            Worker.at("settle and plan", timings.limits().duration().multipliedBy(2));
            iterate(batch);
            batch = List.of();
          } while (!requests.isEmpty());
          Worker.idle();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One iteration: update facts, settle, plan, publish, record, act. */
  private void iterate(List<FactUpdate> batch) {
    if (canBeLeftOut(batch)) {
      leftOut = batch.getFirst();
      act(snapshot.plan(), true);
      return;
    }
    update(batch);
    ActivationRequest request = requests.poll();
    Settlement settlement = settle(request);
    Plan plan = plan(settlement);
    publish(settlement, plan);
    record(settlement);
    if (request != null) {
      request.done().complete(snapshot);
    }
    act(plan, !batch.isEmpty());
  }

  /**
   * Whether a batch is a tick of the clock alone that can change nothing: no condition on the time
   * changes until then, and nothing else waits. It is applied before the next batch that counts.
   * What is planned is carried out again, as after any tick: what it depends on outside the rules
   * may have changed.
   */
  private boolean canBeLeftOut(List<FactUpdate> batch) {
    Instant last = facts.time();
    return last != null
        && batch.size() == 1
        && batch.getFirst().facts().size() == 1
        && batch.getFirst().facts().getFirst() instanceof EvaluationTime tick
        && !tick.instant().isBefore(last)
        && tick.instant().isBefore(last.plus(timings.maxTick()))
        && tick.instant().isBefore(engine.nextChange())
        && engine.gate() == null
        && planFault == null
        && snapshot.leader() == pipeline.leader().getAsBoolean()
        && requests.isEmpty()
        && restored.isEmpty()
        && pendingOutcomes.isEmpty()
        && Set.copyOf(pipeline.history().facts(snapshot))
            .equals(Set.copyOf(facts.current(HISTORY).facts()));
  }

  private void update(List<FactUpdate> batch) {
    events.batch(batch.size());
    if (leftOut != null) {
      facts.apply(leftOut);
      leftOut = null;
    }
    for (FactUpdate each : batch) {
      facts.apply(each);
      objects.apply(each);
    }
    for (Outcome outcome = restored.poll(); outcome != null; outcome = restored.poll()) {
      keep(outcome);
    }
    for (Outcome outcome = pendingOutcomes.poll();
        outcome != null;
        outcome = pendingOutcomes.poll()) {
      keep(outcome);
      events.outcome(outcome);
    }
    facts.apply(new FactUpdate(HISTORY, pipeline.history().facts(snapshot), null));
  }

  private void keep(Outcome outcome) {
    pipeline.history().add(outcome);
    outcomes.putLast(outcome.work(), outcome);
    if (outcomes.size() > MAX_OUTCOMES) {
      outcomes.pollFirstEntry();
    }
  }

  /**
   * Settles with the requested rules if they converge, else with the active rules; null when
   * neither converges.
   */
  private @Nullable Settlement settle(@Nullable ActivationRequest request) {
    long start = System.nanoTime();
    Settlement settlement = request == null ? null : activate(request);
    Map<String, @Nullable Fact> changes = facts.changes();
    if (settlement == null) {
      settlement = engine.settle(changes, facts.facts());
    }
    settleTime = Duration.ofNanos(System.nanoTime() - start);
    changedFacts = changes.size();
    return settlement;
  }

  /**
   * Settles with the requested rules and their data; null when that fails, in which case nothing
   * has changed.
   */
  private @Nullable Settlement activate(ActivationRequest request) {
    PreparedRuleSet next = request.next();
    List<FactUpdate> before =
        next.updates().stream().map(update -> facts.current(update.owner())).toList();
    next.updates().forEach(facts::apply);
    try {
      Settlement settlement = engine.activate(next.session(), facts.facts());
      rules = next.evaluation().rules();
      return settlement;
    } catch (IllegalStateException e) {
      before.forEach(facts::apply);
      request.done().completeExceptionally(e);
      return null;
    }
  }

  private LiveObjects objects() {
    return objects.objects().at(facts.time());
  }

  private Plan plan(@Nullable Settlement settlement) {
    if (settlement == null) {
      return Plan.NOTHING;
    }
    try {
      Plan plan = pipeline.planner().plan(settlement, objects());
      planFault = null;
      return plan;
    } catch (RuntimeException e) {
      LOG.error("no plan, nothing is done", e);
      planFault =
          new GateClosed(
              PLANNING,
              "Cluster",
              "planner",
              "persistent",
              planFault == null ? timings.clock().instant() : planFault.since(),
              "internal error (bug): planning failed: " + e);
      return Plan.NOTHING;
    }
  }

  private void publish(@Nullable Settlement settlement, Plan plan) {
    boolean settled = settlement != null;
    snapshot =
        new HostSnapshot(
            settled ? snapshot.sequence() + 1 : snapshot.sequence(),
            settled ? timings.clock().instant() : snapshot.at(),
            settled ? facts.facts() : snapshot.facts(),
            settled ? objects() : snapshot.objects(),
            settled ? rules : snapshot.rules(),
            settlement == null ? snapshot.settlement() : settlement,
            plan,
            Stream.of(engine.gate(), planFault).filter(Objects::nonNull).toList(),
            Collections.unmodifiableMap(new LinkedHashMap<>(outcomes)),
            pipeline.leader().getAsBoolean());
    published.put(snapshot);
  }

  /** Records the decision; {@link #act} carries out its plan once it is durable. */
  private void record(@Nullable Settlement settlement) {
    if (settlement != null) {
      pipeline.recorder().append(snapshot);
      events.settled(snapshot, settleTime, changedFacts);
    }
  }

  /**
   * Carries out the plan once it is recorded. Only the leader acts. An unchanged plan is carried
   * out again only when sources published updates, not because of its own outcomes. An empty plan
   * needs no record.
   */
  private void act(Plan plan, boolean factsChanged) {
    if (!snapshot.leader() || plan.actions().isEmpty()) {
      if (dispatched != null) {
        pipeline.recorder().cancel();
        pipeline.actuator().stop();
        dispatched = null;
      }
    } else if (factsChanged || !plan.equals(dispatched)) {
      pipeline
          .recorder()
          .whenRecorded(recorded -> pipeline.actuator().apply(recorded, this::report));
      dispatched = plan;
    }
  }

  private void restore(List<Outcome> earlier) {
    restored.addAll(earlier);
    updateQueue.wake();
  }

  private void report(Outcome outcome) {
    pipeline.recorder().append(outcome);
    pendingOutcomes.add(outcome);
    updateQueue.wake();
  }

  /**
   * Timings and limits of the loop.
   *
   * @param debounce a batch is closed once no update has arrived for this long; an update after a
   *     pause of at least this does not wait
   * @param maxDebounce the longest a batch stays open after its first update
   * @param retry the backoff after a failed settlement; doubles with each further failure
   * @param maxTick the longest time for which ticks of the clock are left out that can change
   *     nothing; zero to settle on each
   */
  public record LoopTimings(
      Duration debounce,
      Duration maxDebounce,
      SettleLimits limits,
      Duration retry,
      InstantSource clock,
      Duration maxTick) {

    /** Timings with a settlement on each tick. */
    public LoopTimings(
        Duration debounce,
        Duration maxDebounce,
        SettleLimits limits,
        Duration retry,
        InstantSource clock) {
      this(debounce, maxDebounce, limits, retry, clock, Duration.ZERO);
    }
  }
}
