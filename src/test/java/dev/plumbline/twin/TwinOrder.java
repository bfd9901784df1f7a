package dev.plumbline.twin;

import dev.plumbline.conclusion.MinValuesFound;
import dev.plumbline.conclusion.NodePoolCandidate;
import dev.plumbline.conclusion.NodePoolExcluded;
import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.conclusion.NodePoolOrder;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.MinValues;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.StatusCondition;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** node-pool-order.drl, node-pool-limits.drl and min-values.drl: which pool is tried when? */
final class TwinOrder {

  private final TwinFacts world;
  private final TwinGates gates;
  private final TwinConclusions out;

  TwinOrder(TwinFacts world, TwinGates gates, TwinConclusions out) {
    this.world = world;
    this.gates = gates;
    this.out = out;
  }

  void order() {
    var tried = new ArrayList<NodePoolCandidate>();
    for (NodePool pool : world.pools) {
      List<NodePoolExcluded> reasons = excluded(pool);
      reasons.forEach(out::add);
      if (reasons.isEmpty() && !gates.orderWaits()) {
        tried.add(new NodePoolCandidate(pool.name(), pool.weight() == null ? 0 : pool.weight()));
      }
      limits(pool);
    }
    tried.sort(
        Comparator.comparingInt(NodePoolCandidate::weight)
            .thenComparing(NodePoolCandidate::nodePool)
            .reversed());
    for (int i = 0; i < tried.size(); i++) {
      out.add(tried.get(i));
      out.add(new NodePoolOrder(tried.get(i).nodePool(), i + 1, tried.get(i).weight()));
    }
    world.minValues.forEach(this::minValues);
  }

  private List<NodePoolExcluded> excluded(NodePool pool) {
    var reasons = new ArrayList<NodePoolExcluded>();
    if (pool.replicas() != null) {
      String nodes = "it is static: replicas is " + pool.replicas() + ", whatever is pending";
      reasons.add(new NodePoolExcluded(pool.name(), "ORDER-001", nodes));
    }
    if (pool.deleting()) {
      reasons.add(new NodePoolExcluded(pool.name(), "ORDER-002", "it is being deleted"));
    }
    StatusCondition ready =
        world.conditions.get("StatusCondition/NodePool/" + pool.name() + "/Ready");
    if (ready != null) {
      if (!ready.status().equals("True")) {
        String told = "its condition Ready is " + ready.told();
        reasons.add(new NodePoolExcluded(pool.name(), "ORDER-003", told));
      }
      return reasons;
    }
    String name = "its EC2NodeClass " + pool.nodeClass();
    TwinClass nodeClass = world.classes.get(pool.nodeClass());
    if (nodeClass == null || nodeClass.fact == null) {
      if (!gates.orderWaits()) {
        reasons.add(new NodePoolExcluded(pool.name(), "ORDER-004", name + " is not there"));
      }
      return reasons;
    }
    if (nodeClass.fact.deleting()) {
      reasons.add(new NodePoolExcluded(pool.name(), "ORDER-005", name + " is being deleted"));
    }
    StatusCondition its =
        world.conditions.get("StatusCondition/EC2NodeClass/" + pool.nodeClass() + "/Ready");
    if (its != null && !its.status().equals("True")) {
      String told = "the condition Ready of " + name + " is " + its.told();
      reasons.add(new NodePoolExcluded(pool.name(), "ORDER-006", told));
    }
    return reasons;
  }

  private void limits(NodePool pool) {
    if (pool.replicas() != null) {
      return;
    }
    var above = new ArrayList<String>();
    var level = new ArrayList<String>();
    pool.limits()
        .map()
        .forEach(
            (name, limit) -> {
              int order = pool.usage().quantity(name).compareTo(limit);
              if (order >= 0) {
                (order > 0 ? above : level)
                    .add(name + " " + pool.usage().quantity(name) + " of " + limit);
              }
            });
    if (!above.isEmpty()) {
      object(
          "LIMIT-001",
          pool.name(),
          "it has more than its limits allow: "
              + String.join(", ", above)
              + ". Karpenter launches nothing for it. Maybe raise spec.limits, or let nodes go.");
    }
    if (!level.isEmpty()) {
      object(
          "LIMIT-002",
          pool.name(),
          "its limits are used up: "
              + String.join(", ", level)
              + ". Karpenter launches nothing for it that has any of this. Maybe raise spec.limits.");
    }
  }

  private void minValues(MinValues asked) {
    var found = new TreeSet<String>();
    for (InstanceType type : world.usable.getOrDefault(asked.nodePool(), List.of())) {
      found.addAll(type.labels().values(asked.label()).list());
    }
    if (found.isEmpty()) {
      return;
    }
    out.add(new MinValuesFound(asked.nodePool(), asked.label(), Values.of(found)));
    if (found.size() >= asked.count()) {
      return;
    }
    String few =
        "its minValues ask for "
            + asked.count()
            + " values of "
            + asked.label()
            + ", but its usable types have "
            + found.size()
            + ": "
            + Values.of(found).first(8)
            + ". ";
    String mend = "Lower minValues, or loosen the requirements.";
    for (Parameter policy : world.parameters("karpenter.minValuesPolicy")) {
      if (policy.value().equals("BestEffort")) {
        String relaxed =
            "Karpenter relaxes them and annotates its NodeClaims"
                + " karpenter.sh/nodeclaim-min-values-relaxed. ";
        object("MINV-002", asked.nodePool(), few + relaxed + mend);
      } else {
        object("MINV-001", asked.nodePool(), "it can launch nothing: " + few + mend);
      }
    }
  }

  private void object(String rule, String pool, String message) {
    out.add(new NodePoolObjection(rule, pool, message));
  }
}
