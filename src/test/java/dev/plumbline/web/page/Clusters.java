package dev.plumbline.web.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Snapshot folders to look at: the tour, with nodes, and with pods that wait. */
final class Clusters {

  private static final Path TOUR = Path.of("examples", "tour");
  private static final Path PODS = Path.of("examples", "pending-pod", "cluster", "pods.yaml");

  private Clusters() {}

  /** The tour as it is. */
  static void tour(Path folder) {
    for (Path file : files(TOUR)) {
      Path to = folder.resolve(TOUR.relativize(file).toString());
      if (!file.endsWith("README.md")) {
        text(to, read(file));
      }
    }
  }

  /** Of the tour, the one pool without an objection, and its node class. */
  static void healthy(Path folder) {
    Path objects = folder.resolve("cluster/karpenter.yaml");
    text(
        objects,
        Arrays.stream(read(objects).split("(?m)^---$"))
            .filter(each -> each.contains("name: bottlerocket") && !each.contains("name: gpu"))
            .collect(Collectors.joining("---")));
  }

  /** SSM has throttled for a minute. */
  static void throttle(Path folder) {
    moment(
        folder,
        0,
        """
        sources:
          cluster: synced
          ssm-parameters: { state: failed, code: ThrottlingException, since: 2026-11-20T08:59:00Z }
        """);
  }

  /** The tour with {@code nodes} nodes, of which so many run the new image. */
  static void write(Path folder, int nodes, int fresh) {
    copy(folder);
    text(folder.resolve("cluster/nodes.json"), nodes(nodes, fresh));
  }

  /** What moves on while one looks: some time later so many nodes run the new image. */
  static void roll(Path folder, int nodes, int fresh) {
    text(folder.resolve("cluster/nodes.json"), nodes(nodes, fresh));
    moment(folder, fresh, "");
  }

  /**
   * The tour with fifty pools and ten node classes more, each with a finding, and nodes of them.
   */
  static void fleet(Path folder, int nodes) {
    var objects = new StringBuilder();
    for (int n = 0; n < CLASSES; n++) {
      objects.append(
          """
          ---
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata: { name: %s, annotations: { plumbline.dev/mode: sometimes } }
          spec: { amiFamily: AL2023, amiSelectorTerms: [{ name: "golden-x86_64-*", owner: self }] }
          """
              .formatted(fleetClass(n)));
    }
    for (int n = 0; n < POOLS; n++) {
      objects.append(
          """
          ---
          apiVersion: karpenter.sh/v1
          kind: NodePool
          metadata: { name: %s, annotations: { plumbline.dev/mode: sometimes } }
          spec:
            weight: %d
            template:
              spec:
                nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: %s }
                requirements: []
          """
              .formatted(fleetPool(n), n + 1, fleetClass(n)));
    }
    for (int n = 0; n < OVERLAYS; n++) {
      objects.append(
          """
          ---
          apiVersion: karpenter.sh/v1alpha1
          kind: NodeOverlay
          metadata: { name: overlay-%03d, annotations: { plumbline.dev/mode: sometimes } }
          spec:
            weight: %d
            requirements: [{ key: karpenter.sh/nodepool, operator: In, values: [%s] }]
            priceAdjustment: "+1%%"
          """
              .formatted(n, n / POOLS + 1, fleetPool(n)));
    }
    text(folder.resolve("cluster/fleet.yaml"), objects.toString());
    var list = new StringBuilder("{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[");
    for (int n = 0; n < nodes; n++) {
      list.append(n == 0 ? "" : ",\n")
          .append(node(n, n % 3 == 0 ? "ami-0a12" : "ami-0a13", fleetPool(n), fleetClass(n)));
    }
    text(folder.resolve("cluster/nodes.json"), list.append("]}").toString());
  }

  private static final int CLASSES = 10;
  private static final int POOLS = 50;
  private static final int OVERLAYS = 150;

  private static String fleetClass(int n) {
    return "fleet-%02d".formatted(n % POOLS % CLASSES);
  }

  private static String fleetPool(int n) {
    return "team-%02d".formatted(n % POOLS);
  }

  /** SSM throttles, and nobody may list the offerings. */
  static void fail(Path folder, int fresh) {
    moment(
        folder,
        fresh,
        """
        sources:
          cluster: synced
          instance-type-offerings: { state: failed, code: UnauthorizedOperation, since: 2026-11-19T09:00:00Z }
          ssm-parameters: { state: failed, code: ThrottlingException, since: 2026-11-20T08:40:00Z }
        """);
  }

  private static void moment(Path folder, int fresh, String sources) {
    Instant at = Instant.parse("2026-11-20T09:00:00Z").plus(Duration.ofMinutes(fresh % 100 * 8L));
    String settings = read(TOUR.resolve("snapshot.yaml"));
    if (!sources.isEmpty()) {
      settings = settings.replaceAll("(?m)^sources: .*$", "");
    }
    text(
        folder.resolve("snapshot.yaml"),
        settings.replaceAll("(?m)^at: .*$", "at: " + at) + sources);
  }

  /** Nothing but a time. */
  static void empty(Path folder) {
    for (Path file : files(folder)) {
      if (!file.endsWith("snapshot.yaml")) {
        delete(file);
      }
    }
  }

  private static void copy(Path folder) {
    tour(folder);
    text(folder.resolve("cluster/pods.yaml"), read(PODS));
  }

  /** A list as {@code kubectl get nodeclaims,nodes -o json} prints it. */
  private static String nodes(int nodes, int fresh) {
    var list = new StringBuilder("{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[");
    for (int n = 0; n < nodes; n++) {
      list.append(n == 0 ? "" : ",\n").append(node(n, n < fresh ? "ami-0a13" : "ami-0a12"));
    }
    return list.append("]}").toString();
  }

  private static String node(int n, String ami) {
    return node(n, ami, "legacy", "golden");
  }

  private static String node(int n, String ami, String pool, String nodeClass) {
    String name = "ip-10-%d-%d-%d.ec2.internal".formatted(n / 62_500, n / 250 % 250, n % 250);
    String labels =
        """
        "karpenter.sh/nodepool":"%s","node.kubernetes.io/instance-type":"m5.large",\
        "topology.kubernetes.io/zone":"eu-central-1a","kubernetes.io/arch":"amd64",\
        "karpenter.sh/capacity-type":"on-demand","karpenter.sh/registered":"true",\
        "karpenter.sh/initialized":"true\""""
            .formatted(pool);
    String since = "2026-11-1%dT08:00:00Z".formatted(n % 7 + 1);
    return """
        {"apiVersion":"karpenter.sh/v1","kind":"NodeClaim","metadata":{"name":"%s-%05d",\
        "creationTimestamp":"%s","labels":{%s}},\
        "spec":{"nodeClassRef":{"group":"karpenter.k8s.aws","kind":"EC2NodeClass","name":"%s"}},\
        "status":{"imageID":"%s","nodeName":"%s","providerID":"aws:///eu-central-1a/i-%05d",\
        "conditions":[%s,%s,%s]}},
        {"apiVersion":"v1","kind":"Node","metadata":{"name":"%s","labels":{%s}},\
        "spec":{"providerID":"aws:///eu-central-1a/i-%05d"},"status":{"conditions":[%s]}}"""
        .formatted(
            pool,
            n,
            since,
            labels,
            nodeClass,
            ami,
            name,
            n,
            condition("Launched", since),
            condition("Registered", since),
            condition("Initialized", since),
            name,
            labels,
            n,
            condition("Ready", since));
  }

  private static String condition(String type, String since) {
    return "{\"type\":\"%s\",\"status\":\"True\",\"lastTransitionTime\":\"%s\"}"
        .formatted(type, since);
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whole or not at all, as an editor saves. */
  static void text(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Path fresh = Files.writeString(Files.createTempFile("plumbline", ".edit"), text);
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
