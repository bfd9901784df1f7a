package dev.plumbline.rehearsal;

import dev.plumbline.rehearsal.ModelState.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What a node reports once it has joined, and what follows from it: initialization and repair
 * ({@code nodeclaim/lifecycle/initialization.go} and {@code node/health} of karpenter).
 */
final class NodeReadiness {

  /** {@code RepairPolicies} of the provider: Ready False or Unknown. */
  private static final Duration REPAIR = Duration.ofMinutes(30);

  /** {@code node/health/controller.go}, {@code allowedUnhealthyPercent}. */
  private static final int REPAIR_MAX_UNHEALTHY_PERCENT = 20;

  private final ModelState state;
  private final DisruptionConditions conditions;
  private final PodScheduler pods;
  private final DisruptionQueue queue;
  private boolean daemonSet; // whether each node runs a pod of one

  NodeReadiness(
      ModelState state, DisruptionConditions conditions, PodScheduler pods, DisruptionQueue queue) {
    this.state = state;
    this.conditions = conditions;
    this.pods = pods;
    this.queue = queue;
  }

  /** From now on each node runs a pod of a DaemonSet. */
  void runDaemonSet() {
    if (!daemonSet) {
      daemonSet = true;
      state.nodes.values().stream()
          .filter(node -> node.registered != null)
          .forEach(node -> agent(node, true));
    }
  }

  /** The pod of the DaemonSet on a node: it is ready, or in a crash loop from now on. */
  void agent(ModelNode node, boolean ready) {
    if (daemonSet && state.alive(node)) {
      state.server.put(node.agentRef(), node.agent(ready, state.time.instant()));
    }
  }

  /** The kubelet reports whether the node is ready. */
  void kubelet(ModelNode node, boolean ready) {
    if (!state.alive(node) || (node.readySince != null && node.ready == ready)) {
      return;
    }
    node.ready = ready;
    Instant since = state.time.instant();
    node.readySince = since;
    state.publish(node);
    if (!ready) {
      state.time.in(REPAIR, () -> repair(node, since));
    } else if (node.initialized == null) {
      state.time.in(ModelState.KUBELET, () -> initialize(node));
    } else {
      pods.schedule();
    }
  }

  private void initialize(ModelNode node) {
    if (!state.alive(node) || !node.ready || node.initialized != null) {
      return;
    }
    node.initialized = state.time.instant();
    node.podEvent = state.time.instant();
    state.publish(node);
    queue.initialized(node);
    conditions.consolidatable(node);
    pods.schedule();
    state.request(Singleton.DISRUPTION, ModelState.NEXT_COMMAND);
  }

  /** Node repair: a node that is not ready for too long, unless too many are. */
  private void repair(ModelNode node, Instant since) {
    if (!state.alive(node) || node.ready || !since.equals(node.readySince)) {
      return;
    }
    List<ModelNode> all =
        state.nodes.values().stream()
            .filter(each -> each.pool.equals(node.pool) && each.registered != null)
            .toList();
    long unhealthy = all.stream().filter(each -> !each.ready).count();
    if (unhealthy * 100 > (long) REPAIR_MAX_UNHEALTHY_PERCENT * all.size() + 99) {
      state.time.in(ModelState.BLOCKED_RETRY, () -> repair(node, since));
    } else {
      state.server.remove(node.claimRef());
    }
  }
}
