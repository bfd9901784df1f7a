package dev.plumbline.rehearsal;

import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.rehearsal.ModelNode.ModelPod;
import dev.plumbline.rehearsal.ModelState.NodePoolState;
import dev.plumbline.rehearsal.ModelState.Singleton;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes NodeClaims for the pods that wait ({@code pkg/controllers/provisioning} of karpenter). */
final class Provisioner {

  /**
   * Where pods would go.
   *
   * @param unplaced those that need a new node
   * @param nominated the node for each of the others
   */
  record Placement(List<ModelPod> unplaced, Map<ModelPod, ModelNode> nominated) {}

  private final ModelState state;
  private final InstanceTypeProvider instanceTypes;
  private final NodeClaimLifecycle lifecycle;

  Provisioner(ModelState state, InstanceTypeProvider instanceTypes, NodeClaimLifecycle lifecycle) {
    this.state = state;
    this.instanceTypes = instanceTypes;
    this.lifecycle = lifecycle;
  }

  /** Launches nodes for all pods that need one. */
  void provision() {
    for (ModelPod pod : place(List.of()).unplaced()) {
      if (launch(pod) == null) {
        state.request(Singleton.PROVISION, ModelState.BLOCKED_RETRY);
      }
    }
  }

  /**
   * Places pods as Karpenter's simulated scheduling does, in the order of their uids: on nodes that
   * are free or under way, else on new ones.
   *
   * @param more pods beside those that wait or whose node is to go
   * @return those that need a new node, and which take a node that is not initialized yet
   */
  Placement place(List<ModelPod> more) {
    var waiting = new ArrayList<>(more);
    for (ModelPod pod : state.pods) {
      if (!more.contains(pod) && (pod.node == null || pod.node.marked())) {
        waiting.add(pod);
      }
    }
    waiting.sort(Comparator.comparingLong(pod -> pod.rank));
    List<ModelNode> free =
        new ArrayList<>(
            state.nodes.values().stream()
                .filter(node -> node.pod == null && !node.marked())
                .sorted(Comparator.comparing(node -> node.initialized == null))
                .toList());
    var unplaced = new ArrayList<ModelPod>();
    var nominated = new HashMap<ModelPod, ModelNode>();
    for (ModelPod pod : waiting) {
      ModelNode node = free.stream().filter(pod::fits).findFirst().orElse(null);
      if (node == null) {
        unplaced.add(pod);
      } else {
        free.remove(node);
        nominated.put(pod, node);
      }
    }
    return new Placement(unplaced, nominated);
  }

  /** Makes a NodeClaim for a pod, of the first pool that admits it; null when none does. */
  @Nullable ModelNode launch(ModelPod pod) {
    List<NodePool> order =
        state.pools.values().stream()
            .filter(pool -> pool.nodeClassReady.equals("True"))
            .map(pool -> pool.pool)
            .sorted(
                (one, other) ->
                    NodePool.triedBefore(
                            one.ownWeight(), one.name(), other.ownWeight(), other.name())
                        ? -1
                        : 1)
            .toList();
    for (NodePool spec : order) {
      NodePoolState pool = state.pools.get(spec.name());
      if (pool == null || spec.replicas() != null || spec.deleting()) {
        continue;
      }
      var node =
          new ModelNode(
              state.nextName(spec.name()), spec.name(), spec.nodeClass(), state.time.instant());
      pool.spec
          .at("/template/metadata/labels")
          .properties()
          .forEach(label -> node.labels.put(label.getKey(), label.getValue().asText()));
      if (pod.fits(node)
          && instanceTypes.choose(state.classes.get(node.nodeClass), pool) != null
          && withinLimits(spec)) {
        node.annotations.put(NodePoolState.HASH, pool.hash);
        lifecycle.add(node);
        return node;
      }
    }
    return null;
  }

  private boolean withinLimits(NodePool pool) {
    long underWay =
        state.nodes.values().stream()
            .filter(node -> node.pool.equals(pool.name()) && node.type == null)
            .count();
    Resources used =
        state
            .usage(pool.name())
            .plus(Resources.of(Map.of("nodes", Quantity.ofWhole(underWay + 1))));
    return pool.limits().map().entrySet().stream()
        .allMatch(limit -> used.quantity(limit.getKey()).compareTo(limit.getValue()) <= 0);
  }
}
