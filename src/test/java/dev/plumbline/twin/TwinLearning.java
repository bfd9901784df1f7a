package dev.plumbline.twin;

import dev.plumbline.conclusion.CapacityMismatch;
import dev.plumbline.conclusion.LearnedCapacity;
import dev.plumbline.conclusion.NodeClaimNode;
import dev.plumbline.conclusion.NodeMemory;
import dev.plumbline.conclusion.SmallestMemory;
import dev.plumbline.fact.Instance;
import dev.plumbline.fact.Node;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.RememberedCapacity;
import dev.plumbline.fact.Resources;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** capacity-learning.drl: what memory do nodes really have, and is it what was promised? */
final class TwinLearning {

  private final TwinFacts world;
  private final TwinNodes nodes;
  private final TwinConclusions out;
  private final Set<NodeMemory> memories = new LinkedHashSet<>();
  private final Map<String, LearnedCapacity> learned = new HashMap<>();

  private TwinLearning(TwinFacts world, TwinNodes nodes, TwinConclusions out) {
    this.world = world;
    this.nodes = nodes;
    this.out = out;
  }

  /** What is learned, by type and image. */
  static Map<String, LearnedCapacity> learn(TwinFacts world, TwinNodes nodes, TwinConclusions out) {
    var learning = new TwinLearning(world, nodes, out);
    nodes.joined.forEach(
        each -> out.add(new NodeClaimNode(each.claim().name(), each.node().name())));
    learning.look();
    learning.conclude();
    learning.compare();
    learning.learned.values().forEach(out::add);
    return learning.learned;
  }

  private void look() {
    var claimed = new HashMap<String, List<String>>();
    for (TwinNodes.Joined each : nodes.joined) {
      if (each.claim().ami() != null) {
        claimed
            .computeIfAbsent(each.node().name(), none -> new ArrayList<>())
            .add(each.claim().ami());
      }
    }
    for (Node node : nodes.nodes) {
      Quantity memory = node.capacity().amount("memory");
      if (memory == null
          || node.instanceType() == null
          || !"true".equals(node.labels().value("karpenter.sh/registered"))) {
        continue;
      }
      String id = node.providerId() == null ? null : node.providerId().replaceFirst("^.*/", "");
      Instance instance = id == null ? null : nodes.instances.get(id);
      for (String ami :
          instance == null
              ? claimed.getOrDefault(node.name(), List.of())
              : List.of(instance.ami())) {
        memories.add(new NodeMemory(node.name(), node.instanceType(), ami, memory));
      }
    }
    memories.forEach(out::add);
  }

  private void conclude() {
    var smallest = new HashMap<String, SmallestMemory>();
    var counts = new HashMap<String, Integer>();
    for (NodeMemory memory : memories) {
      String pair = memory.instanceType() + "/" + memory.ami();
      var one = new SmallestMemory(memory.instanceType(), memory.ami(), memory.memory());
      smallest.merge(pair, one, (a, b) -> a.memory().compareTo(b.memory()) <= 0 ? a : b);
      counts.merge(pair, 1, Integer::sum);
    }
    smallest.values().forEach(out::add);
    boolean closed = out.closed("capacity-learning", "Cluster");
    if (!closed) {
      smallest.forEach(
          (pair, one) ->
              learned.put(
                  pair, new LearnedCapacity(one.instanceType(), one.ami(), one.memory(), null)));
    }
    for (RememberedCapacity remembered : nodes.remembered) {
      String pair = remembered.instanceType() + "/" + remembered.ami();
      SmallestMemory shown = smallest.get(pair);
      boolean larger = shown != null && shown.memory().compareTo(remembered.memory()) > 0;
      boolean kept =
          shown == null ? fresh(remembered) : larger && !enough(counts.getOrDefault(pair, 0));
      if (closed || kept) {
        learned.put(
            pair,
            new LearnedCapacity(
                remembered.instanceType(),
                remembered.ami(),
                remembered.memory(),
                remembered.confirmed()));
      }
    }
  }

  private boolean enough(int nodes) {
    return world.parameters("capacity.raiseAfterNodes").stream()
        .anyMatch(most -> Integer.parseInt(most.value()) <= nodes);
  }

  private boolean fresh(RememberedCapacity remembered) {
    if (world.time == null) {
      return false;
    }
    for (Parameter span : world.parameters("capacity.learnedFor")) {
      Duration age = Duration.between(remembered.confirmed(), world.time.instant());
      if (age.compareTo(span.duration()) >= 0) {
        return false;
      }
    }
    return true;
  }

  private void compare() {
    List<Parameter> percent = world.parameters("capacity.mismatchPercent");
    for (TwinNodes.Joined each : percent.isEmpty() ? List.<TwinNodes.Joined>of() : nodes.joined) {
      if (each.claim().deleting() || each.claim().initialized() == null) {
        continue;
      }
      var promised = new HashMap<String, Quantity>();
      var real = new HashMap<String, Quantity>();
      BigDecimal share = new BigDecimal(percent.getFirst().value()).movePointLeft(2);
      each.claim()
          .capacity()
          .map()
          .forEach(
              (name, amount) -> {
                Quantity there = each.node().capacity().amount(name);
                if (there != null
                    && BigDecimal.valueOf(there.milli())
                            .compareTo(BigDecimal.valueOf(amount.milli()).multiply(share))
                        < 0) {
                  promised.put(name, amount);
                  real.put(name, there);
                }
              });
      for (NodeMemory memory : promised.isEmpty() ? Set.<NodeMemory>of() : memories) {
        if (memory.node().equals(each.node().name())) {
          out.add(mismatch(each, memory, Resources.of(promised), Resources.of(real), percent));
        }
      }
    }
  }

  private static CapacityMismatch mismatch(
      TwinNodes.Joined joined,
      NodeMemory memory,
      Resources promised,
      Resources real,
      List<Parameter> percent) {
    return new CapacityMismatch(
        "LEARN-020",
        joined.node().name(),
        joined.claim().name(),
        memory.instanceType(),
        memory.ami(),
        promised,
        real,
        "it has %s, less than %s %% of what %s promised: %s. Maybe the image keeps memory back or a device has failed; replace the node."
            .formatted(real, percent.getFirst().value(), memory.instanceType(), promised));
  }
}
