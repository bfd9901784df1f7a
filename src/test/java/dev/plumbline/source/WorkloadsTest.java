package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.fact.Pods.NodeWorkload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What runs on a node, from its pods and the budgets that cover them. */
class WorkloadsTest {

  private static final int NODES = 5_000;
  private static final int PODS_PER_NODE = 30;

  private final Workloads workloads = new Workloads();

  @Test
  void podsAreCountedByTheControllerThatOwnsThem() {
    put("a", "n1", "apps/v1, kind: StatefulSet", "");
    put("b", "n1", "apps/v1, kind: ReplicaSet", "");
    put("c", "n1", "batch/v1, kind: Job", "");
    put("d", "n1", "core.strimzi.io/v1beta2, kind: StrimziPodSet", "");
    put("e", "n1", "apps.example.com/v1, kind: StatefulSet", "");
    put("f", "n1", "apps/v1, kind: DaemonSet", "");
    put("g", "n1", "v1, kind: Node", "");
    workloads.put(
        RunningPod.of(yaml("{metadata: {name: h, namespace: shop}, spec: {nodeName: n1}}")));
    put("i", "n2", "apps/v1, kind: ReplicaSet", "");
    workloads.replaceBudgets(List.of());
    assertThat(workloads.count().values())
        .containsExactly(
            new NodeWorkload("n1", 1, 1, 1, 2, 1, 1, 1, 0, 0, 0),
            new NodeWorkload("n2", 0, 1, 0, 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void whatIsNotThereYetOrEndsIsNotCounted() {
    workloads.replaceBudgets(List.of());
    put("a", "n1", "apps/v1, kind: ReplicaSet", "");
    put("b", "n1", "apps/v1, kind: ReplicaSet", "");
    put("c", "n1", "batch/v1, kind: Job", "");
    JsonNode deleted =
        yaml(
            "{metadata: {name: a, namespace: shop, deletionTimestamp: '2026-01-31T12:00:00Z'},"
                + " spec: {nodeName: n1}}");
    assertThat(workloads.put(RunningPod.of(deleted))).isTrue();
    JsonNode done =
        yaml(
            "{metadata: {name: c, namespace: shop}, spec: {nodeName: n1},"
                + " status: {phase: Succeeded}}");
    assertThat(workloads.put(RunningPod.of(done))).isTrue();
    assertThat(workloads.put(RunningPod.of(done))).as("again").isFalse();
    assertThat(
            workloads.put(
                RunningPod.of(
                    yaml("{metadata: {name: d, namespace: shop}, status: {phase: Pending}}"))))
        .isFalse();
    assertThat(workloads.count().values())
        .containsExactly(new NodeWorkload("n1", 0, 1, 0, 0, 0, 0, 0, 0, 0, 0));
    workloads.remove(RunningPod.of(yaml("{metadata: {name: b, namespace: shop}}")));
    assertThat(workloads.count()).isEmpty();
  }

  @Test
  void claimsOfVolumesAndDoNotDisruptAreCountedOfPodsThatMove() {
    workloads.replaceBudgets(List.of());
    String volumes = "volumes: [{emptyDir: {}}, {persistentVolumeClaim: {claimName: data-0}}]";
    workloads.put(RunningPod.of(pod("a", "n1", "apps/v1, kind: StatefulSet", "", volumes)));
    workloads.put(RunningPod.of(pod("b", "n1", "apps/v1, kind: DaemonSet", "", volumes)));
    for (String value : List.of("'true'", "'false'", "1h")) {
      workloads.put(
          RunningPod.of(
              yaml(
                  "{metadata: {name: c"
                      + value.hashCode()
                      + ", namespace: shop, annotations: {karpenter.sh/do-not-disrupt: "
                      + value
                      + "}}, spec: {nodeName: n1}}")));
    }
    assertThat(workloads.count().get("n1"))
        .isEqualTo(new NodeWorkload("n1", 1, 0, 0, 0, 3, 1, 0, 1, 1, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {matchLabels: {app: cart}} | 0 | 1
          {matchLabels: {app: cart}} | 1 | 0
          {matchLabels: {app: cart, tier: web}} | 0 | 0
          {matchExpressions: [{key: app, operator: In, values: [cart, shop]}]} | 0 | 1
          {matchExpressions: [{key: app, operator: NotIn, values: [cart]}]} | 0 | 0
          {matchExpressions: [{key: tier, operator: NotIn, values: [web]}]} | 0 | 1
          {matchExpressions: [{key: app, operator: Exists}]} | 0 | 1
          {matchExpressions: [{key: tier, operator: Exists}]} | 0 | 0
          {matchExpressions: [{key: tier, operator: DoesNotExist}]} | 0 | 1
          {} | 0 | 1
          null | 0 | 0
          {matchLabels: {app: cart, statefulset.kubernetes.io/pod-name: a}} | 0 |
          {matchLabels: {app: shop, statefulset.kubernetes.io/pod-name: a}} | 0 | 0
          """)
  void budgetThatAllowsNoDisruptionBlocksWhatItSelects(
      String selector, int allowed, @Nullable Integer blocked) {
    put("a", "n1", "apps/v1, kind: StatefulSet", "app: cart");
    put("b", "n1", "apps/v1, kind: DaemonSet", "app: cart");
    assertThat(workloads.count().get("n1").blockedPods()).as("not listed").isNull();
    workloads.replaceBudgets(
        List.of(budget("one", "shop", selector, allowed), budget("other", "else", "{}", 0)));
    assertThat(workloads.count().get("n1").blockedPods()).isEqualTo(blocked);
  }

  @Test
  void twoBudgetsOfOnePodBlockItWhateverTheyAllow() {
    put("a", "n1", "apps/v1, kind: ReplicaSet", "app: cart");
    workloads.replaceBudgets(List.of(budget("one", "shop", "{}", 1)));
    EvictionBudget second = budget("two", "shop", "{matchLabels: {app: cart}}", 1);
    assertThat(workloads.put(second)).isTrue();
    assertThat(workloads.put(second)).as("again").isFalse();
    assertThat(workloads.count().get("n1").blockedPods()).isEqualTo(1);
    assertThat(workloads.remove(second)).isTrue();
    assertThat(workloads.count().get("n1").blockedPods()).isZero();
  }

  /**
   * 5,000 nodes with 30 pods: 24 of 2,500 ReplicaSets, 2 of StatefulSets, 4 of DaemonSets, each of
   * the first two kinds with six labels. Measured: what is reachable after a full collection.
   */
  @Test
  void pods150000TakeLessThan64BytesEach() {
    long before = used();
    for (int node = 0; node < NODES; node++) {
      for (int i = 0; i < PODS_PER_NODE; i++) {
        workloads.put(RunningPod.of(podOf(node, i)));
      }
    }
    workloads.replaceBudgets(List.of());
    assertThat(workloads.count()).hasSize(NODES);
    long bytes = used() - before;
    System.out.println(
        "what is kept of " + workloads.size() + " running pods: " + bytes / 1024 + " KiB");
    assertThat(workloads.size()).isEqualTo(NODES * PODS_PER_NODE);
    assertThat(bytes / workloads.size()).isLessThan(64);
  }

  private static JsonNode podOf(int node, int i) {
    int number = node * PODS_PER_NODE + i;
    int set = i < 24 ? number % 2_500 : number % 500;
    String kind = i < 24 ? "ReplicaSet" : i < 26 ? "StatefulSet" : "DaemonSet";
    var pod = JsonNodeFactory.instance.objectNode();
    var metadata = pod.putObject("metadata");
    metadata.put("namespace", "team-" + set % 100).put("name", "service-" + set + "-" + number);
    metadata
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", "apps/v1")
        .put("kind", kind)
        .put("controller", true);
    var labels = metadata.putObject("labels");
    for (String label : List.of("name", "instance", "version", "component", "part-of")) {
      labels.put("app.kubernetes.io/" + label, label + "-" + set);
    }
    labels.put("app", kind + "-" + set).put("pod-template-hash", "7d9f" + number);
    labels.put("apps.kubernetes.io/pod-index", "" + number);
    pod.putObject("spec").put("nodeName", "ip-10-0-" + node / 250 + "-" + node % 250);
    return pod;
  }

  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private void put(String name, String node, String owner, String labels) {
    workloads.put(RunningPod.of(pod(name, node, owner, labels, "volumes: []")));
  }

  private static JsonNode pod(
      String name, String node, String owner, String labels, String volumes) {
    return yaml(
        """
        metadata:
          name: %s
          namespace: shop
          labels: { %s }
          ownerReferences:
            - { apiVersion: v1, kind: Node }
            - { apiVersion: %s, controller: true }
        spec: { nodeName: %s, %s }
        """
            .formatted(name, labels, owner, node, volumes));
  }

  private static EvictionBudget budget(
      String name, String namespace, String selector, int allowed) {
    return EvictionBudget.of(
        yaml(
            """
            metadata: { name: %s, namespace: %s }
            spec: { selector: %s }
            status: { disruptionsAllowed: %d }
            """
                .formatted(name, namespace, selector, allowed)));
  }

  private static JsonNode yaml(String text) {
    try {
      return new YAMLMapper().readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
