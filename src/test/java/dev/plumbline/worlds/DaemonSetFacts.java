package dev.plumbline.worlds;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Pods.DaemonSetPod;
import dev.plumbline.fact.Policy.Parameter;
import java.time.Instant;
import java.util.Map;

/** Pods of DaemonSets on the nodes of a world. */
final class DaemonSetFacts extends AddedFacts {

  private DaemonSetFacts(long seed, Map<String, Fact> facts) {
    super(seed * 31 + 9, facts);
  }

  static void random(long seed, Map<String, Fact> facts) {
    var world = new DaemonSetFacts(seed, facts);
    if (world.chance(0.5)) {
      return;
    }
    world.put(new Parameter("evidence.daemonSetReadyWithin", "", world.pick("10m", "1h")));
    for (NodeClaim claim : world.all(NodeClaim.class)) {
      if (claim.nodeName() != null) {
        world.pod(claim.nodeName(), "aws-node");
        world.pod(claim.nodeName(), world.pick("aws-node", "kube-proxy"));
      }
    }
  }

  private void pod(String node, String daemonSet) {
    if (chance(0.2)) {
      return;
    }
    boolean ready = chance(0.6);
    put(
        new DaemonSetPod(
            "kube-system",
            daemonSet + "-" + node + "-" + random.nextInt(2),
            "kube-system/" + daemonSet,
            node,
            chance(0.9) ? time() : null,
            ready,
            chance(0.9) ? time() : null,
            pick(0, 0, 1, 6, 50),
            ready ? "" : pick("", "CrashLoopBackOff")));
  }

  private Instant time() {
    return Instant.parse(
        pick("2026-08-31T20:00:00Z", "2026-08-31T23:20:00Z", "2026-08-31T23:59:00Z"));
  }
}
