package dev.plumbline.worlds;

import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Disruption.DisruptionBudget;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.NodeClasses.CapacityReservation;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

/** Claims with their nodes and instances, and the budgets of their pools. */
final class LiveNodes extends Dice {

  private final LiveWorld world;

  private LiveNodes(LiveWorld world) {
    super(world.random.split());
    this.world = world;
  }

  static void random(LiveWorld world) {
    var nodes = new LiveNodes(world);
    List<NodePool> pools = world.all(NodePool.class);
    for (NodePool pool : pools) {
      for (int i = 0, n = nodes.pick(0, 1, 1, 2, 3); i < n; i++) {
        nodes.budget(pool.name(), i);
      }
    }
    for (int i = 0, n = nodes.random.nextInt(10); i < n; i++) {
      nodes.claim("claim-" + i, nodes.pick(pools.subList(0, Math.min(2, pools.size()))));
    }
  }

  private void claim(String name, NodePool pool) {
    EC2NodeClass nodeClass =
        world.all(EC2NodeClass.class).stream()
            .filter(it -> it.name().equals(pool.nodeClass()))
            .findFirst()
            .orElseThrow();
    InstanceType type = type(pool);
    String typeName = chance(0.96) ? type.name() : "m4.large";
    CapacityReservation reservation =
        world.all(CapacityReservation.class).stream()
            .filter(it -> it.instanceType().equals(typeName))
            .findFirst()
            .orElse(null);
    boolean reserved = reservation != null && chance(0.5);
    String zone = reserved ? reservation.zone() : chance(0.97) ? pick(LiveWorld.ZONES) : null;
    String capacityType = reserved ? "reserved" : pick("on-demand", "spot");
    var labels = new TreeMap<String, String>();
    type.labels()
        .map()
        .forEach(
            (key, values) -> {
              if (values.size() == 1 && !key.startsWith("plumbline.dev/")) {
                labels.put(key, values.getFirst());
              }
            });
    labels.put("node.kubernetes.io/instance-type", typeName);
    labels.put("karpenter.sh/capacity-type", capacityType);
    labels.put("kubernetes.io/os", "linux");
    labels.put("karpenter.sh/nodepool", pool.name());
    if (zone != null) {
      labels.put("topology.kubernetes.io/zone", zone);
      labels.put("topology.k8s.aws/zone-id", "use1-az" + (LiveWorld.ZONES.indexOf(zone) + 1));
    }
    if (reserved && chance(0.9)) {
      labels.put("karpenter.k8s.aws/capacity-reservation-id", reservation.id());
      labels.put("karpenter.k8s.aws/capacity-reservation-type", reservation.type());
      labels.put("karpenter.k8s.aws/capacity-reservation-interruptible", "false");
    }
    if (!nodeClass.placementGroup().isEmpty() ^ chance(0.03)) {
      labels.put("karpenter.k8s.aws/placement-group-id", "pg-1");
    }
    // What the pool requires of labels of one's own.
    for (Requirement each : pool.requirements().written()) {
      if (each.key().equals("team") && chance(0.9)) {
        labels.put("team", "a");
      }
    }
    var annotations = new TreeMap<>(world.hash("karpenter.sh/nodepool-hash", "v3"));
    annotations.putAll(world.hash("karpenter.k8s.aws/ec2nodeclass-hash", "v6"));
    boolean deleting = chance(0.1);
    boolean launched = chance(0.95);
    String instance = "i-" + name;
    String node = chance(0.95) || world.all(Node.class).isEmpty() ? "node-" + name : null;
    boolean initialized = node != null && chance(0.9);
    // That no node is there at all closes the gate of what is concluded from nodes.
    boolean there = chance(0.97) || world.all(Node.class).isEmpty();
    Instant created = world.now().minus(Duration.ofMinutes(pick(10, 59, 61, 600, 600, 600)));
    world.put(
        new NodeClaim(
            name,
            pool.name(),
            pool.nodeClass(),
            labels.get("node.kubernetes.io/instance-type"),
            zone,
            capacityType,
            image(type),
            node,
            "aws:///us-east-1a/" + instance,
            Tags.of(labels),
            Tags.of(annotations),
            created,
            deleting,
            launched,
            created,
            initialized && there ? created : null,
            Resources.NONE,
            Resources.NONE));
    world.put(
        new Instance(
            instance,
            image(type),
            type.name(),
            zone,
            "running",
            chance(0.95) ? pick("subnet-1", "subnet-2") : "subnet-9",
            chance(0.95) ? nodeClass.securityGroups() : Values.of("sg-1", "sg-9"),
            reserved ? (chance(0.9) ? reservation.id() : "cr-9") : null));
    if (node != null && there) {
      node(node, pool.name(), initialized, labels);
    }
    if (chance(0.04)) {
      world.put(
          new StatusCondition(
              "NodeClaim", name, "InstanceTerminating", "True", "InstanceTerminating", "", null));
    }
  }

  /** Mostly one that the pool asks for by its architecture. */
  private InstanceType type(NodePool pool) {
    List<InstanceType> all =
        world.all(InstanceType.class).stream()
            .filter(it -> it.architecture().matches("amd64|arm64"))
            .toList();
    List<InstanceType> fit =
        all.stream()
            .filter(
                it ->
                    KarpenterRequirements.of(pool.requirements().written())
                        .intersects(
                            new KarpenterRequirements()
                                .addAll(KarpenterRequirements.ofLabels(single(it)))))
            .toList();
    return fit.isEmpty() || chance(0.1) ? pick(all) : pick(fit);
  }

  private static TreeMap<String, String> single(InstanceType type) {
    var labels = new TreeMap<String, String>();
    type.labels()
        .map()
        .forEach(
            (key, values) -> {
              if (values.size() == 1) {
                labels.put(key, values.getFirst());
              }
            });
    return labels;
  }

  /** Mostly one that some node class may use for the type now. */
  private String image(InstanceType type) {
    List<String> fit =
        world.all(Ami.class).stream()
            .filter(it -> type.architecture().equals(it.kubernetesArchitecture()))
            .map(Ami::id)
            .toList();
    return fit.isEmpty() ? "ami-99" : fit.size() > 1 && chance(0.3) ? pick(fit) : fit.getFirst();
  }

  private void node(String name, String pool, boolean initialized, TreeMap<String, String> more) {
    var labels = new TreeMap<>(more);
    labels.put("karpenter.sh/registered", "true");
    if (initialized) {
      labels.put("karpenter.sh/initialized", "true");
    }
    world.put(
        new Node(
            name,
            pool,
            labels.get("node.kubernetes.io/instance-type"),
            labels.get("topology.kubernetes.io/zone"),
            null,
            Tags.of(labels),
            null,
            false,
            chance(0.88) ? "True" : pick("False", "Unknown", null),
            null,
            Resources.NONE,
            Resources.NONE));
  }

  private void budget(String pool, int position) {
    boolean scheduled = chance(0.4);
    boolean noReason = chance(0.06);
    world.put(
        new DisruptionBudget(
            pool,
            position,
            chance(0.97) ? pick("10%", "20%", "50%", "33%", "100%", "0", "1", "2", "5") : "many",
            noReason || chance(0.5)
                ? Values.NONE
                : pick(
                    Values.of("Drifted"),
                    Values.of("Empty", "Drifted"),
                    Values.of("Underutilized"),
                    Values.of("Empty")),
            scheduled || chance(0.01) ? pick(SCHEDULES) : null,
            scheduled ? Duration.ofMinutes(pick(10, 60, 90, 480, 1440, 2880)) : null,
            noReason));
  }

  private static final List<String> SCHEDULES =
      List.of(
          "0 * * * *",
          "*/15 9-17 * * 1-5",
          "@daily",
          "@hourly",
          "30 22 * * SAT",
          "0 0 1 * *",
          "0 0 1,5 * MON",
          "15 3-20/4 * SEP ?",
          "5/20 2 */2 * *",
          "0 12 */3 * 2",
          "0 0 * * 7",
          "61 * * * *",
          "daily");
}
