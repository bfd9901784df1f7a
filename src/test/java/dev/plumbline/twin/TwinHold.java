package dev.plumbline.twin;

import dev.plumbline.conclusion.AmiBehind;
import dev.plumbline.conclusion.CanaryPool;
import dev.plumbline.conclusion.DisruptionHold;
import dev.plumbline.conclusion.RolloutStage;
import dev.plumbline.fact.EC2NodeClass;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.NodeClaim;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.StatusCondition;
import dev.plumbline.fact.Values;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** hold-disruption.drl: which pools should lose no node to drift now? */
final class TwinHold {

  private final TwinCluster world;
  private final TwinConclusions out;
  private final Set<String> drifted = new HashSet<>(); // claims, as Karpenter says

  TwinHold(Collection<Fact> facts, TwinCluster world, TwinConclusions out) {
    this.world = world;
    this.out = out;
    for (Fact fact : facts) {
      if (fact instanceof StatusCondition it
          && it.kind().equals("NodeClaim")
          && it.type().equals("Drifted")
          && it.status().equals("True")) {
        drifted.add(it.name());
      }
    }
  }

  void hold() {
    for (RolloutStage stage : out.of(RolloutStage.class)) {
      for (AmiBehind behind : out.of(AmiBehind.class)) {
        if (behind.nodeClass().equals(stage.nodeClass()) && behind.ami().equals(stage.ami())) {
          hold(stage, behind.nodePool());
        }
      }
    }
    Parameter whileClosed = world.parameter("hold.whileGateClosed");
    if (whileClosed != null && whileClosed.value().equals("true")) {
      world.pools.stream().filter(pool -> !pool.deleting()).forEach(this::unjudged);
    }
    for (DisruptionHold it : out.of(DisruptionHold.class)) {
      NodePool tier = pool(it.nodePool());
      NodePool parent = tier == null || tier.tierOf() == null ? null : pool(tier.tierOf());
      if (parent != null && parent.tierOf() == null) {
        String made = "NodePool " + tier.name() + ", which makes a tier of it: ";
        hold("HOLD-020", parent.name(), made + it.message());
      }
    }
  }

  private @Nullable NodePool pool(String name) {
    return world.pools.stream().filter(it -> it.name().equals(name)).findAny().orElse(null);
  }

  private void hold(RolloutStage stage, String pool) {
    switch (stage.stage()) {
      case "soaking" -> hold("HOLD-001", pool, stage.ami() + " is soaking: " + stage.message());
      case "held" ->
          hold("HOLD-002", pool, "the rollout of " + stage.ami() + " is held: " + stage.message());
      case "canary" -> {
        if (out.of(CanaryPool.class).stream().noneMatch(c -> c.nodePool().equals(pool))) {
          hold("HOLD-003", pool, stage.ami() + " goes to canary pools first: " + stage.message());
        }
      }
      default -> {}
    }
  }

  private void unjudged(NodePool pool) {
    EC2NodeClass nodeClass = world.classes.get(pool.nodeClass());
    boolean drifts =
        world.claimsByPool.getOrDefault(pool.name(), List.<NodeClaim>of()).stream()
            .anyMatch(claim -> !claim.deleting() && drifted.contains(claim.name()));
    boolean held = pool.annotations().has("plumbline.dev/hold-disruption");
    if (nodeClass != null && world.waits("rollout", nodeClass)) {
      String closed = ", and the gate rollout of EC2NodeClass " + nodeClass.name() + " is closed";
      if (drifts) {
        hold("HOLD-010", pool.name(), "nodes of it drifted" + closed);
      }
      if (held) {
        hold("HOLD-012", pool.name(), "it is held already" + closed);
      }
    }
    if (world.waits("drift", pool)) {
      if (drifts) {
        hold("HOLD-011", pool.name(), "nodes of it drifted, and its gate drift is closed");
      }
      if (held) {
        hold("HOLD-013", pool.name(), "it is held already, and its gate drift is closed");
      }
    }
  }

  private void hold(String rule, String pool, String message) {
    out.add(new DisruptionHold(rule, pool, Values.of("Drifted"), message));
  }
}
