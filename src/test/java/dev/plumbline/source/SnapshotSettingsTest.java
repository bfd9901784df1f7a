package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.Given;
import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SnapshotCoverage;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.InstanceTypes.RememberedCapacity;
import dev.plumbline.fact.InstanceTypes.UnavailableOffering;
import dev.plumbline.fact.Launches.PastLaunch;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Values;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotSettingsTest {

  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

  @TempDir Path folder;

  @Test
  void settingsAreFacts() {
    // Given
    Texts.write(
        folder,
        Map.of(
            "snapshot.yaml",
            """
            at: 2026-01-31T13:00:00+01:00
            region: eu-west-1
            accountId: 012345678901
            kubernetesVersion: 1.30
            sources:
              images: { state: failed, code: RequestLimitExceeded, since: 2026-01-31T11:00:00Z }
              cluster: { state: syncing, failures: 2, items: 7 }
              nodes: { state: failed, lastSuccess: 2026-01-31T10:00:00Z, items: 0, held: 5 }
              prices: synced
            parameters:
              ami.minimumAge: 7d
              ami.excludedIds: [ami-1, ami-2]
              ami.requiredTags: { verified: "*", rank: 1.10 }
            learnedCapacity: []
            """,
            "ssm_parameters.json",
            "{}"));
    // When
    Snapshot snapshot = SnapshotFolder.read(folder, Texts.shipped(), null);
    // Then
    assertThat(snapshot.path()).isEqualTo(folder.toString());
    assertThat(snapshot.at()).isEqualTo(NOON);
    assertThat(snapshot.region()).isEqualTo("eu-west-1");
    List<Parameter> defaults = Texts.shipped().parameters();
    assertThat(snapshot.facts())
        .filteredOn(fact -> !defaults.contains(fact))
        .containsExactlyInAnyOrder(
            new EvaluationTime(NOON),
            new Account("012345678901"),
            new ClusterVersion("1.30", 30),
            new Parameter("ami.minimumAge", "", "7d"),
            new Parameter("ami.excludedIds", "0", "ami-1"),
            new Parameter("ami.excludedIds", "1", "ami-2"),
            new Parameter("ami.requiredTags", "verified", "*"),
            new Parameter("ami.requiredTags", "rank", "1.10"),
            new SnapshotCoverage("ssm-parameters", Values.NONE),
            Given.sourceStatus(
                "images",
                "failed",
                "DescribeImages",
                "RequestLimitExceeded",
                Instant.parse("2026-01-31T11:00:00Z")),
            Given.sourceStatus("instance-types", "absent", "DescribeInstanceTypes", null, null),
            Given.sourceStatus(
                "instance-type-offerings", "absent", "DescribeInstanceTypeOfferings", null, null),
            status("ssm-parameters", "synced", "GetParameters", 0, 0),
            Given.sourceStatus("instances", "absent", "DescribeInstances", null, null),
            Given.sourceStatus("spot-prices", "absent", "DescribeSpotPriceHistory", null, null),
            Given.sourceStatus("prices", "synced", "GetProducts", null, null),
            status("cluster", "syncing", "watch", 2, 7),
            status("ec2-node-classes", "syncing", "watch", 2, null),
            status("node-pools", "syncing", "watch", 2, null),
            status("node-claims", "syncing", "watch", 2, null),
            status("node-overlays", "syncing", "watch", 2, null),
            new SourceStatus(
                "nodes",
                "failed",
                "watch",
                null,
                null,
                Instant.parse("2026-01-31T10:00:00Z"),
                0,
                0,
                5),
            status("pods", "syncing", "watch", 2, null),
            status("daemon-sets", "syncing", "watch", 2, null),
            status("image-verdicts", "syncing", "watch", 2, null),
            status("cluster-events", "syncing", "watch", 2, null));
  }

  @Test
  void sourcesTellHowManyThingsTheirFilesHold() {
    // Given
    Texts.write(
        folder,
        Map.of(
            "images.json",
            "[]",
            "prices.json",
            "{\"m5.large\": 0.096, \"m6i.large\": \"0.1\"}",
            "cluster/all.yaml",
            """
            apiVersion: v1
            kind: List
            items:
              - { apiVersion: v1, kind: Node, metadata: { name: ip-1 } }
              - { apiVersion: v1, kind: Pod, metadata: { name: a }, status: { phase: Running } }
              - { apiVersion: v1, kind: Pod, metadata: { name: b }, status: { phase: Running } }
              - { apiVersion: v1, kind: Service, metadata: { name: a } }
            """));
    // When
    List<SourceStatus> sources =
        of(SnapshotFolder.read(folder, Texts.shipped(), null), SourceStatus.class);
    // Then
    assertThat(sources)
        .filteredOn(source -> source.items() != null)
        .extracting(source -> source.source() + " " + source.state() + " " + source.items())
        .containsExactly(
            "images synced 0",
            "prices synced 2",
            "cluster synced 3",
            "nodes synced 1",
            "pods synced 2",
            "image-verdicts synced 0");
  }

  @Test
  void whatIsRememberedIsFacts() {
    // Given
    Texts.write(
        folder,
        Map.of(
            "snapshot.yaml",
            """
            learnedCapacity:
              - { instanceType: m5.large, ami: ami-1, memory: 7574Mi, confirmed: 2026-01-31T12:00:00Z }
            unavailableOfferings:
              - { capacityType: spot, instanceType: m5.large, zone: "*", since: 2026-01-31T12:00:00Z }
              - capacityType: on-demand
                instanceType: m5.large
                zone: us-east-1a
                reason: InsufficientInstanceCapacity
                since: 2026-01-31T12:00:00Z
            pastLaunches:
              - nodeClaim: general-x
                nodePool: general
                instanceType: m5.large
                ami: ami-1
                launched: 2026-01-31T12:00:00Z
                promised: { memory: 1Gi }
              - nodeClaim: general-y
                nodePool: general
                instanceType: m5.large
                ami: ami-1
                launched: 2026-01-31T12:00:00Z
                promised: { memory: 1Gi }
                allocatable: { memory: 512Mi }
            waivers:
              - id: CHG-1
                rule: AMI-010
                subject: Ami/ami-1
                owner: team-a
                reason: rollout
                until: 2026-01-31T12:00:00Z
            """));
    Resources promised = Resources.of(Map.of("memory", Quantity.ofMebibytes(1024)));
    Resources had = Resources.of(Map.of("memory", Quantity.ofMebibytes(512)));
    // When, Then
    assertThat(SnapshotFolder.read(folder, Texts.shipped(), NOON).facts())
        .contains(
            new RememberedCapacity("m5.large", "ami-1", Quantity.ofMebibytes(7574), NOON),
            new UnavailableOffering("spot", "m5.large", "*", "Unknown", NOON),
            new UnavailableOffering(
                "on-demand", "m5.large", "us-east-1a", "InsufficientInstanceCapacity", NOON),
            new PastLaunch("general-x", "general", "m5.large", "ami-1", NOON, promised, null),
            new PastLaunch("general-y", "general", "m5.large", "ami-1", NOON, promised, had),
            new Waiver("CHG-1", "AMI-010", "Ami/ami-1", "team-a", "rollout", NOON));
  }

  @Test
  void waiversOfTheSnapshotHaveIdsOfTheirOwn() {
    // Given
    String waiver =
        "waivers: [{ id: CHG-1, rule: A, subject: b, owner: c, reason: d, until:"
            + " 2026-01-31T12:00:00Z }]";
    PolicyData policy = PolicyData.read(Map.of("waivers.yaml", waiver));
    Texts.write(folder, Map.of("snapshot.yaml", waiver));
    // When, Then
    assertThatThrownBy(() -> SnapshotFolder.read(folder, policy, NOON))
        .hasMessage(
            folder
                + "/snapshot.yaml: waivers[0].id is \"CHG-1\", which a waiver of the rule set is"
                + " called. Try: give it another id.");
  }

  @Test
  void timeAskedForStandsAboveTheTimeWritten() {
    // Given
    Texts.write(folder, Map.of("snapshot.yaml", "at: 2020-01-01T00:00:00Z"));
    // When, Then
    assertThat(SnapshotFolder.read(folder, Texts.shipped(), NOON).at()).isEqualTo(NOON);
  }

  @Test
  void timeIsNowWhenNobodyTellsIt() {
    // Given
    Texts.write(folder, Map.of("images.json", "[]"));
    // When, Then
    assertThat(SnapshotFolder.read(folder, Texts.shipped(), null).at())
        .isBetween(Instant.now().minusSeconds(60), Instant.now());
  }

  @Test
  void everyFormOfKubernetesVersionIsUnderstood() {
    for (String version : List.of("1.33", "v1.33.2-eks-abc", "1.33+", "v1.33.2")) {
      // Given
      Texts.write(folder, Map.of("snapshot.yaml", "kubernetesVersion: " + version));
      // When, Then
      assertThat(of(SnapshotFolder.read(folder, Texts.shipped(), null), ClusterVersion.class))
          .containsExactly(new ClusterVersion("1.33", 33));
    }
  }

  private static SourceStatus status(
      String source, String state, String operation, int failures, @Nullable Integer items) {
    return new SourceStatus(source, state, operation, null, null, null, failures, items, 0);
  }

  private static <T extends Fact> List<T> of(Snapshot snapshot, Class<T> type) {
    return snapshot.facts().stream().filter(type::isInstance).map(type::cast).toList();
  }
}
