package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.Given;
import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Disruption.DisruptionBudget;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.BlockDeviceMapping;
import dev.plumbline.fact.NodeClasses.CapacityReservation;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.NodeClasses.KubeletConfiguration;
import dev.plumbline.fact.NodeClasses.NetworkInterface;
import dev.plumbline.fact.NodeClasses.StatusAmi;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Pools.ForeignNodePool;
import dev.plumbline.fact.Pools.MinValues;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.source.InvalidSourceException.InvalidObjectException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KarpenterObjectsTest {

  @Test
  void nodeClassIsReadWithItsLists() {
    // Given
    String yaml =
        """
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          annotations: { plumbline.dev/variant: fips }
          deletionTimestamp: 2026-01-31T12:00:00Z
        spec:
          amiFamily: AL2023
          amiSelectorTerms:
            - { name: "golden-*", owner: 012345678901 }
            - { tags: { verified: "*", rank: 1 } }
          blockDeviceMappings:
            - { deviceName: /dev/xvda, rootVolume: true, ebs: { volumeSize: 100G } }
            - { deviceName: /dev/xvdb }
          instanceStorePolicy: RAID0
          placementGroupSelector: { id: pg-1 }
          connectionTracking: { tcpEstablishedTimeout: 350 }
          cpuOptions: { nestedVirtualization: enabled }
          capacityReservationSelectorTerms: [{ id: cr-1 }]
          networkInterfaces:
            - { deviceIndex: 0, networkCardIndex: 0, interfaceType: interface }
            - { deviceIndex: 1, networkCardIndex: 1, interfaceType: efa-only }
          kubelet:
            maxPods: 35
            podsPerCore: 4
            kubeReserved: { cpu: 100m, memory: 1Gi }
            systemReserved: { cpu: 1 }
            evictionHard: { memory.available: 5% }
            clusterDNS: [10.0.0.10]
        status:
          securityGroups: [{ id: sg-1, name: nodes }]
          capacityReservations:
            - { id: cr-1, instanceType: m5.large, availabilityZone: us-east-1a, interruptible: true, endTime: 2026-12-01T00:00:00Z }
            - { id: cr-2, instanceType: p5.48xlarge, availabilityZone: us-east-1b, reservationType: capacity-block, state: expiring }
          subnets:
            - { id: subnet-1, zone: us-east-1a, zoneID: use1-az1 }
            - { id: subnet-2, zone: us-east-1b }
          amis:
            - id: ami-1
              deprecated: true
              requirements: [{ key: kubernetes.io/arch, operator: In, values: [amd64] }]
          conditions:
            - { type: AMIsReady, status: "True", reason: AMIsReady, message: "" }
            - { type: Ready, status: Unknown }
        """;
    // When, Then
    assertThat(read(yaml))
        .containsExactly(
            new EC2NodeClass(
                "default",
                "AL2023",
                Tags.of(Map.of("plumbline.dev/variant", "fips")),
                Tags.of(Map.of("us-east-1a", "use1-az1", "us-east-1b", "")),
                true,
                "RAID0",
                Values.of("subnet-1", "subnet-2"),
                Values.of("sg-1"),
                Values.of("cr-1", "cr-2"),
                "pg-1",
                Values.of("0/0", "1/1/efa-only"),
                true,
                true,
                true),
            new AmiSelectorTerm(
                "default", 0, null, null, "golden-*", "012345678901", null, Tags.NONE),
            new AmiSelectorTerm(
                "default",
                1,
                null,
                null,
                null,
                null,
                null,
                Tags.of(Map.of("verified", "*", "rank", "1"))),
            new BlockDeviceMapping("default", 0, "/dev/xvda", true, 94, Quantity.parse("100G")),
            new BlockDeviceMapping("default", 1, "/dev/xvdb", false, null, null),
            new KubeletConfiguration(
                "default",
                35,
                4,
                Resources.of(
                    Map.of("cpu", Quantity.ofMilli(100), "memory", Quantity.ofMebibytes(1024))),
                Resources.of(Map.of("cpu", Quantity.ofWhole(1))),
                Tags.of(Map.of("memory.available", "5%")),
                Values.NONE),
            new NetworkInterface("default", 0, 0, "interface"),
            new NetworkInterface("default", 1, 1, "efa-only"),
            new StatusAmi(
                "default",
                0,
                "ami-1",
                true,
                Requirements.of(new Requirement("kubernetes.io/arch", Operator.IN, "amd64"))),
            new CapacityReservation(
                "default",
                "cr-1",
                "m5.large",
                "us-east-1a",
                "default",
                true,
                false,
                Instant.parse("2026-12-01T00:00:00Z")),
            new CapacityReservation(
                "default",
                "cr-2",
                "p5.48xlarge",
                "us-east-1b",
                "capacity-block",
                false,
                true,
                null),
            new StatusCondition(
                "EC2NodeClass", "default", "AMIsReady", "True", "AMIsReady", "", null),
            new StatusCondition("EC2NodeClass", "default", "Ready", "Unknown", "", "", null));
  }

  @Test
  void kubeletIsTheDefaultWhereNothingOfItIsSet() {
    assertThat(read(nodeClass("{}")))
        .contains(
            new KubeletConfiguration(
                "a", null, null, Resources.NONE, Resources.NONE, Tags.NONE, Values.NONE));
  }

  @Test
  void kubeletMayHoldExpressions() {
    // Given
    String kubelet =
        "{ kubelet: { maxPods: 'min(max_pods, 110)', kubeReserved: { cpu: 100m, memory: '11 * x' },"
            + " systemReserved: { cpu: vcpus } } }";
    // When, Then
    assertThat(read(nodeClass(kubelet)))
        .contains(
            new KubeletConfiguration(
                "a",
                null,
                null,
                Resources.of(Map.of("cpu", Quantity.ofMilli(100))),
                Resources.NONE,
                Tags.NONE,
                Values.of("maxPods", "kubeReserved.memory", "systemReserved.cpu")));
  }

  @Test
  void poolRequirementsIncludeTheLabelsOfItsTemplate() {
    // Given
    String yaml =
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: { name: general }
        spec:
          weight: 10
          template:
            metadata: { labels: { team: 7, spot: true } }
            spec:
              nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
              requirements:
                - { key: karpenter.k8s.aws/instance-cpu, operator: Gt, values: [4] }
                - { key: a, operator: Exists, values: [ignored], minValues: 2 }
        """;
    // When, Then
    assertThat(read(yaml))
        .containsExactly(
            new NodePool(
                "general",
                "default",
                10,
                Requirements.of(
                    new Requirement("karpenter.k8s.aws/instance-cpu", Operator.GT, "4"),
                    new Requirement("a", Operator.EXISTS, List.of(), 2),
                    new Requirement("spot", Operator.IN, "true"),
                    new Requirement("team", Operator.IN, "7")),
                Tags.NONE,
                Tags.NONE,
                false,
                null,
                Resources.NONE,
                Resources.NONE,
                Requirements.of(
                    new Requirement("karpenter.k8s.aws/instance-cpu", Operator.GT, "4"),
                    new Requirement("a", Operator.EXISTS, List.of(), 2))),
            new MinValues("general", "a", 2),
            new DisruptionBudget("general", 0, "10%", Values.NONE, null, null, false));
  }

  @Test
  void listsMayBeOfOneKindOrOfAny() {
    // Given
    String yaml =
        """
        apiVersion: v1
        kind: List
        items:
          - apiVersion: v1
            kind: Node
            metadata: { name: ip-1, labels: { karpenter.sh/nodepool: general } }
          - { apiVersion: v1, kind: Pod, metadata: { name: any } }
        ---
        apiVersion: karpenter.sh/v1
        kind: NodeClaimList
        items:
          - metadata: { name: general-x }
            spec: { nodeClassRef: { name: default } }
            status: { imageID: ami-1, nodeName: ip-1, providerID: "aws:///a/i-1" }
        """;
    Tags labels = Tags.of(Map.of("karpenter.sh/nodepool", "general"));
    // When, Then
    assertThat(read(yaml))
        .containsExactly(
            Given.node("ip-1", "general", null, null, null, labels),
            Given.nodeClaim(
                "general-x", null, "default", null, "ami-1", "ip-1", "aws:///a/i-1", Tags.NONE));
  }

  @Test
  void anchorsAreFollowed() {
    // Given
    String yaml =
        """
        x: &where { name: ip-1 }
        apiVersion: v1
        kind: Node
        metadata: *where
        """;
    // When, Then
    assertThat(read(yaml)).extracting(Fact::key).containsExactly("Node/ip-1");
  }

  @Test
  void poolOfAnotherProviderIsNotOurs() {
    // Given
    String yaml =
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: { name: auto }
        spec:
          template:
            spec: { nodeClassRef: { group: eks.amazonaws.com, kind: NodeClass, name: default } }
        """;
    // When, Then
    assertThat(read(yaml))
        .containsExactly(new ForeignNodePool("auto", "eks.amazonaws.com", "NodeClass"));
  }

  @Test
  void otherKindsAndGroupsMakeNoFact() {
    assertThat(read("apiVersion: example.org/v1\nkind: NodePool\n")).isEmpty();
    assertThat(read("apiVersion: apps/v1\nkind: Deployment\n")).isEmpty();
  }

  @Test
  void liveObjectIsRefusedWithoutAFile() {
    // Given
    var object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", "v1").put("kind", "Node").putObject("metadata").put("name", 7);
    // When, Then
    assertThatThrownBy(() -> KarpenterObjects.facts(object))
        .isInstanceOf(InvalidObjectException.class)
        .hasMessage("metadata.name is 7 where a string belongs. Try: put it in quotes.");
  }

  @Test
  void volumeSizesAreWholeGibibytesRoundedUp() {
    assertThat(
            read(
                """
                apiVersion: karpenter.k8s.aws/v1
                kind: EC2NodeClass
                metadata: { name: a }
                spec:
                  blockDeviceMappings:
                    - { deviceName: a, ebs: { volumeSize: 20Gi } }
                    - { deviceName: b, ebs: { volumeSize: 1Ti } }
                    - { deviceName: c, ebs: { volumeSize: 500Mi } }
                    - { deviceName: d, ebs: { volumeSize: 1.5Gi } }
                    - { deviceName: e, ebs: { volumeSize: 1073741825 } }
                """))
        .filteredOn(BlockDeviceMapping.class::isInstance)
        .extracting(
            fact -> ((BlockDeviceMapping) fact).volumeSizeGiB(),
            fact -> ((BlockDeviceMapping) fact).exactSize())
        .containsExactly(
            tuple(20, null),
            tuple(1024, null),
            tuple(1, Quantity.parse("500Mi")),
            tuple(2, Quantity.parse("1.5Gi")),
            tuple(2, Quantity.ofWhole(1_073_741_825)));
  }

  private static String nodeClass(String spec) {
    return "apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: { name: a }\nspec: "
        + spec;
  }

  private static List<Fact> read(String yaml) {
    var facts = new FactSet();
    KubernetesFile.read(
        Documents.yaml(Origin.snapshot("a.yaml"), yaml.getBytes(StandardCharsets.UTF_8)),
        facts,
        kind -> {});
    return new ArrayList<>(facts.list());
  }
}
