package dev.plumbline.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.SnapshotFolder;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The full case as a snapshot folder: a region of EC2, ten node classes of every kind, fifty pools,
 * and 5,000 nodes with all that surrounds them. With the recorded region where it is there, else
 * with a made-up one of the same size.
 */
public final class BenchSnapshot {

  static final String PENDING = "golden-x86_64-v13-pending";

  private static final Path DATA = Path.of("../shared/data");
  private static final List<String> REGION =
      List.of(
          "images.us-east-1.json",
          "instance_types.json",
          "instance_type_offerings.us-east-1.json",
          "ssm_parameters.us-east-1.json");
  private static final String PRICES = "on_demand_prices.us-east-1.json";
  private static final List<String> SURROUNDINGS =
      List.of(
          PRICES,
          "spot-prices.json",
          "instances.json",
          "cluster/nodes.json",
          "cluster/node-claims.json",
          "cluster/pods.json");
  private static final String SETTINGS =
      """
      at: 2026-09-01T00:00:00Z
      region: us-east-1
      accountId: "123456789012"
      kubernetesVersion: "1.32"
      sources: { cluster: synced }
      """;
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  /** How much of the case is written. */
  enum Extent {
    /** The region, node classes and pools without settings. */
    POOLS,
    /** With nodes, prices, pods that wait, settings of every kind. */
    NODES
  }

  private BenchSnapshot() {}

  /**
   * Writes the folder named by the first argument, {@code target/bench-snapshot} without one; the
   * second is {@code pools} or {@code nodes}.
   */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args.length > 0 ? args[0] : "target/bench-snapshot");
    Extent extent = Extent.valueOf((args.length > 1 ? args[1] : "nodes").toUpperCase(Locale.ROOT));
    System.out.println("wrote " + folder + " with " + write(folder, extent) + " region");
  }

  /** Writes the folder and says what it is made of. */
  static String write(Path folder, Extent extent) throws IOException {
    Files.createDirectories(folder.resolve("cluster"));
    for (String file : SURROUNDINGS) {
      Files.deleteIfExists(folder.resolve(file));
    }
    boolean recorded = REGION.stream().allMatch(file -> Files.exists(DATA.resolve(file)));
    var madeUp = recorded ? null : new MadeUpRegion();
    for (String file : REGION) {
      Files.write(
          folder.resolve(file),
          madeUp == null
              ? Files.readAllBytes(DATA.resolve(file))
              : JSON.writeValueAsBytes(madeUp.file(file)));
    }
    offered(folder.resolve(REGION.get(1)), folder.resolve(REGION.get(2)));
    Files.writeString(folder.resolve("snapshot.yaml"), SETTINGS);
    var ids = JSON.readTree(folder.resolve(REGION.getFirst()).toFile());
    var idByName = new TreeMap<String, String>();
    ids.forEach(image -> idByName.put(image.path("Name").asText(), image.path("ImageId").asText()));
    var classes = BenchPools.classes(idByName);
    var pools = BenchPools.pools();
    list(folder, "karpenter", Stream.of(classes, pools).flatMap(List::stream).toList());
    if (extent == Extent.NODES) {
      surround(folder, classes, pools);
    }
    return recorded ? "the recorded" : "a made-up";
  }

  /**
   * Leaves out the types that the list of offerings does not name: where they are offered was not
   * queried, so that no pool that admits one of them would be judged.
   */
  private static void offered(Path types, Path offerings) throws IOException {
    var names = new HashSet<String>();
    list(JSON.readTree(offerings.toFile()))
        .forEach(offering -> names.add(offering.path("InstanceType").asText()));
    var left = JSON.createArrayNode();
    for (JsonNode type : list(JSON.readTree(types.toFile()))) {
      if (names.contains(type.path("InstanceType").asText())) {
        left.add(type);
      }
    }
    JSON.writeValue(types.toFile(), left);
  }

  /** As it was recorded, with or without the object around it. */
  private static JsonNode list(JsonNode recorded) {
    return recorded.isArray() ? recorded : recorded.elements().next();
  }

  /** Adds the nodes that the pools written so far can launch, and what surrounds them. */
  private static void surround(
      Path folder, List<Map<String, Object>> classes, List<Map<String, Object>> pools)
      throws IOException {
    PolicyData policy = PolicyData.read(RuleFiles.shipped().all());
    var facts = new ArrayList<Fact>(policy.facts());
    facts.addAll(SnapshotFolder.read(folder, policy, null).facts());
    RuleSet rules = RuleSet.compile(RuleFiles.shipped());
    List<Conclusion> concluded = new BenchCase(rules, facts).conclusions();
    List<BenchNode> nodes = new BenchCluster(facts, concluded).nodes();
    list(folder, "nodes", nodes.stream().map(BenchNode::node).toList());
    list(folder, "node-claims", nodes.stream().map(BenchNode::claim).toList());
    list(folder, "pods", BenchObjects.pods(300));
    write(folder, "instances.json", nodes.stream().map(BenchNode::reservation).toList());
    prices(folder, facts);
    Files.writeString(folder.resolve("snapshot.yaml"), SETTINGS + remembered(nodes));
    for (int i = 0; i < classes.size(); i++) {
      configure(classes.get(i), i);
    }
    for (int i = 0; i < pools.size(); i++) {
      configure(pools.get(i), i, nodes);
    }
    list(folder, "karpenter", Stream.of(classes, pools).flatMap(List::stream).toList());
  }

  private static void prices(Path folder, List<Fact> facts) throws IOException {
    Path recorded = DATA.resolve(PRICES);
    write(
        folder,
        PRICES,
        Files.exists(recorded)
            ? JSON.readTree(recorded.toFile())
            : BenchObjects.onDemandPrices(of(facts, InstanceType.class)));
    var onDemand = new TreeMap<String, BigDecimal>();
    JSON.readTree(folder.resolve(PRICES).toFile())
        .properties()
        .forEach(price -> onDemand.put(price.getKey(), price.getValue().decimalValue()));
    write(
        folder,
        "spot-prices.json",
        BenchObjects.spotPrices(of(facts, InstanceTypeOffering.class), onDemand));
  }

  /** 200 capacities learned earlier, and 20 offerings that ran out. */
  private static String remembered(List<BenchNode> nodes) {
    var text = new StringBuilder("learnedCapacity:\n");
    nodes.stream()
        .collect(
            Collectors.toMap(
                node -> node.ami() + node.type().name(), node -> node, (a, b) -> a, TreeMap::new))
        .values()
        .stream()
        .limit(200)
        .forEach(node -> text.append(node.remembered()));
    text.append("unavailableOfferings:\n");
    nodes.stream()
        .map(
            node ->
                "%s, instanceType: %s, zone: %s"
                    .formatted(node.capacityType(), node.type().name(), node.zone()))
        .distinct()
        .limit(20)
        .forEach(
            offering ->
                text.append(
                    "  - { capacityType: %s, reason: InsufficientInstanceCapacity, since: %s }%n"
                        .formatted(offering, BenchNode.NOW.minusSeconds(90))));
    return text.toString();
  }

  private static void configure(Map<String, Object> nodeClass, int position) {
    part(nodeClass, "spec").put("kubelet", BenchObjects.kubelet(position));
    Map<String, Object> metadata = part(nodeClass, "metadata");
    part(metadata, "annotations")
        .putAll(BenchObjects.classHash(String.valueOf(metadata.get("name"))));
    part(nodeClass, "status").put("securityGroups", List.of(Map.of("id", "sg-1", "name", "nodes")));
  }

  private static void configure(Map<String, Object> pool, int position, List<BenchNode> nodes) {
    Map<String, Object> metadata = part(pool, "metadata");
    String name = String.valueOf(metadata.get("name"));
    List<BenchNode> own = nodes.stream().filter(node -> node.pool().name().equals(name)).toList();
    var annotations = part(metadata, "annotations");
    annotations.putAll(BenchObjects.poolHash(name));
    annotations.put("plumbline.dev/prefer", BenchObjects.preference(position));
    Map<String, Object> spec = part(pool, "spec");
    part(spec, "disruption").put("budgets", BenchObjects.budgets(position));
    int cpu = own.stream().mapToInt(node -> node.type().vcpus()).sum();
    long memory = own.stream().mapToLong(BenchNode::promisedMiB).sum();
    if (position % 3 == 0) {
      spec.put("limits", Map.of("cpu", cpu + 64, "memory", memory / 1024 + 1024 + "Gi"));
    }
    part(pool, "status")
        .put(
            "resources",
            Map.of("cpu", cpu, "memory", memory + "Mi", "nodes", Integer.toString(own.size())));
  }

  private static <T extends Fact> List<T> of(List<Fact> facts, Class<T> type) {
    return facts.stream().filter(type::isInstance).map(type::cast).toList();
  }

  private static void list(Path folder, String name, List<?> items) throws IOException {
    write(
        folder,
        "cluster/" + name + ".json",
        Map.of("apiVersion", "v1", "kind", "List", "items", items));
  }

  private static void write(Path folder, String name, Object content) throws IOException {
    JSON.writeValue(folder.resolve(name).toFile(), content);
  }

  /** The object at {@code key}, made where there is none. */
  @SuppressWarnings("unchecked")
  private static Map<String, Object> part(Map<String, Object> object, String key) {
    return (Map<String, Object>) object.computeIfAbsent(key, none -> new TreeMap<String, Object>());
  }
}
