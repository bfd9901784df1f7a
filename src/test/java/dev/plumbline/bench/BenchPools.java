package dev.plumbline.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The node classes and pools of the full case, which may be written to. */
final class BenchPools {

  private BenchPools() {}

  /** Every way to select images. */
  static List<Map<String, Object>> classes(Map<String, String> idByName) {
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

  private static Map<String, Object> nodeClass(String name, String amiFamily, Object... terms) {
    var metadata = new TreeMap<String, Object>(Map.of("name", name));
    if (name.endsWith("-fips")) {
      metadata.put("annotations", new TreeMap<>(Map.of("plumbline.dev/variant", "fips")));
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
    var nodeClass = new TreeMap<String, Object>();
    nodeClass.put("apiVersion", "karpenter.k8s.aws/v1");
    nodeClass.put("kind", "EC2NodeClass");
    nodeClass.put("metadata", metadata);
    nodeClass.put("spec", spec);
    nodeClass.put("status", new TreeMap<>(Map.of("subnets", subnets)));
    return nodeClass;
  }

  /** Five for each node class. */
  static List<Map<String, Object>> pools() {
    String group = "karpenter.k8s.aws/instance-";
    var pools = new ArrayList<Map<String, Object>>();
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

  private static Map<String, Object> pool(
      String nodeClass, String name, List<?> first, Object... more) {
    var requirements = new ArrayList<Object>(first);
    requirements.addAll(List.of(more));
    var reference = Map.of("group", "karpenter.k8s.aws", "kind", "EC2NodeClass", "name", nodeClass);
    var template = Map.of("spec", Map.of("nodeClassRef", reference, "requirements", requirements));
    var pool = new TreeMap<String, Object>();
    pool.put("apiVersion", "karpenter.sh/v1");
    pool.put("kind", "NodePool");
    pool.put("metadata", new TreeMap<>(Map.of("name", nodeClass + "-" + name)));
    pool.put("spec", new TreeMap<>(Map.of("template", template)));
    return pool;
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
