package dev.plumbline.worlds;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.Source;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Pods.NodeWorkload;
import java.util.List;
import java.util.Map;

/** What runs on the nodes of a world. */
final class WorkloadFacts extends AddedFacts {

  private static final List<String> SOURCES = List.of("node-workloads", "pod-disruption-budgets");

  private WorkloadFacts(long seed, Map<String, Fact> facts) {
    super(seed * 31 + 97, facts);
  }

  static void random(long seed, Map<String, Fact> facts) {
    var world = new WorkloadFacts(seed, facts);
    RandomWorld.POLICY.stream().filter(WorkloadFacts::adds).forEach(world::put);
    if (world.chance(0.5)) {
      return;
    }
    world.put(
        new SourceStatus(
            "node-workloads",
            world.pick("synced", "synced", "synced", "syncing"),
            "watch",
            null,
            null,
            null,
            0,
            null,
            0));
    boolean budgets = world.chance(0.7);
    for (Node node : world.all(Node.class)) {
      if (world.chance(0.8)) {
        world.put(world.of(node.name(), budgets));
      }
    }
  }

  /** Whether that is added here, so that the worlds of others stay what they were without it. */
  static boolean adds(Fact fact) {
    return fact instanceof Source source && SOURCES.contains(source.name());
  }

  private NodeWorkload of(String node, boolean budgets) {
    return new NodeWorkload(
        node,
        random.nextInt(5),
        random.nextInt(20),
        random.nextInt(3),
        random.nextInt(2),
        random.nextInt(2),
        random.nextInt(6),
        random.nextInt(2),
        random.nextInt(4),
        random.nextInt(2),
        budgets ? (Integer) random.nextInt(4) : null);
  }
}
