package dev.plumbline.worlds;

import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.NodeOverlays.NodeOverlay;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** NodeOverlays that price offerings and add resources, evaluated by Karpenter or not. */
final class OverlayFacts extends AddedFacts {

  private OverlayFacts(long seed, Map<String, Fact> facts) {
    super(seed * 41 + 29, facts);
  }

  static void random(long seed, Map<String, Fact> facts) {
    var more = new OverlayFacts(seed, facts);
    if (more.chance(0.75)) {
      return;
    }
    for (int i = 0, n = 1 + more.random.nextInt(3); i < n; i++) {
      more.overlay("overlay-" + i);
    }
  }

  private void overlay(String name) {
    Resources adds =
        chance(0.5)
            ? null
            : Resources.of(
                Map.of(pick("a.com/fuse", "nvidia.com/gpu"), Quantity.ofWhole(pick(1, 2))));
    put(
        new NodeOverlay(
            name,
            Tags.NONE,
            Tags.NONE,
            chance(0.05),
            requirements(),
            pick(null, "-10%", "0.5", "+1"),
            adds,
            pick(null, null, 1, 2)));
    String status = pick("True", "True", "True", "False", null);
    if (status != null) {
      put(
          new StatusCondition(
              "NodeOverlay", name, "ValidationSucceeded", status, "Conflict", "so", null));
    }
  }

  private @Nullable Requirements requirements() {
    return switch (random.nextInt(5)) {
      case 0 -> Requirements.of(new Requirement("karpenter.sh/nodepool", Operator.IN, "pool-0"));
      case 1 -> Requirements.of(new Requirement("karpenter.sh/capacity-type", Operator.IN, "spot"));
      case 2 ->
          Requirements.of(
              new Requirement("topology.kubernetes.io/zone", Operator.IN, "us-east-1a"),
              new Requirement("kubernetes.io/arch", Operator.IN, pick("amd64", "arm64")));
      default -> null;
    };
  }
}
