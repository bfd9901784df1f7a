package dev.plumbline.worlds;

import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The pools of a {@link LiveWorld}. */
final class LivePools extends Dice {

  private static final String INSTANCE = "karpenter.k8s.aws/instance-";
  private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

  private final LiveWorld world;

  private LivePools(LiveWorld world) {
    super(world.random.split());
    this.world = world;
  }

  static LivePools random(LiveWorld world) {
    var pools = new LivePools(world);
    for (int i = 0, n = 2 + pools.random.nextInt(3); i < n; i++) {
      pools.pool("pool-" + i);
    }
    return pools;
  }

  private void pool(String name) {
    var requirements = new ArrayList<Requirement>();
    for (int i = 0, n = pick(0, 1, 1, 2, 3); i < n; i++) {
      requirements.add(requirement());
    }
    boolean limited = chance(0.25);
    world.put(
        new NodePool(
            name,
            pick(world.all(EC2NodeClass.class)).name(),
            pick(null, 10, 10, 50),
            Requirements.of(requirements),
            Tags.of(world.hash("karpenter.sh/nodepool-hash", "v3")),
            Tags.NONE,
            chance(0.03),
            chance(0.96) ? null : Integer.valueOf(2),
            limited ? limits() : Resources.NONE,
            limited ? usage() : Resources.NONE));
  }

  private Resources limits() {
    return Resources.of(
        Map.of(
            "cpu",
            Quantity.ofWhole(pick(10, 20, 40)),
            pick("nodes", "nvidia.com/gpu", "memory"),
            Quantity.ofWhole(pick(2L, 4L, 1L << 36))));
  }

  private Resources usage() {
    return Resources.of(
        Map.of(
            "cpu",
            Quantity.ofWhole(pick(0, 4, 8, 12)),
            "memory",
            Quantity.ofMebibytes(8192),
            "nodes",
            Quantity.ofWhole(pick(1, 2, 3))));
  }

  /** What pools and pods ask for, in every operator. */
  Requirement requirement() {
    return switch (random.nextInt(20)) {
      case 0 -> new Requirement(INSTANCE + "cpu", Operator.GT, pick("2", "4", "8"));
      case 1 -> new Requirement(INSTANCE + "cpu", Operator.LT, pick("4", "8", "17"));
      case 2 -> new Requirement(INSTANCE + "memory", Operator.GTE, pick("8192", "16384"));
      case 3 -> new Requirement(INSTANCE + "memory", Operator.LTE, pick("8192", "16384"));
      case 4 ->
          new Requirement(
              INSTANCE + pick("gpu-count", "accelerator-count", "local-nvme"),
              pick(Operator.EXISTS, Operator.DOES_NOT_EXIST));
      case 5 -> new Requirement(INSTANCE + "category", Operator.IN, "c", pick("m", "g", "r"));
      case 6 ->
          new Requirement(
              INSTANCE + "category", Operator.NOT_IN, pick(List.of("g"), List.of("m", "t")), null);
      case 7, 8 -> new Requirement("kubernetes.io/arch", Operator.IN, pick("amd64", "arm64"));
      case 9 ->
          new Requirement(
              "topology.kubernetes.io/zone",
              pick(Operator.IN, Operator.NOT_IN),
              pick(LiveWorld.ZONES));
      case 10 ->
          new Requirement("topology.k8s.aws/zone-id", Operator.IN, pick("use1-az1", "use1-az2"));
      case 11 ->
          new Requirement("kubernetes.io/os", Operator.IN, pick("linux", "linux", "windows"));
      case 12 -> new Requirement(INSTANCE + "gpu-manufacturer", Operator.NOT_IN, "nvidia");
      case 13 -> new Requirement(CAPACITY_TYPE, Operator.IN, pick("spot", "on-demand"));
      case 14 -> new Requirement(CAPACITY_TYPE, Operator.IN, "reserved", pick("spot", "reserved"));
      case 15 ->
          new Requirement(
              pick(CAPACITY_TYPE, "failure-domain.beta.kubernetes.io/zone"),
              Operator.NOT_IN,
              pick("spot", "us-east-1b"));
      case 16 -> new Requirement(INSTANCE + "generation", Operator.GT, pick("4", "5", "6"));
      case 17 ->
          new Requirement(
              "node.kubernetes.io/instance-type",
              Operator.IN,
              List.of("m5.large", "c7g.xlarge", "g5.xlarge", "inf2.xlarge"),
              null);
      case 18 ->
          new Requirement(
              "karpenter.k8s.aws/capacity-reservation-" + pick("id", "type"),
              pick(Operator.EXISTS, Operator.DOES_NOT_EXIST));
      default ->
          chance(0.5)
              ? new Requirement("team", Operator.IN, "a")
              : new Requirement("team", Operator.EXISTS);
    };
  }
}
