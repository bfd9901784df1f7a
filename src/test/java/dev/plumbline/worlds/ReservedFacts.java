package dev.plumbline.worlds;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.NodeClasses.CapacityReservation;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;
import java.util.Map;

/** What is reserved for node classes, pools that take it, and what classes ask of types besides. */
final class ReservedFacts extends AddedFacts {

  private ReservedFacts(long seed, Map<String, Fact> facts) {
    super(~seed * 41 + 17, facts);
  }

  static void random(long seed, Map<String, Fact> facts) {
    var world = new ReservedFacts(seed, facts);
    for (EC2NodeClass nodeClass : world.all(EC2NodeClass.class)) {
      if (!nodeClass.capacityReservations().none()) {
        world.reserve(nodeClass);
      }
    }
  }

  private void reserve(EC2NodeClass it) {
    put(
        new EC2NodeClass(
            it.name(),
            it.amiFamily(),
            it.annotations(),
            it.zones(),
            it.deleting(),
            it.instanceStorePolicy(),
            it.subnets(),
            it.securityGroups(),
            it.capacityReservations(),
            it.placementGroup(),
            chance(0.8) ? Values.NONE : Values.of("0/0", pick("0/1", "0/9", "1/0", "0/1/efa-only")),
            chance(0.1),
            chance(0.1),
            chance(0.8)));
    if (chance(0.7)) {
      put(
          new CapacityReservation(
              it.name(),
              "cr-1",
              pick("m5.large", "c7i.large", "m6g.large", "g5.xlarge"),
              pick("us-east-1a", "us-east-1b"),
              pick("default", "default", "capacity-block"),
              chance(0.2),
              chance(0.1),
              null));
    }
    for (NodePool pool : all(NodePool.class)) {
      if (pool.nodeClass().equals(it.name()) && chance(0.4)) {
        put(
            new NodePool(
                pool.name(),
                pool.nodeClass(),
                pool.weight(),
                Requirements.of(
                    new Requirement(
                        "karpenter.sh/capacity-type",
                        Operator.IN,
                        "reserved",
                        pick("reserved", "on-demand"))),
                pool.annotations(),
                pool.labels(),
                pool.deleting(),
                pool.replicas(),
                pool.limits(),
                pool.usage()));
      }
    }
  }
}
