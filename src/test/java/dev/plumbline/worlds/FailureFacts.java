package dev.plumbline.worlds;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Launches.LaunchFailure;
import dev.plumbline.fact.Launches.PastLaunch;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Pools.NodePool;
import java.time.Instant;
import java.util.Map;

/** What Karpenter failed to launch, and what was seen of the nodes that are gone. */
final class FailureFacts extends AddedFacts {

  private FailureFacts(long seed, Map<String, Fact> facts) {
    super(~seed * 53 + 29, facts);
  }

  static void random(long seed, Map<String, Fact> facts) {
    var world = new FailureFacts(seed, facts);
    world.removals();
    if (world.chance(0.7)) {
      return;
    }
    world.put(new Parameter("offerings.unavailableAtMost", "", world.pick("30m", "1h")));
    for (NodePool pool : world.all(NodePool.class)) {
      if (world.chance(0.5)) {
        world.failure(pool.name());
      }
    }
    if (world.chance(0.1)) {
      world.failure("gone");
    }
  }

  private void removals() {
    put(new Parameter("karpenter.registrationTimeout", "", pick("15m", "5m")));
    put(new Parameter("karpenter.repairAfter", "", pick("30m", "10m")));
    for (PastLaunch it : all(PastLaunch.class)) {
      if (chance(0.4)) {
        put(
            new PastLaunch(
                it.nodeClaim(),
                it.nodePool(),
                it.instanceType(),
                it.ami(),
                it.launched(),
                it.promised(),
                it.allocatable(),
                it.nodeClass(),
                it.zone(),
                it.registered(),
                it.initialized(),
                it.ready(),
                it.readySince(),
                it.deleted(),
                it.disruption(),
                it.interrupted(),
                it.expires(),
                "ip-" + it.nodeClaim(),
                pick(null, "AMIDrift", "NodePoolDrifted"),
                pick(null, "Node", "NodePool")));
      }
    }
  }

  private void failure(String pool) {
    boolean capacity = chance(0.8);
    boolean named = chance(0.5);
    put(
        new LaunchFailure(
            pool,
            pick("spot", "on-demand", named ? "spot" : "*"),
            named ? pick("m5.large", "c7i.2xlarge", "m6g.large", "g5.xlarge") : "*",
            named ? pick("us-east-1a", "us-east-1b") : "*",
            capacity
                ? pick("InsufficientInstanceCapacity", "UnfulfillableCapacity")
                : "LaunchFailed",
            capacity ? "" : "Instance launch failed",
            Instant.parse(pick("2026-08-31T22:30:00Z", "2026-08-31T23:10:00Z")),
            Instant.parse(pick("2026-08-31T23:10:00Z", "2026-08-31T23:58:30Z"))));
  }
}
