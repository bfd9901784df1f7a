package dev.plumbline.twin;

import dev.plumbline.conclusion.InstanceTypeCost;
import dev.plumbline.conclusion.NodePoolCheapest;
import dev.plumbline.conclusion.NodePoolFactor;
import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.conclusion.NodePoolWeight;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.OnDemandPrice;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.Usd;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** node-pool-weight.drl: which weight should a pool have? */
final class TwinWeight {

  private static final String GROUP = "karpenter.k8s.aws/instance-";

  private final TwinFacts world;
  private final TwinGates gates;
  private final TwinConclusions out;
  private final Map<String, Long> sums = new HashMap<>();

  TwinWeight(TwinFacts world, TwinGates gates, TwinConclusions out) {
    this.world = world;
    this.gates = gates;
    this.out = out;
  }

  void weigh() {
    int base = points("weight.base");
    int spot = points("weight.spot");
    for (NodePool pool : world.pools) {
      give("WEIGHT-001", pool, base, "every pool");
      if (pool.requirements().allow("karpenter.sh/capacity-type", "spot")) {
        give("WEIGHT-002", pool, spot, "it admits spot");
      }
      if (!gates.waits(pool)) {
        kinds(pool);
      }
      own(pool);
    }
    if (points("weight.price") != 0) {
      price(world.parameters("weight.price").getFirst());
    }
    for (NodePool pool : world.pools) {
      Long sum = sums.get(pool.name());
      if (sum != null && pool.replicas() == null && !pool.deleting()) {
        out.add(new NodePoolWeight(pool.name(), (int) Math.max(1, Math.min(100, sum))));
      }
    }
  }

  private void kinds(NodePool pool) {
    if (all(pool, type -> "true".equals(type.labels().value(GROUP + "capability-flex")))) {
      give("WEIGHT-003", pool, points("weight.flex"), "every instance type it admits is flex");
    }
    if (all(pool, type -> type.architecture().equals("arm64"))) {
      give("WEIGHT-004", pool, points("weight.graviton"), "every instance type it admits is arm64");
    }
    for (Parameter least : world.parameters("weight.generationAtLeast")) {
      if (all(pool, type -> type.labels().atLeast(GROUP + "generation", least.whole()))) {
        String since = " is of generation " + least.whole() + " or later";
        give(
            "WEIGHT-005",
            pool,
            points("weight.generation"),
            "every instance type it admits" + since);
      }
    }
  }

  private boolean all(NodePool pool, Predicate<InstanceType> kind) {
    boolean some = false;
    for (InstanceType type : world.types) {
      if (pool.requirements().admit(type.labels())) {
        if (!kind.test(type)) {
          return false;
        }
        some = true;
      }
    }
    return some;
  }

  private void own(NodePool pool) {
    String text = pool.annotations().value("plumbline.dev/weight");
    if (text == null) {
      return;
    }
    if (text.matches("[-+]?[0-9]{1,9}")) {
      factor(
          "WEIGHT-007", pool.name(), Integer.parseInt(text), "its annotation plumbline.dev/weight");
    } else {
      out.add(
          new NodePoolObjection(
              "WEIGHT-008",
              pool.name(),
              "its annotation plumbline.dev/weight is "
                  + text
                  + ", which gives no points. Write a whole number."));
    }
  }

  private void price(Parameter points) {
    var costs = new HashMap<String, Long>();
    for (InstanceType type : world.types) {
      OnDemandPrice price = world.onDemandPrices.get(type.name());
      if (price != null && type.vcpus() > 0) {
        costs.put(type.name(), price.microUsdPerHour() / type.vcpus());
        out.add(new InstanceTypeCost(type.name(), costs.get(type.name())));
      }
    }
    var cheapest = new HashMap<String, Long>();
    for (NodePool pool : world.pools) {
      for (InstanceType type : world.usable.getOrDefault(pool.name(), List.of())) {
        if (costs.containsKey(type.name())) {
          cheapest.merge(pool.name(), costs.get(type.name()), Math::min);
        }
      }
    }
    long lowest = cheapest.values().stream().mapToLong(Long::longValue).min().orElse(0);
    cheapest.forEach(
        (pool, cost) -> {
          out.add(new NodePoolCheapest(pool, cost));
          factor(
              "WEIGHT-006",
              pool,
              lowest >= cost ? points.whole() : (int) (points.whole() * lowest / cost),
              "its cheapest vCPU costs "
                  + Usd.perHour(cost)
                  + ", that of any pool "
                  + Usd.perHour(lowest));
        });
  }

  private int points(String parameter) {
    return world.parameters(parameter).stream().mapToInt(Parameter::whole).findFirst().orElse(0);
  }

  private void give(String rule, NodePool pool, int points, String message) {
    if (points != 0) {
      factor(rule, pool.name(), points, message);
    }
  }

  private void factor(String rule, String pool, int points, String message) {
    out.add(new NodePoolFactor(rule, pool, points, message));
    sums.merge(pool, (long) points, Long::sum);
  }
}
