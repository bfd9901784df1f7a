package dev.plumbline.bench;

import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What surrounds the nodes of the full case: prices, pods that wait, settings of every kind. */
final class BenchObjects {

  private static final List<String> PREFERENCES =
      List.of(
          "c7i-flex, c7i, *",
          "@graviton, *",
          "m7*, !t*, *",
          "m7i-flex, m7i, m6i, *",
          "c8g, c7g, c6g, *",
          "8, 7, 6, *",
          "!*metal*, *",
          "r7*, r6*, *",
          "g6, g5, *",
          "m8*, m7*, m6*, !u*, !x*, *",
          "*",
          "c7a, c7i, c6a, c6i");

  private static final List<Map<String, Object>> KUBELETS =
      List.of(
          Map.of(),
          Map.of("maxPods", 110),
          Map.of("maxPods", 58, "podsPerCore", 10),
          Map.of(
              "kubeReserved",
              Map.of("cpu", "200m", "memory", "1Gi", "ephemeral-storage", "3Gi"),
              "systemReserved",
              Map.of("cpu", "100m", "memory", "256Mi")),
          Map.of("evictionHard", Map.of("memory.available", "5%", "nodefs.available", "10%")),
          Map.of("evictionHard", Map.of("memory.available", "500Mi"), "podsPerCore", 4));

  private static final List<List<Object>> BUDGETS =
      List.of(
          List.of(Map.of("nodes", "10%")),
          List.of(Map.of("nodes", "20%", "reasons", List.of("Drifted", "Empty"))),
          List.of(
              Map.of("nodes", "5"),
              Map.of("nodes", "0", "schedule", "0 9 * * mon-fri", "duration", "8h")),
          List.of(
              Map.of("nodes", "100%", "reasons", List.of("Empty")),
              Map.of("nodes", "1", "reasons", List.of("Drifted", "Underutilized"))),
          List.of(Map.of("nodes", "30%", "schedule", "@daily", "duration", "1h30m")));

  private BenchObjects() {}

  static String preference(int pool) {
    return PREFERENCES.get(pool % PREFERENCES.size());
  }

  static Map<String, Object> kubelet(int nodeClass) {
    return KUBELETS.get(nodeClass % KUBELETS.size());
  }

  static List<Object> budgets(int pool) {
    return BUDGETS.get(pool % BUDGETS.size());
  }

  /** The annotations by which Karpenter tells that a pool was changed. */
  static Map<String, Object> poolHash(String pool) {
    return Map.of(
        "karpenter.sh/nodepool-hash",
        Integer.toUnsignedString(pool.hashCode()),
        "karpenter.sh/nodepool-hash-version",
        "v3");
  }

  /** The annotations by which Karpenter tells that a node class was changed. */
  static Map<String, Object> classHash(String nodeClass) {
    return Map.of(
        "karpenter.k8s.aws/ec2nodeclass-hash",
        Integer.toUnsignedString(nodeClass.hashCode()),
        "karpenter.k8s.aws/ec2nodeclass-hash-version",
        "v6");
  }

  /** Made up where no list of prices is there: by processors and memory. */
  static Map<String, Object> onDemandPrices(Iterable<InstanceType> types) {
    var prices = new TreeMap<String, Object>();
    for (InstanceType type : types) {
      prices.put(
          type.name(),
          BigDecimal.valueOf(type.vcpus() * 300L + type.memoryMiB() / 200, 4)
              .setScale(4, RoundingMode.HALF_UP));
    }
    return prices;
  }

  /** Made up: from three to six tenths of the price on demand, another in each zone. */
  static Object spotPrices(
      Iterable<InstanceTypeOffering> offerings, Map<String, BigDecimal> onDemand) {
    var history = new ArrayList<Object>();
    for (InstanceTypeOffering offering : offerings) {
      BigDecimal price = onDemand.get(offering.instanceType());
      if (price != null) {
        int tenths = 300 + Math.floorMod(offering.key().hashCode(), 300);
        history.add(
            Map.of(
                "InstanceType",
                offering.instanceType(),
                "AvailabilityZone",
                offering.zone(),
                "ProductDescription",
                "Linux/UNIX",
                "SpotPrice",
                price
                    .multiply(BigDecimal.valueOf(tenths, 3))
                    .setScale(6, RoundingMode.HALF_UP)
                    .toPlainString(),
                "Timestamp",
                BenchNode.NOW.minusSeconds(tenths).toString()));
      }
    }
    return Map.of("SpotPriceHistory", history);
  }

  /** Pods that wait for a node, of a dozen sizes. */
  static List<Object> pods(int count) {
    var pods = new ArrayList<Object>();
    for (int i = 0; i < count; i++) {
      var requests = new LinkedHashMap<String, Object>();
      requests.put("cpu", 100 + 350 * (i % 12) + "m");
      requests.put("memory", (128 << i % 9) + "Mi");
      if (i % 50 == 49) {
        requests.put("nvidia.com/gpu", 1);
      }
      pods.add(
          Map.of(
              "apiVersion",
              "v1",
              "kind",
              "Pod",
              "metadata",
              Map.of(
                  "name",
                  "web-" + i,
                  "namespace",
                  "shop-" + i % 9,
                  "creationTimestamp",
                  BenchNode.NOW.minusSeconds(i).toString()),
              "spec",
              Map.of(
                  "containers",
                  List.of(Map.of("name", "main", "resources", Map.of("requests", requests)))),
              "status",
              Map.of("phase", "Pending")));
    }
    return pods;
  }
}
