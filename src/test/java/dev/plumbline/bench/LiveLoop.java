package dev.plumbline.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.MemoryRecorder;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Actuator;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.action.Planner;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.conclusion.Conclusions;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.Recorded;
import dev.plumbline.loop.ActionHistory;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The loop as {@code plumbline serve} runs it, from a published update to the state that readers
 * see and to the plan handed to the actuator, with the debounce that it has by default.
 */
final class LiveLoop implements HostEvents, Actuator {

  private static final int WARM_UP = 50;
  private static final int ROUNDS = 300;
  private static final int JOINING = 1_000;
  private static final int STRIDE = 37;
  private static final Duration PAUSE = Duration.ofMillis(25);

  private final Evaluation evaluation = Evaluation.with(RuleFiles.shipped());
  private final HostState published = new HostState();
  private final SynchronousQueue<Long> handed = new SynchronousQueue<>();
  private final AtomicInteger settlements = new AtomicInteger();
  private final Planner planner = new ClusterPlanner();
  private volatile long publishedAt;
  private volatile long settledIn;
  private volatile boolean listening;
  private int plans;

  static void measure(List<Fact> facts, Measured table) {
    new LiveLoop().run(facts, table);
  }

  private void run(List<Fact> facts, Measured table) {
    var pace =
        new LoopTimings(
            Duration.ofMillis(10),
            Duration.ofMillis(250),
            new SettleLimits(5_000_000, Duration.ofMinutes(2)),
            Duration.ofSeconds(1),
            InstantSource.system());
    var acting =
        new ActionPipeline(this::plan, new MemoryRecorder(), this, ActionHistory.NONE, () -> true);
    List<Node> nodes = NodeChanges.of(facts, Node.class);
    try (var host = new Host(evaluation, published, acting, pace, this)) {
      host.start();
      host.publish(
          List.of(new FactUpdate("parameters", NodeChanges.of(facts, Parameter.class), null)));
      host.publish(
          facts.stream()
              .filter(fact -> !(fact instanceof Parameter))
              .map(LiveLoop::update)
              .toList());
      until(live -> live.facts().getOrDefault("Node", List.of()).size() == nodes.size());
      changes(host, nodes, table);
      ticks(host, facts, table);
      joining(host, facts, nodes, table);
    }
  }

  /** One node after the other is not ready after a pause, and ready again right behind it. */
  private void changes(Host host, List<Node> nodes, Measured table) {
    double[][] toPublished = new double[2][ROUNDS / 2];
    double[] settling = new double[ROUNDS];
    double[] toActuator = new double[ROUNDS / 2];
    for (int i = -WARM_UP; i < ROUNDS; i++) {
      Node node = nodes.get((i + WARM_UP) / 2 * STRIDE % nodes.size());
      int back = (i + WARM_UP) % 2;
      if (back == 0) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
      long[] times = publishAndWait(host, update(back == 1 ? node : NodeChanges.notReady(node)));
      if (i >= 0) {
        toPublished[back][i / 2] = times[0] / 1e6;
        settling[i] = settledIn / 1e6;
        if (back == 0) {
          toActuator[i / 2] = times[1] / 1e6;
        }
      }
    }
    row(table, "one node changed after a pause: update → published state", toPublished[0]);
    row(table, "… → plan received by the actuator", toActuator);
    row(table, "one node changed right behind another: update → published state", toPublished[1]);
    row(table, "… of either settling", settling);
  }

  private void ticks(Host host, List<Fact> facts, Measured table) {
    EvaluationTime time = NodeChanges.of(facts, EvaluationTime.class).getFirst();
    double[] took = new double[ROUNDS / 10];
    for (int i = -3; i < took.length; i++) {
      var next = new EvaluationTime(time.instant().plusSeconds(10L * (i + 4)));
      long[] times = publishAndWait(host, update(next));
      if (i >= 0) {
        took[i] = times[0] / 1e6;
      }
    }
    row(table, "the time advances by 10 s: update → published state", took);
  }

  private void joining(Host host, List<Fact> facts, List<Node> nodes, Measured table) {
    var joining = new ArrayList<List<FactUpdate>>();
    List<NodeClaim> claims = NodeChanges.of(facts, NodeClaim.class);
    List<Instance> instances = NodeChanges.of(facts, Instance.class);
    for (int i = 0; i < JOINING; i++) {
      joining.add(List.of(update(nodes.get(i)), update(claims.get(i)), update(instances.get(i))));
    }
    joining.forEach(
        all -> all.forEach(each -> host.publish(List.of(FactUpdate.gone(each.owner())))));
    until(live -> live.facts().get("Node").size() == nodes.size() - JOINING);
    long before = Measured.heap();
    settlements.set(0);
    long start = System.nanoTime();
    joining.forEach(host::publish);
    until(live -> live.facts().get("Node").size() == nodes.size() && published.queued() == 0);
    double took = (System.nanoTime() - start) / 1e6;
    table.times("1,000 nodes with claims and instances join at once: all settled", took);
    table.row("… in settlements", Integer.toString(settlements.get()), "");
    table.row("… heap they take", ((Measured.heap() - before) >> 20) + " MB", "");
  }

  /** How long until it is published, and until its plan is handed over, in nanoseconds. */
  private long[] publishAndWait(Host host, FactUpdate update) {
    listening = true;
    long start = System.nanoTime();
    host.publish(List.of(update));
    try {
      Long at = handed.poll(5, TimeUnit.MINUTES);
      if (at == null) {
        throw new IllegalStateException("nothing was handed over");
      }
      return new long[] {publishedAt - start, at - start};
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void until(Predicate<HostSnapshot> condition) {
    while (true) {
      HostSnapshot live = published.now();
      if (live != null && condition.test(live)) {
        return;
      }
      LockSupport.parkNanos(200_000);
    }
  }

  /**
   * What the planner plans is thrown away for another plan each time, so that each is handed over.
   */
  private Plan plan(Conclusions conclusions, LiveObjects objects) {
    planner.plan(conclusions, objects);
    var object = new ObjectRef("karpenter.sh/v1", "NodePool", null, "pool-" + plans++);
    return new Plan(
        List.of(
            new Action(
                ActionKind.SET_NODE_POOL_WEIGHT,
                object,
                Mode.ENFORCE,
                null,
                new Change.Delete(JsonNodeFactory.instance.objectNode()),
                List.of())));
  }

  @Override
  public void settled(HostSnapshot live, Duration took, int changes) {
    publishedAt = System.nanoTime();
    settledIn = took.toNanos();
    settlements.incrementAndGet();
  }

  @Override
  public void apply(Recorded<Plan> plan, Consumer<Outcome> outcomes) {
    long now = System.nanoTime();
    if (listening) {
      listening = false;
      try {
        handed.put(now);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void stop() {
    // nothing is being done
  }

  @Override
  public void close() {
    // nothing to finish
  }

  private static FactUpdate update(Fact fact) {
    return new FactUpdate(fact.key(), List.of(fact), null);
  }

  private static void row(Measured table, String what, double... millis) {
    table.times(what, millis);
    table.row("… p99", String.format(Locale.ROOT, "%.1f ms", Measured.percentile(millis, 99)), "");
  }
}
