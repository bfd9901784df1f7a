package dev.plumbline.twin;

import dev.plumbline.conclusion.InstanceTypeUsable;
import dev.plumbline.conclusion.NodePoolBarren;
import dev.plumbline.conclusion.WaiverInForce;
import dev.plumbline.fact.NodePool;
import java.util.Set;
import java.util.stream.Collectors;

/** barren-pools.drl: which pools can launch nothing at all? */
final class TwinBarren {

  private static final String RULE = "BARREN-000";

  private TwinBarren() {}

  /** Draws it from all that was drawn before. */
  static void judge(TwinFacts world, TwinConclusions out) {
    Set<String> usable =
        out.of(InstanceTypeUsable.class).stream()
            .map(InstanceTypeUsable::nodePool)
            .collect(Collectors.toSet());
    for (NodePool pool : world.pools) {
      String nodeClass = "EC2NodeClass/" + pool.nodeClass();
      if (!pool.deleting()
          && !usable.contains(pool.name())
          && !out.closed("node-pool-usability", pool.key())
          && !out.closed("ami-resolution", nodeClass)
          && !out.closed("instance-type-mapping", nodeClass)
          && out.of(WaiverInForce.class).stream()
              .noneMatch(it -> it.rule().equals(RULE) && it.covers(pool.key()))) {
        out.add(new NodePoolBarren(RULE, pool.name()));
      }
    }
  }
}
