package dev.plumbline.host;

import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.fact.Fact;
import dev.plumbline.rule.RuleSet;
import dev.plumbline.rule.Settlement;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.Told;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The loop: what is told becomes facts, facts settle, what follows is planned, published and, by
 * the leader, done. One thread does all of it, so nothing here needs a lock; any thread may tell.
 */
public final class Host implements FactSink, AutoCloseable {

  private static final Logger LOG = Logger.getLogger(Host.class);
  private static final Duration PATIENCE = Duration.ofHours(1);
  private static final int OUTCOMES = 2_000;

  private final Engine engine;
  private final Published published;
  private final Acting acting;
  private final LoopTimings pace;
  private final HostEvents events;

  private final Mailbox mailbox = new Mailbox();
  private final FactTable facts = new FactTable();
  private final FactTable.Objects objects = new FactTable.Objects();
  private final Queue<Outcome> reported = new ConcurrentLinkedQueue<>();
  private final LinkedHashMap<String, Outcome> outcomes = new LinkedHashMap<>();
  private final BlockingQueue<Takeover> takeovers = new LinkedBlockingQueue<>();
  private final Thread loop = new Thread(this::run, "plumbline-loop");

  private RuleSet rules;
  private Live live;
  private @Nullable GateClosed unplanned;
  private @Nullable Plan handed;
  private volatile long busySince;
  private volatile boolean closed;

  private record Takeover(PreparedRuleSet next, CompletableFuture<Live> done) {}

  /** Begins with the facts that the rule set brings; the loop begins with {@link #start}. */
  public Host(
      Evaluation evaluation,
      Published published,
      Acting acting,
      LoopTimings pace,
      HostEvents events) {
    this.rules = evaluation.rules();
    this.engine = new Engine(rules, pace);
    this.published = published;
    this.acting = acting;
    this.pace = pace;
    this.events = events;
    facts.take(new Told("rules", evaluation.policy().facts(), null));
    facts.take(new Told("parameters", evaluation.policy().parameters(), null));
    this.live =
        new Live(
            0,
            pace.clock().instant(),
            new TreeMap<>(),
            LiveObjects.NONE,
            rules,
            Settlement.NONE,
            Plan.NOTHING,
            List.of(),
            Map.of(),
            false);
    loop.setDaemon(true);
  }

  /** Starts the loop; it settles first when something is told. */
  public void start() {
    published.host(this::standing, mailbox::size);
    loop.start();
  }

  @Override
  public void publish(List<Told> told) {
    mailbox.publish(told);
  }

  /**
   * Goes on with another rule set from the next settlement on. If that settlement fails, the rules
   * before go on as if nothing had been, and so does the future, which says why.
   *
   * @return what is published of the first settlement of the new rules
   */
  public CompletableFuture<Live> activate(PreparedRuleSet next) {
    var takeover = new Takeover(next, new CompletableFuture<>());
    takeovers.add(takeover);
    if (closed) {
      refuse(takeover);
    }
    mailbox.wake();
    return takeover.done();
  }

  /** Finishes what is under way, and settles and does nothing more. Sources are closed before. */
  @Override
  public void close() {
    closed = true;
    mailbox.close();
    try {
      loop.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    takeovers.forEach(Host::refuse);
    acting.actuator().close();
    acting.recorder().close();
  }

  private static void refuse(Takeover takeover) {
    takeover.done().completeExceptionally(new IllegalStateException("the host has ended"));
  }

  /** How it is now; any thread may ask. */
  public Standing standing() {
    long since = busySince;
    boolean stuck =
        since != 0 && System.nanoTime() - since > pace.limits().duration().toNanos() * 2;
    return Standing.of(published.now(), loop.isAlive(), stuck);
  }

  private void run() {
    try (engine) {
      while (!closed) {
        List<Told> batch = mailbox.take(pace.quiet(), pace.most(), engine.patience(PATIENCE));
        if (!closed) {
          busySince = System.nanoTime() | 1;
          do {
            round(batch);
            batch = List.of();
          } while (!takeovers.isEmpty());
          busySince = 0;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Once around: change, settle, plan, publish, record, act. */
  private void round(List<Told> batch) {
    events.batch(batch.size());
    change(batch);
    Takeover takeover = takeovers.poll();
    long start = System.nanoTime();
    Settlement settlement = takeover == null ? null : succeed(takeover);
    Map<String, @Nullable Fact> changes = facts.changes();
    if (settlement == null) {
      settlement = engine.settle(changes, facts.facts());
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    Plan plan = settlement == null ? Plan.NOTHING : plan(settlement);
    publish(settlement, plan);
    if (settlement != null) {
      acting.recorder().append(live);
      events.settled(live, took, changes.size());
    }
    if (takeover != null) {
      takeover.done().complete(live);
    }
    act(plan, !batch.isEmpty());
  }

  /** Takes the batch and what became of earlier actions. */
  private void change(List<Told> batch) {
    for (Told each : batch) {
      facts.take(each);
      objects.take(each);
    }
    for (Outcome outcome = reported.poll(); outcome != null; outcome = reported.poll()) {
      acting.history().add(outcome);
      events.outcome(outcome);
      outcomes.putLast(outcome.kind().wire() + " " + outcome.object().key(), outcome);
      if (outcomes.size() > OUTCOMES) {
        outcomes.pollFirstEntry();
      }
    }
    facts.take(new Told("actions", acting.history().facts(live), null));
  }

  /** What follows by the next rules and their data; null when they fail: those before go on. */
  private @Nullable Settlement succeed(Takeover takeover) {
    PreparedRuleSet next = takeover.next();
    List<Told> before = next.told().stream().map(told -> facts.told(told.owner())).toList();
    next.told().forEach(facts::take);
    try {
      Settlement settlement = engine.succeed(next.session(), facts.facts());
      rules = next.evaluation().rules();
      return settlement;
    } catch (IllegalStateException e) {
      before.forEach(facts::take);
      takeover.done().completeExceptionally(e);
      return null;
    }
  }

  private Plan plan(Settlement settlement) {
    try {
      Plan plan = acting.planner().plan(settlement, objects.objects());
      unplanned = null;
      return plan;
    } catch (RuntimeException e) {
      LOG.error("no plan, nothing is done", e);
      unplanned =
          new GateClosed(
              "planning",
              "Cluster",
              "planner",
              "persistent",
              unplanned == null ? pace.clock().instant() : unplanned.since(),
              "internal error (bug): planning failed: " + e);
      return Plan.NOTHING;
    }
  }

  /** Without a settlement, the last one stays with the facts it is of. */
  private void publish(@Nullable Settlement settlement, Plan plan) {
    boolean settled = settlement != null;
    live =
        new Live(
            settled ? live.sequence() + 1 : live.sequence(),
            settled ? pace.clock().instant() : live.at(),
            settled ? facts.facts() : live.facts(),
            settled ? objects.objects() : live.objects(),
            settled ? rules : live.rules(),
            settlement == null ? live.settlement() : settlement,
            plan,
            Stream.of(engine.gate(), unplanned).filter(Objects::nonNull).toList(),
            Map.copyOf(outcomes),
            acting.leader().getAsBoolean());
    published.put(live);
  }

  /**
   * Has the actuator carry out the plan once it is recorded. Only the leader acts, and what merely
   * came of a plan is no reason to carry it out again. To do nothing needs no record.
   */
  private void act(Plan plan, boolean news) {
    if (!live.leader() || plan.actions().isEmpty()) {
      if (handed != null) {
        acting.recorder().cancel();
        acting.actuator().stop();
        handed = null;
      }
    } else if (news || !plan.equals(handed)) {
      acting.recorder().whenRecorded(recorded -> acting.actuator().apply(recorded, this::report));
      handed = plan;
    }
  }

  private void report(Outcome outcome) {
    acting.recorder().append(outcome);
    reported.add(outcome);
    mailbox.wake();
  }
}
