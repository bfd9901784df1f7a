package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.SsmError;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
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
                "windows",
                null),
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
  void instancesAreThoseOfEveryReservation() {
    // Given
    String running =
        """
        {"InstanceId": "i-1", "ImageId": "ami-1", "InstanceType": "m5.large",
         "Placement": {"AvailabilityZone": "us-east-1a", "Tenancy": "default"},
         "State": {"Code": 16, "Name": "running"}, "SubnetId": "subnet-1",
         "SecurityGroups": [{"GroupId": "sg-2"}, {"GroupId": "sg-1", "GroupName": "nodes"}],
         "CapacityReservationId": "cr-1"}\
        """;
    String gone =
        """
        {"InstanceId": "i-2", "ImageId": "ami-1", "InstanceType": "m5.large",
         "State": {"Name": "terminated"}}\
        """;
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
        .hasMessage("tor: there is no example of that name. Did you mean tour?");
    assertThatThrownBy(() -> SnapshotFolder.embedded("other", Texts.shipped(), null, loader))
        .hasMessageStartingWith("other/images.json:1:2: this is not JSON: ");
  }

  private static <T extends Fact> List<T> of(Snapshot snapshot, Class<T> type) {
    return snapshot.facts().stream().filter(type::isInstance).map(type::cast).toList();
  }
}
