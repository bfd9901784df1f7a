package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.Given;
import dev.plumbline.fact.Account;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.ClusterVersion;
import dev.plumbline.fact.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypeOffering;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.SourceStatus;
import dev.plumbline.fact.SsmError;
import dev.plumbline.fact.SsmParameter;
import dev.plumbline.fact.Tags;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
              cluster: syncing
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
            Given.sourceStatus("ssm-parameters", "synced", "GetParameters", null, null),
            Given.sourceStatus("cluster", "syncing", "watch", null, null));
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
  void filesForLaterMakeNoFact() {
    // Given
    Texts.write(
        folder,
        Map.of(
            "prices.json", "{\"m5.large\": 0.096}",
            "spot-prices.json", "{\"SpotPriceHistory\": [{}]}",
            "instances.json", "{\"Reservations\": [{\"Instances\": []}]}"));
    // When, Then
    assertThat(SnapshotFolder.read(folder, Texts.shipped(), NOON).facts())
        .filteredOn(fact -> !(fact instanceof SourceStatus))
        .containsExactly(new EvaluationTime(NOON), new Account(null));
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

  private static <T extends Fact> List<T> of(Snapshot snapshot, Class<T> type) {
    return snapshot.facts().stream().filter(type::isInstance).map(type::cast).toList();
  }
}
