package dev.plumbline.worlds;

import dev.plumbline.fact.Cluster.DisruptionBlocked;
import dev.plumbline.fact.Cluster.NodeInterruption;
import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Disruption.DisruptionBudget;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.NodeClasses.StatusAmi;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Policy.Parameter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** What Karpenter says of the nodes of a world that it is to replace. */
final class StuckFacts extends AddedFacts {

  private static final Instant LONG_AGO = Instant.parse("2026-08-31T20:00:00Z");

  private StuckFacts(long seed, Map<String, Fact> facts) {
    super(seed * 31 + 8, facts);
  }

  static void random(long seed, Map<String, Fact> facts) {
    var world = new StuckFacts(seed, facts);
    if (new SplittableRandom(seed * 31 + 81).nextDouble() < 0.06) {
      world.nothingKnown();
      return;
    }
    if (world.chance(0.5)) {
      return;
    }
    world.put(new Parameter("rollout.stuckAfter", "", world.pick("30m", "2h")));
    for (Fact fact : world.all(Fact.class)) {
      if (fact instanceof DisruptionBudget budget && world.chance(0.7)) {
        world.put(
            new DisruptionBudget(
                budget.nodePool(), budget.position(), "100%", budget.reasons(), null, null, false));
      } else if (fact instanceof NodeClaim claim) {
        world.claim(claim.name());
        if (world.chance(0.3)) {
          world.another(claim, "-new", false);
        }
        if (world.chance(0.3)) {
          world.another(claim, "-old", true);
          world.condition(claim.name() + "-old", "DisruptionReason", "Drifted");
        }
      }
    }
    // After all others, so that those stay what they are.
    if (world.chance(0.3)) {
      world.put(
          new SourceStatus("cluster-events", "absent", "watch", null, null, null, 0, null, 0));
    }
    if (world.chance(0.4)) {
      world.all(NodeClaim.class).forEach(world::replacements);
    }
  }

  /** New nodes that are not initialized yet, on some images. */
  private void replacements(NodeClaim of) {
    Instant created = Instant.parse("2026-08-31T23:59:00Z");
    for (Ami image : all(Ami.class)) {
      if (chance(0.3)) {
        another(of, "-on-" + image.id(), false, image.id(), created);
      }
    }
  }

  /** Nodes drifted long ago, budgets let them go, and Events are not read. */
  private void nothingKnown() {
    put(new Parameter("rollout.stuckAfter", "", "30m"));
    for (DisruptionBudget each : all(DisruptionBudget.class)) {
      put(
          new DisruptionBudget(
              each.nodePool(), each.position(), "100%", each.reasons(), null, null, false));
    }
    for (NodeClaim each : all(NodeClaim.class)) {
      put(
          new StatusCondition(
              "NodeClaim", each.name(), "Drifted", "True", "AMIDrift", "", LONG_AGO));
    }
    put(new SourceStatus("cluster-events", "absent", "watch", null, null, null, 0, null, 0));
  }

  private void claim(String name) {
    if (chance(0.8)) {
      condition(name, "Drifted", "AMIDrift");
    }
    if (chance(0.3)) {
      condition(name, "DisruptionReason", pick("Drifted", "Drifted", "Empty"));
    }
    for (int i = 0, n = chance(0.3) ? 2 : 0; i < n; i++) {
      put(
          new DisruptionBlocked(
              "default/" + name + "." + i,
              name,
              pick("Pdb prevents pod evictions", "Node isn't initialized"),
              chance(0.9) ? time().plusSeconds(2_100) : null));
    }
    if (name.hashCode() % 8 == 0) {
      put(new NodeInterruption("default/" + name + ".i", name, null));
    }
  }

  private void another(NodeClaim of, String suffix, boolean deleting) {
    List<String> images = images(of.nodeClass(), deleting);
    another(of, suffix, deleting, images.isEmpty() ? null : pick(images), of.created());
  }

  private void another(
      NodeClaim of, String suffix, boolean deleting, @Nullable String image, Instant created) {
    put(
        new NodeClaim(
            of.name() + suffix,
            of.nodePool(),
            of.nodeClass(),
            of.instanceType(),
            of.zone(),
            of.capacityType(),
            image,
            null,
            null,
            of.labels(),
            of.annotations(),
            created,
            deleting,
            true,
            null,
            null,
            of.capacity(),
            of.allocatable()));
  }

  /** What a new node of a class launches on, if that is known; any image for one that goes. */
  private List<String> images(@Nullable String nodeClass, boolean deleting) {
    List<String> selected =
        all(StatusAmi.class).stream()
            .filter(it -> !deleting && it.nodeClass().equals(nodeClass))
            .map(StatusAmi::id)
            .toList();
    return selected.isEmpty() ? all(Ami.class).stream().map(Ami::id).toList() : selected;
  }

  private void condition(String claim, String type, String reason) {
    put(
        new StatusCondition(
            "NodeClaim", claim, type, "True", reason, "", chance(0.9) ? time() : null));
  }

  private Instant time() {
    return Instant.parse(pick("2026-08-31T20:00:00Z", "2026-08-31T23:20:00Z"));
  }
}
