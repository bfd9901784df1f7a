package dev.plumbline.bench;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUsable;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.Pools.NodePool;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which nodes the full case has: 5,000 of types, images and zones that its pools really launch. A
 * pool uses a dozen types at most, as a grown cluster does; one that can launch none has no node.
 */
final class BenchCluster {

  static final int NODES = 5_000;

  private static final int TYPES_OF_A_POOL = 12;
  private static final List<String> ZONES = List.of("us-east-1a", "us-east-1b");

  private final Map<String, InstanceType> types = new TreeMap<>();
  private final Map<String, NodePool> pools = new TreeMap<>();
  private final Map<String, Set<String>> zones = new TreeMap<>();
  private final Map<String, List<InstanceTypeUsable>> usable = new TreeMap<>();
  private final List<BenchNode> nodes = new ArrayList<>();

  /** The cluster that a region's pools, and what follows of them, allow. */
  BenchCluster(List<Fact> region, List<Conclusion> conclusions) {
    for (Fact fact : region) {
      switch (fact) {
        case InstanceType it -> types.put(it.name(), it);
        case NodePool it -> pools.put(it.name(), it);
        case InstanceTypeOffering it ->
            zones.computeIfAbsent(it.instanceType(), type -> new TreeSet<>()).add(it.zone());
        default -> {}
      }
    }
    for (Conclusion conclusion : conclusions) {
      if (conclusion instanceof InstanceTypeUsable it && ordinary(it)) {
        usable.computeIfAbsent(it.nodePool(), pool -> new ArrayList<>()).add(it);
      }
    }
    usable.replaceAll((pool, all) -> spread(all));
    List<String> launching = List.copyOf(usable.keySet());
    if (launching.isEmpty()) {
      throw new IllegalStateException("no pool can launch anything");
    }
    for (int i = 0; i < NODES; i++) {
      nodes.add(node(i, launching.get(i % launching.size())));
    }
  }

  List<BenchNode> nodes() {
    return nodes;
  }

  /** Of one size with the pools' general run: neither tiny nor huge. */
  private boolean ordinary(InstanceTypeUsable it) {
    int vcpus = types.get(it.instanceType()).vcpus();
    return vcpus >= 2 && vcpus <= 32 && !zones(it).isEmpty() && !capacityTypes(it).isEmpty();
  }

  private static List<InstanceTypeUsable> spread(List<InstanceTypeUsable> all) {
    var some = new LinkedHashSet<InstanceTypeUsable>();
    for (int i = 0; i < TYPES_OF_A_POOL; i++) {
      some.add(all.get(i * all.size() / TYPES_OF_A_POOL));
    }
    return List.copyOf(some);
  }

  private BenchNode node(int i, String pool) {
    List<InstanceTypeUsable> choice = usable.get(pool);
    InstanceTypeUsable launch = choice.get(i / usable.size() % choice.size());
    List<String> zones = zones(launch);
    List<String> capacityTypes = capacityTypes(launch);
    return new BenchNode(
        i,
        pools.get(pool),
        types.get(launch.instanceType()),
        launch.ami(),
        zones.get(i / 7 % zones.size()),
        capacityTypes.get(i / 3 % capacityTypes.size()));
  }

  private List<String> zones(InstanceTypeUsable launch) {
    Set<String> offered = zones.getOrDefault(launch.instanceType(), Set.of());
    return ZONES.stream().filter(offered::contains).toList();
  }

  /** The capacity types that both the type and, by its name, the pool have. */
  private List<String> capacityTypes(InstanceTypeUsable launch) {
    List<String> offered =
        types
            .get(launch.instanceType())
            .labels()
            .map()
            .getOrDefault("karpenter.sh/capacity-type", List.of());
    if (launch.nodePool().endsWith("-general")) {
      return offered;
    }
    String only = launch.nodePool().endsWith("-spot") ? "spot" : "on-demand";
    return offered.contains(only) ? List.of(only) : List.of();
  }
}
