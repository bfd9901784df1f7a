package dev.plumbline.rehearsal;

import dev.plumbline.rehearsal.ModelState.Singleton;
import java.time.Duration;

/** The end of a node ({@code pkg/controllers/node/termination} of karpenter). */
final class NodeTermination {

  /** From the deletion to the end of draining, and to the end of the instance. Recorded. */
  private static final Duration DRAIN = Duration.ofSeconds(5);

  private static final Duration TERMINATE = Duration.ofSeconds(10);

  private final ModelState state;
  private final NodeClassController nodeClasses;
  private final NodePoolController nodePools;
  private final PodScheduler pods;
  private final DisruptionQueue queue;

  NodeTermination(
      ModelState state,
      NodeClassController nodeClasses,
      NodePoolController nodePools,
      PodScheduler pods,
      DisruptionQueue queue) {
    this.state = state;
    this.nodeClasses = nodeClasses;
    this.nodePools = nodePools;
    this.pods = pods;
    this.queue = queue;
  }

  /** A NodeClaim is being deleted, by whomever. */
  void terminating(ModelNode node) {
    node.deleted = state.time.instant();
    boolean joined = node.registered != null;
    if (joined) {
      state.server.remove(node.nodeRef());
    }
    state.publish(node);
    queue.terminating(node);
    state.time.in(ModelState.RECONCILE, () -> pods.evict(node));
    if (joined) {
      state.time.in(
          DRAIN,
          () -> {
            node.drained = state.time.instant();
            state.publish(node);
          });
    }
    state.time.in(
        joined ? TERMINATE : ModelState.KUBELET,
        () -> {
          node.gone = true;
          state.nodes.remove(node.name);
          if (joined) {
            state.server.put(node.nodeRef(), node.node());
            state.server.remove(node.agentRef());
          }
          state.server.put(node.claimRef(), node.claim());
          nodeClasses.finalizeUnused(node.nodeClass);
          nodePools.count(node.pool);
          state.request(Singleton.DISRUPTION, ModelState.RECONCILE);
          state.request(Singleton.PROVISION, ModelState.PROVISION);
        });
    state.request(Singleton.PROVISION, ModelState.PROVISION);
  }
}
