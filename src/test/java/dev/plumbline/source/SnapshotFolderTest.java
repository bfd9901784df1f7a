package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.Given;
import dev.plumbline.fact.Account;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.ClusterVersion;
import dev.plumbline.fact.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Instance;
import dev.plumbline.fact.InstanceTypeOffering;
import dev.plumbline.fact.OnDemandPrice;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.PastLaunch;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.RememberedCapacity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.SourceStatus;
import dev.plumbline.fact.SpotPrice;
import dev.plumbline.fact.SsmError;
import dev.plumbline.fact.SsmParameter;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.UnavailableOffering;
import dev.plumbline.fact.Values;
import dev.plumbline.fact.Waiver;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotFolderTest {

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
    assertThat(snapshot.facts())
        .containsExactlyInAnyOrder(
            new EvaluationTime(NOON),
            new Account("012345678901"),
            new ClusterVersion("1.30", 30),
            new Parameter("ami.minimumAge", "", "7d"),
            new Parameter("ami.excludedIds", "0", "ami-1"),
            new Parameter("ami.excludedIds", "1", "ami-2"),
            new Parameter("ami.requiredTags", "verified", "*"),
            new Parameter("ami.requiredTags", "rank", "1.10"),
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
            status("pods", "syncing", "watch", 2, null));
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
            "ec2-node-classes synced 0",
            "node-pools synced 0",
            "node-claims synced 0",
            "nodes synced 1",
            "pods synced 2");
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
        "waivers: [{ id: CHG-1, rule: A, subject: b, owner: c, reason: d, until: 2026-01-31T12:00:00Z }]";
    PolicyData policy = PolicyData.read(Map.of("waivers.yaml", waiver));
    Texts.write(folder, Map.of("snapshot.yaml", waiver));
    // When, Then
    assertThatThrownBy(() -> SnapshotFolder.read(folder, policy, NOON))
        .hasMessage(
            folder
                + "/snapshot.yaml: waivers[0].id is \"CHG-1\", which a waiver of the rule set is called. "
                + "Maybe give it another id.");
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
  void imageIsReadWhole() {
    // Given
    Texts.write(
        folder,
        Map.of(
            "images.us-east-1.json",
            """
            {"Images": [{"ImageId": "ami-1", "Name": "golden", "State": "failed",
              "StateReason": {"Code": "Client", "Message": "no disk"}, "Architecture": "x86_64",
              "OwnerId": "602401143452", "ImageOwnerAlias": "amazon",
              "CreationDate": "2026-01-31T12:00:00.000Z", "DeprecationTime": "",
              "Tags": [{"Key": "a", "Value": "b"}, {"Key": "c"}],
              "VirtualizationType": "hvm", "RootDeviceType": "ebs", "RootDeviceName": "/dev/xvda",
              "BlockDeviceMappings": [{"DeviceName": "/dev/xvdb", "Ebs": {"VolumeSize": 4}},
                {"DeviceName": "/dev/xvda", "Ebs": {"VolumeSize": 20}}],
              "EnaSupport": true, "BootMode": "uefi", "Platform": "windows", "New": 1},
             {"ImageId": "ami-2", "State": "available", "Architecture": "arm64", "OwnerId": "1",
              "CreationDate": null, "Platform": "Linux/UNIX"}]}
            """));
    // When
    Snapshot snapshot = SnapshotFolder.read(folder, Texts.shipped(), null);
    // Then
    assertThat(snapshot.region()).isEqualTo("us-east-1");
    assertThat(of(snapshot, Ami.class))
        .containsExactly(
            new Ami(
                "ami-1",
                "golden",
                "failed",
                "no disk",
                "x86_64",
                "602401143452",
                "amazon",
                NOON,
                null,
                Tags.of(Map.of("a", "b", "c", "")),
                "hvm",
                "ebs",
                "/dev/xvda",
                20,
                true,
                "uefi",
                "windows"),
            new Ami(
                "ami-2",
                "",
                "available",
                null,
                "arm64",
                "1",
                null,
                null,
                null,
                Tags.NONE,
                null,
                null,
                null,
                null,
                null,
                null,
                null));
  }

  @Test
  void offeringsAreThoseOfZones() {
    // Given
    Texts.write(
        folder,
        Map.of(
            "instance_type_offerings.json",
            """
            [{"InstanceType": "m5.large", "Location": "us-east-1a",
              "LocationType": "availability-zone"},
             {"InstanceType": "m5.large", "Location": "us-east-1b"},
             {"InstanceType": "m5.large", "Location": "us-east-1b"},
             {"InstanceType": "m5.large", "Location": "us-east-1", "LocationType": "region"}]
            """));
    // When, Then
    assertThat(of(SnapshotFolder.read(folder, Texts.shipped(), null), InstanceTypeOffering.class))
        .containsExactly(
            new InstanceTypeOffering("m5.large", "us-east-1a"),
            new InstanceTypeOffering("m5.large", "us-east-1b"));
  }

  @Test
  void parametersOfSsmMayBeAnAnswerOrAMap() {
    // Given
    Path answer = folder.resolve("answer");
    Path map = folder.resolve("map");
    Texts.write(
        answer,
        Map.of(
            "ssm-parameters.json",
            """
            {"Parameters": [{"Name": "/a", "Value": "ami-1", "Type": "String"}],
             "InvalidParameters": ["/b"], "Errors": {"/c": "ThrottlingException"}}
            """));
    Texts.write(map, Map.of("ssm_parameters.us-east-1.json", "{\"/a\": \"ami-1\"}"));
    // When
    List<Fact> answered = SnapshotFolder.read(answer, Texts.shipped(), null).facts();
    List<Fact> mapped = SnapshotFolder.read(map, Texts.shipped(), null).facts();
    // Then
    assertThat(answered)
        .contains(
            new SsmParameter("/a", "ami-1"),
            new SsmError("/b", "ParameterNotFound"),
            new SsmError("/c", "ThrottlingException"));
    assertThat(mapped).contains(new SsmParameter("/a", "ami-1"));
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

  @Test
  void onDemandPricesAreNumbersOrText() {
    // Given
    Texts.write(
        folder,
        Map.of(
            "on_demand_prices.us-east-1.json",
            "{\"m5.large\": 0.096, \"t4g.nano\": \"0.0042\", \"x\": 1e-7, \"u\": 407.68}"));
    // When, Then
    assertThat(of(SnapshotFolder.read(folder, Texts.shipped(), null), OnDemandPrice.class))
        .containsExactly(
            new OnDemandPrice("m5.large", 96_000),
            new OnDemandPrice("t4g.nano", 4_200),
            new OnDemandPrice("x", 0),
            new OnDemandPrice("u", 407_680_000));
  }

  @Test
  void spotPriceIsTheLatestForLinux() {
    // Given
    String row =
        """
        {"InstanceType": "m5.large", "AvailabilityZone": "us-east-1%s", "SpotPrice": "%s",
         "Timestamp": "2026-01-31T%s:00:00Z", "ProductDescription": "%s"}""";
    Texts.write(
        folder,
        Map.of(
            "spot-prices.json",
            "{\"SpotPriceHistory\": ["
                + String.join(
                    ",",
                    row.formatted("a", "0.0301", "09", "Linux/UNIX"),
                    row.formatted("a", "0.030200", "11", "Linux/UNIX"),
                    row.formatted("a", "0.0303", "10", "Linux/UNIX"),
                    row.formatted("a", "0.0909", "12", "Windows"),
                    row.formatted("b", "0.0401", "09", "Linux/UNIX"),
                    row.formatted("b", "0.0402", "09", "Linux/UNIX (Amazon VPC)"),
                    "{\"InstanceType\": \"c5.large\", \"AvailabilityZone\": \"us-east-1a\","
                        + " \"SpotPrice\": 0.02, \"Timestamp\": \"2026-01-31T12:00:00+00:00\"}")
                + "]}"));
    // When, Then
    assertThat(of(SnapshotFolder.read(folder, Texts.shipped(), null), SpotPrice.class))
        .containsExactly(
            new SpotPrice("m5.large", "us-east-1a", 30_200),
            new SpotPrice("m5.large", "us-east-1b", 40_200),
            new SpotPrice("c5.large", "us-east-1a", 20_000));
  }

  @Test
  void instancesAreThoseOfEveryReservation() {
    // Given
    String running =
        """
        {"InstanceId": "i-1", "ImageId": "ami-1", "InstanceType": "m5.large",
         "Placement": {"AvailabilityZone": "us-east-1a", "Tenancy": "default"},
         "State": {"Code": 16, "Name": "running"}, "SubnetId": "subnet-1",
         "SecurityGroups": [{"GroupId": "sg-2"}, {"GroupId": "sg-1", "GroupName": "nodes"}],
         "CapacityReservationId": "cr-1"}""";
    String gone =
        """
        {"InstanceId": "i-2", "ImageId": "ami-1", "InstanceType": "m5.large",
         "State": {"Name": "terminated"}}""";
    Path answer = folder.resolve("answer");
    Path bare = folder.resolve("bare");
    Texts.write(
        answer,
        Map.of(
            "instances.us-east-1.json",
            "{\"Reservations\": [{\"Instances\": ["
                + running
                + "]}, {\"Instances\": ["
                + gone
                + "]}]}"));
    Texts.write(bare, Map.of("instances.json", "[" + running + "," + gone + "]"));
    // When, Then
    for (Path snapshot : List.of(answer, bare)) {
      assertThat(of(SnapshotFolder.read(snapshot, Texts.shipped(), null), Instance.class))
          .containsExactly(
              new Instance(
                  "i-1",
                  "ami-1",
                  "m5.large",
                  "us-east-1a",
                  "running",
                  "subnet-1",
                  Values.of("sg-1", "sg-2"),
                  "cr-1"),
              new Instance(
                  "i-2", "ami-1", "m5.large", null, "terminated", null, Values.NONE, null));
    }
  }

  @Test
  void examplesAreReadThroughTheirIndex() throws MalformedURLException {
    // Given
    Texts.write(
        folder,
        Map.of(
            "META-INF/plumbline/examples.index",
            "tour/snapshot.yaml\ntour/cluster/a/node.yaml\nother/images.json\n",
            "examples/tour/snapshot.yaml",
            "at: 2026-01-31T12:00:00Z",
            "examples/tour/cluster/a/node.yaml",
            "{ apiVersion: v1, kind: Node, metadata: { name: ip-1 } }",
            "examples/other/images.json",
            "[}"));
    var loader = new URLClassLoader(new URL[] {URI.create(folder.toUri() + "").toURL()}, null);
    // When
    Snapshot snapshot = SnapshotFolder.embedded("tour", Texts.shipped(), null, loader);
    // Then
    assertThat(snapshot.path()).isEqualTo("tour");
    assertThat(snapshot.facts()).extracting(Fact::key).contains("Node/ip-1");
    assertThatThrownBy(() -> SnapshotFolder.embedded("tor", Texts.shipped(), null, loader))
        .hasMessage("tor: there is no example of that name. Maybe tour.");
    assertThatThrownBy(() -> SnapshotFolder.embedded("other", Texts.shipped(), null, loader))
        .hasMessageStartingWith("other/images.json:1:2: this is no JSON: ");
  }

  private static SourceStatus status(
      String source, String state, String operation, int failures, @Nullable Integer items) {
    return new SourceStatus(source, state, operation, null, null, null, failures, items, 0);
  }

  private static <T extends Fact> List<T> of(Snapshot snapshot, Class<T> type) {
    return snapshot.facts().stream().filter(type::isInstance).map(type::cast).toList();
  }
}
