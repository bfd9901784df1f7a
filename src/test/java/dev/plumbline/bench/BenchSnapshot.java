package dev.plumbline.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The full case as a snapshot folder: a region of EC2, ten node classes of every kind, fifty pools.
 * With the recorded region where it is there, else with a made-up one of the same size.
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
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private BenchSnapshot() {}

  /** Writes the folder named by the first argument, {@code target/bench-snapshot} without one. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args.length > 0 ? args[0] : "target/bench-snapshot");
    System.out.println("wrote " + folder + " with " + write(folder) + " region");
  }

  /** Writes the folder and says what it is made of. */
  static String write(Path folder) throws IOException {
    Files.createDirectories(folder.resolve("cluster"));
    boolean recorded = REGION.stream().allMatch(file -> Files.exists(DATA.resolve(file)));
    var madeUp = recorded ? null : new MadeUpRegion();
    for (String file : REGION) {
      Files.write(
          folder.resolve(file),
          madeUp == null
              ? Files.readAllBytes(DATA.resolve(file))
              : JSON.writeValueAsBytes(madeUp.file(file)));
    }
    Files.writeString(
        folder.resolve("snapshot.yaml"),
        """
        at: 2026-09-01T00:00:00Z
        region: us-east-1
        accountId: "123456789012"
        kubernetesVersion: "1.32"
        """);
    var ids = JSON.readTree(folder.resolve(REGION.getFirst()).toFile());
    var idByName = new TreeMap<String, String>();
    ids.forEach(image -> idByName.put(image.path("Name").asText(), image.path("ImageId").asText()));
    var items = new ArrayList<Object>(classes(idByName));
    items.addAll(pools());
    JSON.writerWithDefaultPrettyPrinter()
        .writeValue(
            folder.resolve("cluster/karpenter.json").toFile(),
            Map.of("apiVersion", "v1", "kind", "List", "items", items));
    return recorded ? "the recorded" : "a made-up";
  }

  private static List<Object> classes(Map<String, String> idByName) {
    String eks = "/aws/service/eks/optimized-ami/1.32/amazon-linux-2023/";
    return List.of(
        nodeClass("al2023", null, Map.of("alias", "al2023@latest")),
        nodeClass("bottlerocket", null, Map.of("alias", "bottlerocket@latest")),
        nodeClass("bottlerocket-fips", null, Map.of("alias", "bottlerocket@latest")),
        nodeClass("al2", null, Map.of("alias", "al2@latest")),
        nodeClass("windows2022", null, Map.of("alias", "windows2022@latest")),
        nodeClass("golden-by-name", "AL2023", Map.of("name", "golden-*")),
        nodeClass("golden-by-tags", "AL2023", Map.of("tags", Map.of("stage", "prod"))),
        nodeClass(
            "by-id",
            "AL2023",
            Map.of("id", idByName.getOrDefault("golden-x86_64-v11", "ami-none")),
            Map.of("id", idByName.getOrDefault("golden-arm64-v11", "ami-none"))),
        nodeClass(
            "by-parameter",
            "AL2023",
            Map.of("ssmParameter", eks + "x86_64/standard/recommended/image_id"),
            Map.of("ssmParameter", eks + "x86_64/nvidia/recommended/image_id"),
            Map.of("ssmParameter", eks + "arm64/standard/recommended/image_id")),
        nodeClass(
            "by-name-and-owner",
            "AL2023",
            Map.of("name", "amazon-eks-node-al2023-*-1.32-*", "owner", "602401143452")));
  }

  private static Object nodeClass(String name, String amiFamily, Object... terms) {
    var metadata = new TreeMap<String, Object>(Map.of("name", name));
    if (name.endsWith("-fips")) {
      metadata.put("annotations", Map.of("plumbline.dev/variant", "fips"));
    }
    var spec = new TreeMap<String, Object>(Map.of("amiSelectorTerms", terms));
    if (amiFamily != null) {
      spec.put("amiFamily", amiFamily);
    }
    var subnets =
        List.of(
            Map.of("id", "subnet-1", "zone", "us-east-1a", "zoneID", "use1-az1"),
            Map.of("id", "subnet-2", "zone", "us-east-1b", "zoneID", "use1-az2"),
            Map.of("id", "subnet-3", "zone", "us-east-1c", "zoneID", "use1-az4"));
    return Map.of(
        "apiVersion",
        "karpenter.k8s.aws/v1",
        "kind",
        "EC2NodeClass",
        "metadata",
        metadata,
        "spec",
        spec,
        "status",
        Map.of("subnets", subnets));
  }

  private static List<Object> pools() {
    String group = "karpenter.k8s.aws/instance-";
    var pools = new ArrayList<Object>();
    for (String nodeClass :
        List.of(
            "al2023",
            "bottlerocket",
            "bottlerocket-fips",
            "al2",
            "windows2022",
            "golden-by-name",
            "golden-by-tags",
            "by-id",
            "by-parameter",
            "by-name-and-owner")) {
      var os =
          nodeClass.startsWith("windows")
              ? List.of(in("kubernetes.io/os", "windows"))
              : List.<Object>of();
      pools.add(pool(nodeClass, "open", os));
      pools.add(
          pool(
              nodeClass,
              "general",
              os,
              in("kubernetes.io/arch", "amd64"),
              in(group + "category", "c", "m", "r"),
              number(group + "generation", "Gt", 2),
              in("karpenter.sh/capacity-type", "on-demand", "spot")));
      pools.add(
          pool(
              nodeClass,
              "graviton",
              os,
              in("kubernetes.io/arch", "arm64"),
              in(group + "category", "c", "m", "r"),
              number(group + "generation", "Gt", 5),
              requirement(group + "size", "NotIn", "metal", "nano", "micro")));
      pools.add(
          pool(
              nodeClass,
              "gpu",
              os,
              requirement(group + "gpu-count", "Exists"),
              in(group + "category", "g", "p")));
      pools.add(
          pool(
              nodeClass,
              "spot",
              os,
              in("karpenter.sh/capacity-type", "spot"),
              in("topology.kubernetes.io/zone", "us-east-1a", "us-east-1b"),
              number(group + "cpu", "Gt", 3),
              number(group + "cpu", "Lt", 33),
              requirement(group + "hypervisor", "NotIn", "xen")));
    }
    return pools;
  }

  private static Object pool(String nodeClass, String name, List<?> first, Object... more) {
    var requirements = new ArrayList<Object>(first);
    requirements.addAll(List.of(more));
    var reference = Map.of("group", "karpenter.k8s.aws", "kind", "EC2NodeClass", "name", nodeClass);
    return Map.of(
        "apiVersion",
        "karpenter.sh/v1",
        "kind",
        "NodePool",
        "metadata",
        Map.of("name", nodeClass + "-" + name),
        "spec",
        Map.of(
            "template",
            Map.of("spec", Map.of("nodeClassRef", reference, "requirements", requirements))));
  }

  private static Object in(String key, String... values) {
    return requirement(key, "In", values);
  }

  private static Object number(String key, String operator, int value) {
    return requirement(key, operator, Integer.toString(value));
  }

  private static Object requirement(String key, String operator, String... values) {
    return values.length == 0
        ? Map.of("key", key, "operator", operator)
        : Map.of("key", key, "operator", operator, "values", values);
  }
}
