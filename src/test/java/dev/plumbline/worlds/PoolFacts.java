package dev.plumbline.worlds;

import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.OnDemandPrice;
import dev.plumbline.fact.InstanceTypes.SpotPrice;
import dev.plumbline.fact.InstanceTypes.UnavailableOffering;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Pools.MinValues;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** What pools are ordered, weighed and limited by, and what EC2 and the price lists say. */
final class PoolFacts extends Dice {

  private final Consumer<Fact> facts;

  private PoolFacts(SplittableRandom random, Consumer<Fact> facts) {
    super(random);
    this.facts = facts;
  }

  static void random(SplittableRandom random, List<Fact> world, Consumer<Fact> facts) {
    var more = new PoolFacts(random, facts);
    boolean bare = more.chance(0.15);
    more.parameters(bare);
    more.shortages();
    for (Fact fact : world) {
      switch (fact) {
        case InstanceType type -> more.prices(type.name(), bare);
        case NodePool pool -> more.pool(pool.name());
        case EC2NodeClass nodeClass -> more.ready("EC2NodeClass", nodeClass.name());
        default -> {}
      }
    }
  }

  static NodePool nodePool(
      SplittableRandom random,
      String name,
      String nodeClass,
      Requirements requirements,
      Tags annotations) {
    var one = new PoolFacts(random, fact -> {});
    Tags all =
        annotations.none() && one.chance(0.1)
            ? Tags.of(Map.of("plumbline.dev/weight", one.pick("5", "-30", "200", "much")))
            : annotations;
    return new NodePool(
        name,
        nodeClass,
        one.pick(null, 10, 10, 50),
        requirements,
        all,
        Tags.NONE,
        one.chance(0.08),
        one.chance(0.9) ? null : one.pick(0, 3),
        one.amounts(),
        one.amounts());
  }

  static EC2NodeClass nodeClass(
      SplittableRandom random, String name, String family, Tags annotations, Tags zones) {
    var one = new PoolFacts(random, fact -> {});
    Values reservations = one.chance(0.9) ? Values.NONE : Values.of("cr-1");
    return new EC2NodeClass(
        name,
        family,
        annotations,
        zones,
        one.chance(0.07),
        null,
        Values.NONE,
        Values.NONE,
        reservations,
        "");
  }

  private Resources amounts() {
    if (chance(0.5)) {
      return Resources.NONE;
    }
    return Resources.of(
        Map.of(
            pick("cpu", "nodes"),
            Quantity.ofWhole(pick(0, 5, 10)),
            "memory",
            Quantity.ofMebibytes(pick(1024, 2048))));
  }

  private void parameters(boolean bare) {
    for (String name : List.of("base", "spot", "flex", "graviton", "generation", "price")) {
      some(0.25, new Parameter("weight." + name, "", pick("0", "5", "20", "90", "-10.5")));
    }
    some(0.95, new Parameter("weight.generationAtLeast", "", pick("5", "6")));
    some(0.95, new Parameter("offerings.unavailableFor", "", pick("3m", "3m", "10m")));
    some(
        0.95,
        new Parameter("karpenter.minValuesPolicy", "", pick("Strict", "Strict", "BestEffort")));
    for (String source : List.of("prices", "spot-prices")) {
      String state = bare ? "synced" : pick("synced", "synced", "syncing", "absent");
      some(0.9, dev.plumbline.Given.sourceStatus(source, state, "Describe" + source, null, null));
    }
  }

  private void shortages() {
    if (chance(0.06)) {
      Instant now = Instant.parse("2026-09-01T23:59:00Z");
      for (String capacityType : List.of("spot", "on-demand")) {
        some(1, new UnavailableOffering(capacityType, "*", "*", "UnfulfillableCapacity", now));
      }
    }
    for (int i = 0, n = pick(0, 0, 1, 4); i < n; i++) {
      some(
          1,
          new UnavailableOffering(
              pick("spot", "on-demand"),
              pick("m5.large", "c7i.2xlarge", "m6g.large", "g5.xlarge", "*"),
              pick("us-east-1a", "us-east-1b", "*"),
              pick("InsufficientInstanceCapacity", "UnfulfillableCapacity"),
              Instant.parse(
                  pick("2026-08-31T23:58:30Z", "2026-08-31T23:55:00Z", "2026-09-01T23:59:00Z"))));
    }
  }

  private void prices(String type, boolean bare) {
    if (bare) {
      return;
    }
    some(0.8, new OnDemandPrice(type, pick(100_000L, 200_000L, 333_333L)));
    for (String zone : List.of("us-east-1a", "us-east-1b")) {
      some(0.7, new SpotPrice(type, zone, pick(50_000L, 100_000L, 250_000L)));
    }
  }

  private void pool(String name) {
    ready("NodePool", name);
    if (chance(0.4)) {
      String label =
          pick(
              "karpenter.k8s.aws/instance-family",
              "karpenter.sh/capacity-type",
              "karpenter.k8s.aws/instance-gpu-count",
              "topology.kubernetes.io/zone");
      some(1, new MinValues(name, label, pick(1, 2, 2, 9)));
    }
  }

  private void ready(String kind, String name) {
    String status = pick("True", "True", "False", "Unknown");
    String reason = pick("", "NotYet");
    some(0.3, new StatusCondition(kind, name, "Ready", status, reason, pick("", "so it is"), null));
  }

  private void some(double probability, Fact fact) {
    if (chance(probability)) {
      facts.accept(fact);
    }
  }
}
