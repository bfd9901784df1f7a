package dev.plumbline.twin;

import dev.plumbline.conclusion.AmiBehind;
import dev.plumbline.conclusion.AmiServes;
import dev.plumbline.conclusion.CanaryPool;
import dev.plumbline.conclusion.NodeClaimDrifted;
import dev.plumbline.conclusion.ReplacementHeld;
import dev.plumbline.conclusion.Rollout;
import dev.plumbline.conclusion.RolloutFailure;
import dev.plumbline.conclusion.RolloutHealth;
import dev.plumbline.conclusion.RolloutHold;
import dev.plumbline.conclusion.RolloutStage;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.EC2NodeClass;
import dev.plumbline.fact.NodeClaim;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Parameter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** rollout.drl: where does the rollout of a new image stand, and which nodes must wait for it? */
final class TwinRollout {

  private final TwinCluster world;
  private final TwinConclusions out;
  private final List<AmiBehind> behind;
  private final Set<String> driftedByImage = new HashSet<>();
  private final Set<String> canaries = new HashSet<>();

  // Of one rollout.
  private EC2NodeClass nodeClass;
  private String image = "";
  private List<NodeClaim> on = List.of();
  private final List<RolloutHold> holds = new ArrayList<>();

  TwinRollout(TwinCluster world, TwinConclusions out) {
    this.world = world;
    this.out = out;
    this.behind = out.of(AmiBehind.class);
    for (NodeClaimDrifted drifted : out.of(NodeClaimDrifted.class)) {
      if (drifted.reason().equals("AMIDrift")) {
        driftedByImage.add(drifted.nodeClaim());
      }
    }
  }

  void roll() {
    for (NodePool pool : world.pools) {
      List<Parameter> patterns = world.parameters.getOrDefault("rollout.canaryPools", List.of());
      if ("true".equals(pool.labels().value("plumbline.dev/canary"))
          || patterns.stream().anyMatch(pattern -> pattern.fits(pool.name()))) {
        canaries.add(pool.name());
        out.add(new CanaryPool(pool.name(), pool.nodeClass()));
      }
    }
    for (EC2NodeClass each : world.classes.values()) {
      if (!world.waits("rollout", each)) {
        world.serves.stream()
            .filter(serves -> serves.nodeClass().equals(each.name()))
            .map(AmiServes::ami)
            .distinct()
            .forEach(ami -> roll(each, ami));
      }
    }
  }

  private void roll(EC2NodeClass each, String ami) {
    nodeClass = each;
    image = ami;
    on =
        world.claims.stream()
            .filter(c -> c.nodeClass().equals(each.name()) && ami.equals(c.ami()) && !c.deleting())
            .toList();
    List<AmiBehind> waiting =
        behind.stream()
            .filter(b -> b.nodeClass().equals(each.name()) && b.ami().equals(ami))
            .toList();
    if (!waiting.isEmpty()) {
      holds.clear();
      out.add(new Rollout(each.name(), ami));
      soak();
      health();
      registration();
      canary(waiting);
      holds.forEach(out::add);
      stage(ami, waiting);
    } else if (on.stream().anyMatch(NodeClaim::launched)
        && world.pools.stream()
            .noneMatch(p -> p.nodeClass().equals(each.name()) && world.waits("drift", p))) {
      String message = "every node whose type maps to it runs it";
      out.add(new RolloutStage(each.name(), ami, "complete", message));
    }
  }

  private void soak() {
    Parameter soak = world.parameter("rollout.soak");
    if (soak == null) {
      return;
    }
    Ami ami = world.amis.get(image);
    if (ami == null || ami.creationDate() == null) {
      String message = "EC2 gives no creation date, so that rollout.soak ";
      hold("ROLL-011", 1, "soaking", message + soak.value() + " cannot be shown");
    } else if (world.time != null && world.time.within(ami.creationDate(), soak.duration())) {
      hold("ROLL-010", 1, "soaking", "it soaks until " + soak.after(ami.creationDate()));
    }
  }

  private void health() {
    Parameter time = world.parameter("rollout.readyWithin");
    int initialized = 0;
    int never = 0;
    int lost = 0;
    for (NodeClaim claim : on) {
      initialized += claim.initialized() != null ? 1 : 0;
      if (time == null
          || world.time == null
          || world.time.within(claim.created(), time.duration())) {
        continue;
      }
      if (claim.initialized() == null && claim.launched()) {
        never++;
        fail(claim, false, "not initialized within " + time.value());
      } else if (claim.initialized() != null
          && world.nodes.containsKey(claim.nodeName())
          && !world.ready(claim)) {
        lost++;
        fail(claim, true, "node " + claim.nodeName() + " is not ready");
      }
    }
    out.add(new RolloutHealth(nodeClass.name(), image, initialized, never, lost));
    Parameter most = world.parameter("rollout.maxFailedPercent");
    Parameter least = world.parameter("rollout.minimumNodes");
    int judged = initialized + never;
    int failed = never + lost;
    if (most != null
        && least != null
        && judged >= Integer.parseInt(least.value())
        && new BigDecimal(most.value()).multiply(BigDecimal.valueOf(judged)).intValueExact()
            < failed * 100) {
      String message = failed + " of " + judged + " nodes on it failed, more than ";
      hold("ROLL-020", 2, "held", message + "rollout.maxFailedPercent " + most.value());
    }
  }

  private void fail(NodeClaim claim, boolean initialized, String message) {
    out.add(new RolloutFailure(nodeClass.name(), image, claim.name(), initialized, message));
  }

  private void registration() {
    for (NodePool pool : world.pools) {
      if (pool.nodeClass().equals(nodeClass.name()) && world.unregistered.contains(pool.name())) {
        String message = "new nodes of NodePool " + pool.name() + " do not register ";
        hold("ROLL-021", 3, "held", message + "(NodeRegistrationHealthy is False)");
      }
    }
  }

  private void canary(List<AmiBehind> waiting) {
    Parameter time = world.parameter("rollout.canaryFor");
    for (NodePool pool : world.pools) {
      if (!canaries.contains(pool.name()) || !pool.nodeClass().equals(nodeClass.name())) {
        continue;
      }
      if (waiting.stream().anyMatch(b -> b.nodePool().equals(pool.name()))) {
        String message = "canary NodePool " + pool.name() + " takes it first";
        hold("ROLL-030", 4, "canary", message);
      }
      String nodes = "not all nodes of canary NodePool " + pool.name();
      for (NodeClaim claim : world.claimsByPool.getOrDefault(pool.name(), List.of())) {
        if (!image.equals(claim.ami()) || !claim.launched() || claim.deleting()) {
          continue;
        }
        if (claim.initialized() == null || !world.ready(claim)) {
          hold("ROLL-031", 5, "canary", nodes + " are ready yet");
        }
        if (claim.initialized() != null
            && time != null
            && world.time != null
            && world.time.within(claim.initialized(), time.duration())) {
          String message = nodes + " have run it for " + time.value() + " yet";
          hold("ROLL-032", 6, "canary", message);
        }
      }
    }
  }

  private void hold(String rule, int rank, String stage, String message) {
    if (!world.waived(rule, nodeClass.key(), "Ami/" + image)) {
      holds.add(new RolloutHold(rule, nodeClass.name(), image, rank, stage, message));
    }
  }

  private void stage(String ami, List<AmiBehind> waiting) {
    if (holds.isEmpty()) {
      String message = "its nodes are replaced as the disruption budgets allow";
      out.add(new RolloutStage(nodeClass.name(), ami, "rolling", message));
      return;
    }
    holds.sort(Comparator.comparingInt(RolloutHold::rank).thenComparing(RolloutHold::message));
    RolloutHold first = holds.getFirst();
    out.add(new RolloutStage(nodeClass.name(), ami, first.stage(), first.message()));
    for (AmiBehind each : waiting) {
      if (driftedByImage.contains(each.nodeClaim())) {
        wait(each, first);
      }
    }
  }

  private void wait(AmiBehind each, RolloutHold hold) {
    String ami = each.ami();
    switch (hold.stage()) {
      case "soaking" -> held(each, "ROLL-050", ami + " is soaking: " + hold.message());
      case "held" ->
          held(each, "ROLL-051", "the rollout of " + ami + " is held: " + hold.message());
      default -> {
        if (!canaries.contains(each.nodePool())) {
          held(each, "ROLL-052", ami + " goes to canary pools first: " + hold.message());
        }
      }
    }
  }

  private void held(AmiBehind each, String rule, String message) {
    out.add(new ReplacementHeld(each.nodeClaim(), rule, message));
  }
}
