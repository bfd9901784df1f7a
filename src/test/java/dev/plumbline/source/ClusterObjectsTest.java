package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.Given;
import dev.plumbline.fact.Cluster.DisruptionBlocked;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Cluster.NodeInterruption;
import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Disruption.DisruptionBudget;
import dev.plumbline.fact.Disruption.WrittenHold;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Launches.LaunchFailure;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Pods.DaemonSet;
import dev.plumbline.fact.Pods.DaemonSetPod;
import dev.plumbline.fact.Pods.NodeAffinityTerm;
import dev.plumbline.fact.Pods.Pod;
import dev.plumbline.fact.Pools.MinValues;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Pools.PreferenceItem;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What pools, claims, nodes and pods tell, beside what every object does. */
class ClusterObjectsTest {

  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

  @Test
  void poolIsReadWithItsLists() {
    // Given
    String yaml =
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: general
          labels: { team: a }
          annotations: { plumbline.dev/prefer: "c7i-flex, ! t* ,@graviton,*" }
          deletionTimestamp: 2026-01-31T12:00:00Z
        spec:
          replicas: 3
          limits: { cpu: 1000, memory: 1000Gi }
          disruption:
            budgets:
              - { nodes: 20%, reasons: [Empty, Drifted] }
              - { nodes: "0", schedule: "0 9 * * mon-fri", duration: 1h30m }
              - { schedule: "@daily", duration: 10m0s, reasons: [] }
          template:
            spec:
              nodeClassRef: { name: default }
              requirements:
                - { key: failure-domain.beta.kubernetes.io/zone, operator: Exists, minValues: 2 }
                - { key: topology.kubernetes.io/zone, operator: Exists, minValues: 3 }
        status:
          resources: { cpu: 8, nodes: 2 }
          conditions: [{ type: Ready, status: "True" }]
        """;
    // When
    List<Fact> facts = read(yaml);
    // Then
    var pool = (NodePool) facts.getFirst();
    assertThat(pool.labels()).isEqualTo(Tags.of(Map.of("team", "a")));
    assertThat(pool.deleting()).isTrue();
    assertThat(pool.replicas()).isEqualTo(3);
    assertThat(pool.limits()).hasToString("cpu 1000, memory 1000Gi");
    assertThat(pool.usage()).hasToString("cpu 8, nodes 2");
    assertThat(facts.subList(1, facts.size()))
        .containsExactly(
            new MinValues("general", "topology.kubernetes.io/zone", 3),
            new DisruptionBudget(
                "general", 0, "20%", Values.of("Drifted", "Empty"), null, null, false),
            new DisruptionBudget(
                "general", 1, "0", Values.NONE, "0 9 * * mon-fri", Duration.ofMinutes(90), false),
            new DisruptionBudget(
                "general", 2, "10%", Values.NONE, "@daily", Duration.ofMinutes(10), true),
            new PreferenceItem("general", 1, "c7i-flex", false),
            new PreferenceItem("general", 2, "t*", true),
            new PreferenceItem("general", 3, "@graviton", false),
            new PreferenceItem("general", 4, "*", false),
            new StatusCondition("NodePool", "general", "Ready", "True", "", "", null));
  }

  @Test
  void poolWithAnEmptyListOfBudgetsHasNone() {
    assertThat(
            read(
                """
                apiVersion: karpenter.sh/v1
                kind: NodePool
                metadata: { name: general }
                spec:
                  disruption: { budgets: [] }
                  template: { spec: { nodeClassRef: { name: default } } }
                """))
        .hasSize(1);
  }

  @Test
  void claimsAreComparedWithTheRequirementsOfTheSpecAlone() {
    String pool =
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: { name: general%s }
        spec:
          disruption: { budgets: [] }
          template:
            metadata: { labels: { %s } }
            spec:
              nodeClassRef: { name: default }
              requirements: [{ key: kubernetes.io/arch, operator: In, values: [amd64] }]
        """;
    String narrowed =
        ", annotations: { plumbline.dev/narrow-node-pool:"
            + " '{\"written\":[{\"key\":\"kubernetes.io/arch\",\"operator\":\"In\",\"values\":[\"amd64\"]}]}'"
            + " }";

    var plain = (NodePool) read(pool.formatted("", "")).getFirst();
    var labelled = (NodePool) read(pool.formatted("", "team: a")).getFirst();
    var ours = (NodePool) read(pool.formatted(narrowed, "")).getFirst();

    assertThat(plain.specRequirements()).isNull();
    assertThat(labelled.ofClaims()).hasToString("kubernetes.io/arch In [amd64]");
    assertThat(ours.requirements().none()).isTrue();
    assertThat(ours.ofClaims()).hasToString("kubernetes.io/arch In [amd64]");
  }

  @Test
  void budgetThatPlumblineHasAddedIsNoneOfThePools() {
    assertThat(
            read(
                """
                apiVersion: karpenter.sh/v1
                kind: NodePool
                metadata:
                  name: general
                  annotations: { plumbline.dev/hold-disruption: '{"written":[{"nodes":"0"}]}' }
                spec:
                  disruption: { budgets: [{ nodes: "0" }, { nodes: 20% }] }
                  template: { spec: { nodeClassRef: { name: default } } }
                """))
        .contains(
            new DisruptionBudget("general", 0, "20%", Values.NONE, null, null, false),
            new WrittenHold("general", true))
        .hasSize(3);
  }

  @Test
  void holdThatSomebodyHasRemovedIsNotThere() {
    assertThat(
            read(
                """
                apiVersion: karpenter.sh/v1
                kind: NodePool
                metadata:
                  name: general
                  annotations: { plumbline.dev/hold-disruption: '{"written":[{"nodes":"0"}]}' }
                spec:
                  disruption: { budgets: [{ nodes: 20% }] }
                  template: { spec: { nodeClassRef: { name: default } } }
                """))
        .contains(new WrittenHold("general", false));
  }

  @Test
  void claimIsOneFact() {
    // Given
    String yaml =
        """
        apiVersion: karpenter.sh/v1
        kind: NodeClaim
        metadata:
          name: general-x
          creationTimestamp: 2026-01-31T12:00:00Z
          deletionTimestamp: 2026-01-31T12:00:00Z
          labels:
            karpenter.sh/nodepool: general
            karpenter.sh/capacity-type: spot
            node.kubernetes.io/instance-type: m5.large
            topology.kubernetes.io/zone: us-east-1a
          annotations: { karpenter.sh/nodepool-hash: "1" }
        spec: { nodeClassRef: { name: default }, expireAfter: 720h }
        status:
          imageID: ami-1
          nodeName: ip-1
          providerID: aws:///us-east-1a/i-1
          capacity: { cpu: 2, memory: 7577Mi }
          allocatable: { cpu: 1930m }
          conditions:
            - { type: Launched, status: "True", lastTransitionTime: 2026-01-31T11:00:00Z }
            - { type: Registered, status: "True", lastTransitionTime: 2026-01-31T12:00:00Z }
            - { type: Initialized, status: Unknown, lastTransitionTime: 2026-01-31T11:00:00Z }
        """;
    Tags labels =
        Tags.of(
            Map.of(
                "karpenter.sh/nodepool",
                "general",
                "karpenter.sh/capacity-type",
                "spot",
                "node.kubernetes.io/instance-type",
                "m5.large",
                "topology.kubernetes.io/zone",
                "us-east-1a"));
    // When, Then
    assertThat(read(yaml))
        .containsExactly(
            new NodeClaim(
                "general-x",
                "general",
                "default",
                "m5.large",
                "us-east-1a",
                "spot",
                "ami-1",
                "ip-1",
                "aws:///us-east-1a/i-1",
                labels,
                Tags.of(Map.of("karpenter.sh/nodepool-hash", "1")),
                NOON,
                true,
                true,
                NOON,
                null,
                Resources.of(
                    Map.of("cpu", Quantity.ofWhole(2), "memory", Quantity.ofMebibytes(7577))),
                Resources.of(Map.of("cpu", Quantity.ofMilli(1930))),
                NOON,
                NOON.plus(Duration.ofHours(720))));
  }

  @Test
  void nodeIsOneFact() {
    // Given
    String yaml =
        """
        apiVersion: v1
        kind: Node
        metadata: { name: ip-1, creationTimestamp: 2026-01-31T12:00:00Z }
        status:
          capacity: { pods: 29 }
          allocatable: { memory: 7Gi }
          conditions:
            - { type: MemoryPressure, status: "False" }
            - { type: Ready, status: "False", lastTransitionTime: 2026-01-31T12:00:00Z }
        """;
    // When, Then
    assertThat(read(yaml))
        .containsExactly(
            new Node(
                "ip-1",
                null,
                null,
                null,
                null,
                Tags.NONE,
                NOON,
                false,
                "False",
                NOON,
                Resources.of(Map.of("pods", Quantity.ofWhole(29))),
                Resources.of(Map.of("memory", Quantity.ofMebibytes(7168)))));
  }

  @Test
  void yamlMayBeOfAnySize() {
    // Given, When, Then
    assertThat(
            read(
                "apiVersion: v1\nkind: Node\nmetadata: { name: ip-1, labels: { a: "
                    + "x".repeat(4 << 20)
                    + " } }"))
        .hasSize(1);
  }

  @Test
  void podThatWaitsAsksForWhatTheSchedulerCounts() {
    // Given
    String yaml =
        """
        apiVersion: v1
        kind: Pod
        metadata: { name: a, namespace: shop, creationTimestamp: 2026-01-31T12:00:00Z }
        spec:
          initContainers:
            - { resources: { requests: { cpu: 900m, memory: 1Gi } } }
            - { restartPolicy: Always, resources: { requests: { cpu: 100m } } }
            - { resources: { requests: { cpu: 950m } } }
          containers:
            - { resources: { requests: { cpu: 500m, memory: 2Gi, nvidia.com/gpu: 1 } } }
            - { name: none }
            - { resources: { requests: { cpu: 250m, memory: 1Gi }, limits: { cpu: 4 } } }
          overhead: { memory: 64Mi }
        status: { phase: Pending }
        """;
    // When, Then
    assertThat(read(yaml))
        .containsExactly(
            Given.pod(
                "shop",
                "a",
                NOON,
                Resources.of(
                    Map.of(
                        "cpu", Quantity.ofMilli(1050),
                        "memory", Quantity.ofMebibytes(3 * 1024 + 64),
                        "nvidia.com/gpu", Quantity.ofWhole(1),
                        "pods", Quantity.ofWhole(1)))));
  }

  @Test
  void podTellsWhatItAsksOfTheLabelsOfItsNode() {
    // Given
    String yaml =
        """
        apiVersion: v1
        kind: Pod
        metadata: { name: a, namespace: shop, ownerReferences: [{ kind: DaemonSet }] }
        spec:
          nodeSelector: { team: a }
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                  - matchExpressions: [{ key: kubernetes.io/arch, operator: In, values: [arm64] }]
                  - matchExpressions: [{ key: karpenter.k8s.aws/instance-cpu, operator: Gt, values: ["8"] }]
            podAntiAffinity:
              requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: kubernetes.io/hostname }]
          tolerations:
            - { key: dedicated, operator: Equal, value: gpu, effect: NoSchedule }
            - { key: spare, operator: Exists }
            - { operator: Exists, effect: NoExecute }
          topologySpreadConstraints:
            - { topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: DoNotSchedule }
            - { topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway }
          volumes: [{ name: v, persistentVolumeClaim: { claimName: data } }, { name: tmp }]
          resourceClaims: [{ name: gpu }]
        status:
          phase: Pending
          nominatedNodeName: node-1
          conditions:
            - { type: PodScheduled, status: "False", reason: Unschedulable, message: no node }
            - { type: Initialized, status: "True" }
        """;
    // When, Then
    var arm =
        Requirements.of(
            new Requirement("team", Operator.IN, "a"),
            new Requirement("kubernetes.io/arch", Operator.IN, "arm64"));
    assertThat(read(yaml))
        .containsExactly(
            new Pod(
                "shop",
                "a",
                null,
                Resources.of(Map.of("pods", Quantity.ofWhole(1))),
                arm,
                Values.of("dedicated=gpu:NoSchedule", "spare", "*:NoExecute"),
                Values.of(
                    "podAntiAffinity by kubernetes.io/hostname",
                    "spread over topology.kubernetes.io/zone",
                    "volume claim data",
                    "resource claim gpu"),
                true,
                false,
                "node-1"),
            new NodeAffinityTerm(
                "Pod",
                "shop/a",
                2,
                Requirements.of(
                    new Requirement("team", Operator.IN, "a"),
                    new Requirement("karpenter.k8s.aws/instance-cpu", Operator.GT, "8"))),
            new StatusCondition(
                "Pod", "shop/a", "PodScheduled", "False", "Unschedulable", "no node", null));
  }

  @Test
  void daemonSetTellsWhatItsPodsAskFor() {
    // Given
    String yaml =
        """
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: { name: agent, namespace: kube-system }
        spec:
          template:
            spec:
              nodeSelector: { kubernetes.io/os: linux }
              tolerations: [{ operator: Exists }]
              containers: [{ resources: { requests: { cpu: 100m } } }]
        """;
    // When, Then
    assertThat(read(yaml))
        .containsExactly(
            new DaemonSet(
                "kube-system",
                "agent",
                Resources.of(Map.of("cpu", Quantity.ofMilli(100), "pods", Quantity.ofWhole(1))),
                Requirements.of(new Requirement("kubernetes.io/os", Operator.IN, "linux")),
                Values.of("*")));
  }

  @Test
  void tolerationWithoutKeyMustTolerateAll() {
    String pod = "apiVersion: v1\nkind: Pod\nmetadata: { name: a }\n";
    assertThatThrownBy(
            () -> read(pod + "spec: { tolerations: [{ value: x }] }\nstatus: { phase: Pending }"))
        .hasMessage(
            "a.yaml: Pod/a spec.tolerations[0].key is missing. Did you mean the operator Exists,"
                + " which tolerates any taint?");
  }

  @Test
  void podThatWaitsForNoNodeIsNone() {
    String pod = "apiVersion: v1\nkind: Pod\nmetadata: { name: a }\n";
    assertThat(read(pod + "spec: {}\nstatus: { phase: Running }")).isEmpty();
    assertThat(read(pod + "spec: { nodeName: ip-1 }\nstatus: { phase: Pending }")).isEmpty();
    assertThat(read(pod + "spec: {}\nstatus: { phase: Pending }")).hasSize(1);
  }

  @Test
  void podOfADaemonSetOnANodeSaysWhetherItWorks() {
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata:
          { name: aws-node-x, namespace: kube-system, creationTimestamp: 2026-11-22T07:00:00Z,
            ownerReferences: [{ kind: DaemonSet, name: aws-node }] }
        spec: { nodeName: ip-1 }
        status:
          phase: Pending
          conditions: [{ type: Ready, status: "False", lastTransitionTime: 2026-11-22T07:00:01Z }]
          initContainerStatuses: [{ restartCount: 3, state: { waiting: { reason: CrashLoopBackOff } } }]
          containerStatuses: [{ restartCount: 0, state: { waiting: { reason: PodInitializing } } }]
        """;
    assertThat(read(pod))
        .containsExactly(
            new DaemonSetPod(
                "kube-system",
                "aws-node-x",
                "kube-system/aws-node",
                "ip-1",
                Instant.parse("2026-11-22T07:00:00Z"),
                false,
                Instant.parse("2026-11-22T07:00:01Z"),
                3,
                "CrashLoopBackOff"));
    assertThat(read(pod.replace("kind: DaemonSet", "kind: StatefulSet"))).isEmpty();
    assertThat(read(pod.replace("phase: Pending", "phase: Failed"))).isEmpty();
    assertThat(
            read(
                pod.replace(
                    "name: aws-node-x,", "name: x, deletionTimestamp: 2026-11-22T07:00:00Z,")))
        .isEmpty();
  }

  @Test
  void podInACrashLoopHasNeverWorkedAndOneThatIsReadyIsSteadyAfterTenMinutes() {
    Instant created = Instant.parse("2026-11-22T07:00:00Z");
    Instant now = created.plusSeconds(3_600);
    Instant since = now.minusSeconds(10);
    assertThat(agent(created, false, since, 6).failingSince(at(now))).isEqualTo(created);
    assertThat(agent(created, false, since, 5).failingSince(at(now))).isEqualTo(since);
    assertThat(agent(created, false, since, 4).failingSince(at(created))).isEqualTo(since);
    assertThat(agent(created, false, null, 0).failingSince(at(now))).isEqualTo(created);
    assertThat(agent(created, true, since, 6).failingSince(at(now))).isNull();
    assertThat(agent(created, true, since, 0).steady(at(now))).isTrue();
    assertThat(agent(created, true, since, 1).steady(at(now))).isFalse();
    assertThat(agent(created, true, now.minusSeconds(600), 1).steady(at(now))).isTrue();
    assertThat(agent(created, false, now.minusSeconds(600), 0).steady(at(now))).isFalse();
  }

  private static EvaluationTime at(Instant time) {
    return new EvaluationTime(time);
  }

  private static DaemonSetPod agent(
      Instant created, boolean ready, @Nullable Instant since, int restarts) {
    return new DaemonSetPod("a", "b", "a/c", "n", created, ready, since, restarts, "");
  }

  @Test
  void eventSaysWhyKarpenterLeavesANodeAloneOrDeletesIt() {
    String event =
        """
        apiVersion: v1
        kind: Event
        metadata: { name: web-1.18ea, namespace: default }
        reason: DisruptionBlocked
        message: Node is nominated for a pending pod
        lastTimestamp: 2026-11-22T07:30:43Z
        involvedObject: { kind: NodeClaim, name: web-1 }
        """;
    assertThat(read(event))
        .containsExactly(
            new DisruptionBlocked(
                "default/web-1.18ea",
                "web-1",
                "Node is nominated for a pending pod",
                Instant.parse("2026-11-22T07:30:43Z")));
    assertThat(read(event.replace("DisruptionBlocked", "TerminatingOnInterruption")))
        .containsExactly(
            new NodeInterruption(
                "default/web-1.18ea", "web-1", Instant.parse("2026-11-22T07:30:43Z")));
    assertThat(read(event.replace("DisruptionBlocked", "Unconsolidatable"))).isEmpty();
    assertThat(read(event.replace("kind: NodeClaim", "kind: Node"))).isEmpty();
  }

  @Test
  void eventSaysWhatEc2HadNoCapacityFor() {
    String spot = "UnfulfillableCapacity: Unable to fulfill capacity due to your request";
    String one =
        "InsufficientInstanceCapacity: We currently do not have sufficient %s capacity in the"
            + " Availability Zone you requested (%s). Our system will be working on";
    assertThat(failed(one.formatted("g5.xlarge", "us-east-1a")))
        .containsExactly(
            failure("on-demand", "g5.xlarge", "us-east-1a", "InsufficientInstanceCapacity"));
    assertThat(
            failed(
                one.formatted("g5.xlarge", "us-east-1a")
                    + "; "
                    + one.formatted("g6.xlarge", "us-east-1b")))
        .containsExactly(
            failure("on-demand", "g5.xlarge", "us-east-1a", "InsufficientInstanceCapacity"),
            failure("on-demand", "g6.xlarge", "us-east-1b", "InsufficientInstanceCapacity"));
    assertThat(failed(spot)).containsExactly(failure("*", "*", "*", "UnfulfillableCapacity"));
    assertThat(
            failed(
                "InsufficientInstanceCapacity: There is no Spot capacity available that matches"
                    + " your request."))
        .containsExactly(failure("spot", "*", "*", "InsufficientInstanceCapacity"));
    assertThat(failed("MaxSpotInstanceCountExceeded: Max spot instance count exceeded"))
        .containsExactly(failure("spot", "*", "*", "MaxSpotInstanceCountExceeded"));
    assertThat(failed("ReservationCapacityExceeded: The requested reservation does not have"))
        .containsExactly(failure("reserved", "*", "*", "ReservationCapacityExceeded"));
    assertThat(
            read(
                CAPACITY.formatted(
                    "insufficient capacity, all requested instance types were unavailable during"
                        + " launch")))
        .containsExactly(failure("*", "*", "*", "InsufficientCapacityError"));
  }

  private static final String CAPACITY =
      """
      apiVersion: v1
      kind: Event
      metadata: { name: web-spot-x7k2p.18ea, namespace: default }
      reason: InsufficientCapacityError
      message: "NodeClaim web-spot-x7k2p event: creating instance, %s"
      lastTimestamp: 2026-11-22T07:30:43Z
      involvedObject: { kind: NodeClaim, name: web-spot-x7k2p }
      """;

  private static List<Fact> failed(String fleet) {
    return read(CAPACITY.formatted("insufficient capacity, with fleet error(s), " + fleet));
  }

  private static LaunchFailure failure(
      String capacityType, String instanceType, String zone, String code) {
    Instant at = Instant.parse("2026-11-22T07:30:43Z");
    return new LaunchFailure("web-spot", capacityType, instanceType, zone, code, "", at, at);
  }

  @Test
  void claimThatIsNotLaunchedSaysWhy() {
    String claim =
        """
        apiVersion: karpenter.sh/v1
        kind: NodeClaim
        metadata: { name: web-1, labels: { karpenter.sh/nodepool: web, karpenter.sh/capacity-type: spot } }
        spec: { nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: nc } }
        status:
          conditions:
            - type: Launched
              status: Unknown
              reason: LaunchFailed
              message: "creating instance, api error X, RequestID: 0a-1b"
              lastTransitionTime: 2026-11-22T07:30:43Z
        """;
    Instant at = Instant.parse("2026-11-22T07:30:43Z");
    assertThat(read(claim))
        .filteredOn(LaunchFailure.class::isInstance)
        .containsExactly(
            new LaunchFailure(
                "web", "spot", "*", "*", "LaunchFailed", "creating instance, api error X", at, at));
    assertThat(read(claim.replace("LaunchFailed", "AwaitingReconciliation"))).hasSize(1);
    assertThat(read(claim.replace("status: Unknown", "status: \"True\""))).hasSize(1);
  }

  private static List<Fact> read(String yaml) {
    var facts = new FactSet();
    KubernetesFile.read(
        Documents.yaml(Origin.snapshot("a.yaml"), yaml.getBytes(StandardCharsets.UTF_8)),
        facts,
        kind -> {});
    return facts.list();
  }
}
