package dev.plumbline.bench;

import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Pools.NodePool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One node of the full case with its claim and instance, in the shapes of the API server and of
 * EC2: most as they were promised, some with less memory, a few in trouble.
 */
record BenchNode(
    int number, NodePool pool, InstanceType type, String ami, String zone, String capacityType) {

  static final Instant NOW = Instant.parse("2026-09-01T00:00:00Z");

  private static final List<String> WELL = List.of("MemoryPressure", "DiskPressure", "PIDPressure");

  /** {@code v1} Node. */
  Object node() {
    boolean ready = number % 100 != 17;
    var labels = labels();
    labels.put("kubernetes.io/hostname", name());
    labels.put("beta.kubernetes.io/arch", type.architecture());
    labels.put("beta.kubernetes.io/os", os());
    labels.put("beta.kubernetes.io/instance-type", type.name());
    labels.put("failure-domain.beta.kubernetes.io/zone", zone);
    labels.put("karpenter.sh/registered", "true");
    labels.put("k8s.io/cloud-provider-aws", "d09d0a5b6f1b1e2f9b1d6a8f2b3c4d5e");
    if (ready) {
      labels.put("karpenter.sh/initialized", "true");
    }
    var conditions =
        new ArrayList<Object>(
            WELL.stream()
                .map(type -> condition(type, "False", created().plusSeconds(40)))
                .toList());
    conditions.add(
        condition(
            "Ready",
            ready ? "True" : "False",
            ready ? created().plusSeconds(55) : NOW.minusSeconds(number)));
    return Map.of(
        "apiVersion",
        "v1",
        "kind",
        "Node",
        "metadata",
        Map.of(
            "name",
            name(),
            "creationTimestamp",
            created().plusSeconds(40).toString(),
            "labels",
            labels,
            "annotations",
            hashes()),
        "spec",
        Map.of("providerID", providerId()),
        "status",
        Map.of(
            "capacity",
            amounts(kibibytes() + "Ki", type.vcpus() * 1000),
            "allocatable",
            amounts(kibibytes() - reservedMiB() * 1024 + "Ki", type.vcpus() * 1000 - 80),
            "conditions",
            conditions,
            "nodeInfo",
            Map.of("architecture", type.architecture(), "kubeletVersion", "v1.32.9-eks-abc")));
  }

  /** {@code karpenter.sh/v1} NodeClaim. */
  Object claim() {
    long promised = promisedMiB();
    return Map.of(
        "apiVersion",
        "karpenter.sh/v1",
        "kind",
        "NodeClaim",
        "metadata",
        Map.of(
            "name",
            claimName(),
            "creationTimestamp",
            created().toString(),
            "labels",
            labels(),
            "annotations",
            hashes()),
        "spec",
        Map.of(
            "nodeClassRef",
            Map.of("group", "karpenter.k8s.aws", "kind", "EC2NodeClass", "name", pool.nodeClass())),
        "status",
        Map.of(
            "imageID",
            ami,
            "nodeName",
            name(),
            "providerID",
            providerId(),
            "capacity",
            amounts(promised + "Mi", type.vcpus() * 1000),
            "allocatable",
            amounts(promised - reservedMiB() + "Mi", type.vcpus() * 1000 - 80),
            "conditions",
            List.of(
                condition("Launched", "True", created().plusSeconds(3)),
                condition("Registered", "True", created().plusSeconds(42)),
                condition(
                    "Initialized",
                    number % 100 == 17 ? "Unknown" : "True",
                    created().plusSeconds(60)),
                condition("Ready", "True", created().plusSeconds(60)))));
  }

  /** One of {@code Reservations[]} with its one instance. */
  Object reservation() {
    return Map.of(
        "Instances",
        List.of(
            Map.of(
                "InstanceId",
                instanceId(),
                "ImageId",
                ami,
                "InstanceType",
                type.name(),
                "Placement",
                Map.of("AvailabilityZone", zone, "Tenancy", "default"),
                "State",
                Map.of("Code", 16, "Name", "running"),
                "SubnetId",
                zone.endsWith("a") ? "subnet-1" : "subnet-2",
                "SecurityGroups",
                List.of(Map.of("GroupId", "sg-1", "GroupName", "nodes")))));
  }

  /** What one node of this type and image turned out to have. */
  String remembered() {
    return "  - { instanceType: %s, ami: %s, memory: %dKi, confirmed: %s }%n"
        .formatted(type.name(), ami, usualKibibytes(), NOW.minusSeconds(3600L * (number % 900)));
  }

  /** What Karpenter counts on before it has seen a node: 7.5 percent less than EC2 tells. */
  long promisedMiB() {
    long sold = type.memoryMiB() - (type.architecture().equals("arm64") ? 64 : 0);
    return sold - (long) Math.ceil(sold * 0.075);
  }

  private long usualKibibytes() {
    return type.memoryMiB() * 988 - Math.floorMod((type.name() + ami).hashCode(), 8192);
  }

  private long kibibytes() {
    if (number % 97 == 3) {
      return promisedMiB() * 1024 - 40_960;
    }
    return number % 20 == 5 ? usualKibibytes() - 4_096 - number : usualKibibytes();
  }

  private long reservedMiB() {
    return 255 + 11L * pods() + 100;
  }

  private int pods() {
    int limited = type.networkInterfaces() * (type.ipv4PerInterface() - 1) + 2;
    return Math.max(8, Math.min(110, limited));
  }

  private Map<String, Object> amounts(String memory, int milliCpu) {
    var amounts = new TreeMap<String, Object>();
    amounts.put("cpu", milliCpu % 1000 == 0 ? milliCpu / 1000 + "" : milliCpu + "m");
    amounts.put("memory", memory);
    amounts.put("pods", Integer.toString(pods()));
    amounts.put("ephemeral-storage", "20893676Ki");
    type.devices().map().forEach((name, count) -> amounts.put(name, count.toString()));
    return amounts;
  }

  private Map<String, Object> labels() {
    var labels = new TreeMap<String, Object>();
    type.labels()
        .map()
        .forEach(
            (key, values) -> {
              if (values.size() == 1 && !key.startsWith("plumbline.dev/")) {
                labels.put(key, values.getFirst());
              }
            });
    labels.put("karpenter.sh/nodepool", pool.name());
    labels.put("karpenter.k8s.aws/ec2nodeclass", pool.nodeClass());
    labels.put("karpenter.sh/capacity-type", capacityType);
    labels.put("kubernetes.io/os", os());
    labels.put("topology.kubernetes.io/zone", zone);
    labels.put("topology.k8s.aws/zone-id", zone.endsWith("a") ? "use1-az1" : "use1-az2");
    return labels;
  }

  /** Those of the pool and class; one of a hundred nodes is older than its pool's last change. */
  private Map<String, Object> hashes() {
    var hashes = new TreeMap<>(BenchObjects.classHash(pool.nodeClass()));
    hashes.putAll(BenchObjects.poolHash(pool.name() + (number % 100 == 41 ? "-old" : "")));
    return hashes;
  }

  private static Object condition(String type, String status, Instant since) {
    return Map.of("type", type, "status", status, "lastTransitionTime", since.toString());
  }

  private String name() {
    return "ip-10-%d-%d-%d.ec2.internal"
        .formatted(number / 65_536, number / 256 % 256, number % 256);
  }

  private String claimName() {
    return pool.name() + "-" + String.format(Locale.ROOT, "%05x", number);
  }

  private String providerId() {
    return "aws:///" + zone + "/" + instanceId();
  }

  private String instanceId() {
    return String.format(Locale.ROOT, "i-%017x", number + 1);
  }

  private String os() {
    return pool.nodeClass().startsWith("windows") ? "windows" : "linux";
  }

  private Instant created() {
    return NOW.minusSeconds(500L * (number + 1));
  }
}
