package dev.plumbline.rehearsal;

import dev.plumbline.fact.Disruption.DisruptionBudget;
import dev.plumbline.rehearsal.ModelNode.ModelPod;
import dev.plumbline.rehearsal.ModelState.NodePoolState;
import dev.plumbline.rehearsal.ModelState.Singleton;
import dev.plumbline.rehearsal.Provisioner.Placement;
import java.util.Comparator;
import java.util.List;

/**
 * Replaces drifted nodes and removes empty ones ({@code pkg/controllers/disruption} of karpenter).
 */
final class DisruptionController {

  private final ModelState state;
  private final Provisioner provisioner;
  private final DisruptionQueue queue;

  DisruptionController(ModelState state, Provisioner provisioner, DisruptionQueue queue) {
    this.state = state;
    this.provisioner = provisioner;
    this.queue = queue;
  }

  /**
   * Starts one command: drifted nodes without pods first, then the oldest drift, then empty ones.
   */
  void disrupt() {
    boolean waits = false;
    for (String reason : List.of("Drifted", "Empty")) {
      for (ModelNode node : candidates(reason)) {
        if (allowed(node.pool, reason) <= 0) {
          waits |= budgets(node.pool).stream().anyMatch(budget -> budget.schedule() != null);
          continue;
        }
        if (start(node, reason)) {
          state.request(Singleton.DISRUPTION, ModelState.NEXT_COMMAND);
          return;
        }
      }
    }
    if (waits) {
      state.request(Singleton.DISRUPTION, ModelState.BLOCKED_RETRY);
    }
  }

  private List<ModelNode> candidates(String reason) {
    return state.nodes.values().stream()
        .filter(
            node ->
                node.initialized != null && !node.marked() && state.pools.containsKey(node.pool))
        .filter(
            node ->
                reason.equals("Drifted")
                    ? node.drifted != null
                    : node.pod == null && node.consolidatable != null)
        .sorted(
            Comparator.comparing((ModelNode node) -> node.pod != null)
                .thenComparing(node -> node.drifted == null ? node.created : node.drifted)
                .thenComparing(node -> node.created))
        .toList();
  }

  private List<DisruptionBudget> budgets(String name) {
    NodePoolState pool = state.pools.get(name);
    return pool == null ? List.of() : pool.budgets;
  }

  /** How many nodes of a pool the budgets let go now, less those that are going or not ready. */
  private long allowed(String pool, String reason) {
    List<ModelNode> all =
        state.nodes.values().stream()
            .filter(node -> node.pool.equals(pool) && node.initialized != null)
            .filter(node -> node.drained == null)
            .toList();
    long going = all.stream().filter(node -> node.marked() || !node.ready).count();
    long limit = Long.MAX_VALUE;
    for (DisruptionBudget budget : budgets(pool)) {
      if (budget.broken(state.time.instant())) {
        return 0;
      }
      if (budget.active(state.time.instant()) && budget.concerns(reason)) {
        limit = Math.min(limit, budget.limit(all.size()));
      }
    }
    return limit - going;
  }

  private boolean start(ModelNode node, String reason) {
    ModelPod pod = node.pod;
    ModelNode replacement = null;
    if (pod != null) {
      Placement placement = provisioner.place(List.of(pod));
      ModelNode taken = placement.nominated().get(pod);
      if (taken != null && taken.initialized == null) {
        // "would schedule against uninitialized nodeclaim"
        return false;
      }
      if (taken == null) {
        replacement = provisioner.launch(pod);
        if (replacement == null) {
          return false;
        }
      }
    }
    queue.start(node, reason, replacement);
    return true;
  }
}
