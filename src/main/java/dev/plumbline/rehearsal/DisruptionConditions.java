package dev.plumbline.rehearsal;

import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Tags;
import dev.plumbline.rehearsal.AmiResolver.Resolved;
import dev.plumbline.rehearsal.ModelState.NodeClassState;
import dev.plumbline.rehearsal.ModelState.NodePoolState;
import dev.plumbline.rehearsal.ModelState.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * What makes a NodeClaim a candidate for disruption: its conditions Drifted and Consolidatable
 * ({@code pkg/controllers/nodeclaim/disruption} of karpenter).
 */
final class DisruptionConditions {

  private final ModelState state;

  DisruptionConditions(ModelState state) {
    this.state = state;
  }

  /** Compares every node with its pool and its node class. */
  void drift() {
    for (ModelNode node : List.copyOf(state.nodes.values())) {
      NodePoolState pool = state.pools.get(node.pool);
      NodeClassState nodeClass = state.classes.get(node.nodeClass);
      InstanceType type = node.type;
      if (!state.alive(node) || type == null || pool == null || nodeClass == null) {
        continue;
      }
      Resolved image = nodeClass.mapped(type);
      String reason =
          !pool.hash.equals(node.annotations.get(NodePoolState.HASH))
              ? "NodePoolDrifted"
              : !pool.pool.ofClaims().allow(Tags.of(node.labels))
                  ? "RequirementsDrifted"
                  : !nodeClass.hash.equals(node.annotations.get(NodeClassState.HASH))
                      ? "NodeClassDrift"
                      : image != null && !image.ami().id().equals(node.image) ? "AMIDrift" : null;
      boolean unknown = reason == null && image == null;
      if (!unknown && !Objects.equals(reason, node.drift)) {
        node.drift = reason;
        node.drifted = reason == null ? null : state.time.instant();
        state.publish(node);
        state.request(Singleton.DISRUPTION, ModelState.NEXT_COMMAND);
      }
    }
  }

  /** Waits until a node has had no pod event for {@code consolidateAfter}. */
  void consolidatable(ModelNode node) {
    NodePoolState pool = state.pools.get(node.pool);
    Duration after =
        pool == null
            ? null
            : ObservedObject.duration(pool.spec.at("/disruption/consolidateAfter").asText("0s"));
    if (after == null || node.initialized == null) {
      return;
    }
    Instant event = node.podEvent;
    state.time.in(
        after,
        () -> {
          if (state.alive(node) && event.equals(node.podEvent)) {
            if (node.consolidatable == null) {
              node.consolidatable = state.time.instant();
              state.publish(node);
            }
            state.request(Singleton.DISRUPTION, ModelState.NEXT_COMMAND);
          }
        });
  }
}
