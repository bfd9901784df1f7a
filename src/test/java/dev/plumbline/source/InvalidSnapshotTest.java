package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way in which a snapshot can be wrong, with the whole line that tells it. */
class InvalidSnapshotTest {

  private static final String IMAGE =
      "'ImageId':'ami-1','State':'available','OwnerId':'1','Architecture':'arm64'";

  @TempDir Path folder;

  /** One wrong file and what is said of it, after the folder. */
  record Case(String name, String file, String text, String said) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Case> cases() {
    return List.of(
        new Case(
            "truncated JSON",
            "images.json",
            "{'Images': [\n {'ImageId'",
            "/images.json:2:12: the JSON ends too early. Maybe the file was cut off."),
        new Case(
            "a comma too few",
            "images.json",
            "{'Images': [\n {} {}]}",
            "/images.json:2:5: this is no JSON: Unexpected character ('{' (code 123)): was expecting comma to separate Array entries. Maybe a comma or quote is missing."),
        new Case(
            "empty file",
            "images.json",
            "",
            "/images.json: is empty. Maybe the command that should fill it failed."),
        new Case(
            "YAML with a tab",
            "snapshot.yaml",
            "sources:\n\timages: synced\n",
            "/snapshot.yaml:2:1: this is no YAML: found character '\\t(TAB)' that cannot start any token. Maybe it is the indentation: spaces only."),
        new Case(
            "a YAML key twice",
            "snapshot.yaml",
            "region: us-east-1\nregion: us-east-2\n",
            "/snapshot.yaml:2:1: the key region stands twice. Maybe one of the two is left over."),
        new Case(
            "a YAML merge",
            "snapshot.yaml",
            "sources: &s {}\nparameters:\n  <<: *s\n",
            "/snapshot.yaml:3:3: << (merge) is not understood. Maybe write the fields out."),
        new Case(
            "another answer",
            "images.json",
            "{'InstanceTypes':[]}",
            "/images.json: Images is missing. Maybe this is the answer to another call than DescribeImages."),
        new Case(
            "image without architecture",
            "images.json",
            "{'Images':[{" + IMAGE + "},{'ImageId':'ami-2','State':'available','OwnerId':'1'}]}",
            "/images.json: Images[1].Architecture is missing. Maybe this is not what aws ec2 describe-images prints, or a --query cut it."),
        new Case(
            "image without owner, in a bare list",
            "images.json",
            "[{'ImageId':'ami-2','State':'available','Architecture':'arm64'}]",
            "/images.json: [0].OwnerId is missing. Maybe this is not what aws ec2 describe-images prints, or a --query cut it."),
        new Case(
            "image without state",
            "images.json",
            "[{'ImageId':'ami-2','Architecture':'arm64'}]",
            "/images.json: [0].State is missing. Maybe this is not what aws ec2 describe-images prints, or a --query cut it."),
        new Case(
            "unparsable date",
            "images.json",
            "{'Images':[{" + IMAGE + ",'CreationDate':'yesterday'}]}",
            "/images.json: Images[0].CreationDate is \"yesterday\", which is no time with a zone. Maybe write it as 2026-01-31T12:00:00Z."),
        new Case(
            "one image twice",
            "images.json",
            "{'Images':[{" + IMAGE + "},{" + IMAGE + ",'Name':'other'}]}",
            "/images.json: Images[1] is a second Ami/ami-1, and it differs from the one at Images[0]. Maybe one of the two is an older copy."),
        new Case(
            "string where an object belongs",
            "instance-types.json",
            "[{'InstanceType':'m5.large','ProcessorInfo':'arm64'}]",
            "/instance-types.json: [0].ProcessorInfo is \"arm64\" where an object belongs. Maybe it is quoted or stands in the wrong place."),
        new Case(
            "object where a list belongs",
            "instance-type-offerings.json",
            "{'InstanceTypeOfferings':{}}",
            "/instance-type-offerings.json: InstanceTypeOfferings is {} where a list belongs. Maybe it is indented or bracketed one level too deep."),
        new Case(
            "number where a string belongs",
            "ssm-parameters.json",
            "{'/a': 1}",
            "/ssm-parameters.json: /a is 1 where a string belongs. Maybe it needs quotes."),
        new Case(
            "price that is none",
            "prices.json",
            "{'m5.large': 'cheap'}",
            "/prices.json: m5.large is \"cheap\", which is no price. Maybe write it in US dollars: 0.0104."),
        new Case(
            "price below nothing",
            "prices.json",
            "{'m5.large': -0.1}",
            "/prices.json: m5.large is -0.1, which is no price. Maybe write it in US dollars: 0.0104."),
        new Case(
            "price of a map of maps",
            "prices.json",
            "{'m5.large': {'USD': 0.1}}",
            "/prices.json: m5.large is {\"USD\":0.1} where one value belongs. Maybe it is indented or bracketed one level too deep."),
        new Case(
            "spot price without a time",
            "spot-prices.json",
            "[{'InstanceType':'m5.large','AvailabilityZone':'us-east-1a','SpotPrice':'0.1'}]",
            "/spot-prices.json: [0].Timestamp is missing. Maybe this is not what aws ec2 describe-spot-price-history prints, or a --query cut it."),
        new Case(
            "instance without state",
            "instances.json",
            "{'Reservations':[{'Instances':[{'InstanceId':'i-1','ImageId':'ami-1','InstanceType':'m5.large'}]}]}",
            "/instances.json: Reservations[0].Instances[0].State is missing. Maybe this is not what aws ec2 describe-instances prints, or a --query cut it."),
        new Case(
            "unknown field of a learned capacity",
            "snapshot.yaml",
            "learnedCapacity: [{ instanceTyp: m5.large }]\n",
            "/snapshot.yaml: learnedCapacity[0].instanceTyp is not known here. Maybe instanceType."),
        new Case(
            "learned capacity that is none",
            "snapshot.yaml",
            "learnedCapacity: [{ instanceType: m5.large, ami: ami-1, memory: much, confirmed: 2026-01-31T12:00:00Z }]\n",
            "/snapshot.yaml: learnedCapacity[0].memory is \"much\", which is no quantity. Maybe write it as 640Mi or 2."),
        new Case(
            "two learned capacities that differ",
            "snapshot.yaml",
            "learnedCapacity:\n"
                + "- { instanceType: m5.large, ami: ami-1, memory: 7Gi, confirmed: 2026-01-31T12:00:00Z }\n"
                + "- { instanceType: m5.large, ami: ami-1, memory: 6Gi, confirmed: 2026-01-31T12:00:00Z }\n",
            "/snapshot.yaml: learnedCapacity[1] is a second RememberedCapacity/m5.large/ami-1, and it differs from the one at learnedCapacity[0]. Maybe one of the two is an older copy."),
        new Case(
            "unknown capacity type",
            "snapshot.yaml",
            "unavailableOfferings: [{ capacityType: sport, instanceType: m5.large, zone: a }]\n",
            "/snapshot.yaml: unavailableOfferings[0].capacityType is \"sport\", not on-demand or spot. Maybe spot."),
        new Case(
            "offering without a time",
            "snapshot.yaml",
            "unavailableOfferings: [{ capacityType: spot, instanceType: m5.large, zone: a }]\n",
            "/snapshot.yaml: unavailableOfferings[0].since is missing. Maybe add it: an entry has capacityType, instanceType, zone, reason, since."),
        new Case(
            "a map of past launches",
            "snapshot.yaml",
            "pastLaunches: { general-x: {} }\n",
            "/snapshot.yaml: pastLaunches is {\"general-x\":{}} where a list belongs. Maybe it is indented or bracketed one level too deep."),
        new Case(
            "waiver without an owner",
            "snapshot.yaml",
            "waivers: [{ id: CHG-1, rule: AMI-010, subject: Ami/ami-1, owner: ' ' }]\n",
            "/snapshot.yaml: waivers[0].owner is empty. Maybe add it: a waiver has id, rule, subject, owner, reason, until."),
        new Case(
            "waiver until a day",
            "snapshot.yaml",
            "waivers: [{ id: CHG-1, rule: AMI-010, subject: a, owner: b, reason: c, until: 2026-12-31 }]\n",
            "/snapshot.yaml: waivers[0].until is \"2026-12-31\", which is no time with a zone. Maybe write it as 2026-01-31T12:00:00Z."),
        new Case(
            "source that failed less than never",
            "snapshot.yaml",
            "sources: { pods: { state: failed, failures: -1 } }\n",
            "/snapshot.yaml: sources.pods.failures is -1, below zero. Maybe leave it out."),
        new Case(
            "unknown key",
            "snapshot.yaml",
            "acountId: 1\n",
            "/snapshot.yaml: acountId is not known here. Maybe accountId."),
        new Case(
            "bad time",
            "snapshot.yaml",
            "at: 2026-01-31\n",
            "/snapshot.yaml: at is \"2026-01-31\", which is no time with a zone. Maybe write it as 2026-01-31T12:00:00Z."),
        new Case(
            "bad Kubernetes version",
            "snapshot.yaml",
            "kubernetesVersion: latest\n",
            "/snapshot.yaml: kubernetesVersion is \"latest\", which is no Kubernetes version. Maybe write it as 1.33."),
        new Case(
            "bad account",
            "snapshot.yaml",
            "accountId: 12345\n",
            "/snapshot.yaml: accountId is 12345, which is no account. Maybe a digit is missing: it has twelve."),
        new Case(
            "bad region",
            "snapshot.yaml",
            "region: us-east-1a\n",
            "/snapshot.yaml: region is \"us-east-1a\", which is no region. Maybe write it as us-east-1."),
        new Case(
            "unknown source",
            "snapshot.yaml",
            "sources: { image: synced }\n",
            "/snapshot.yaml: sources.image is not known here. Maybe images."),
        new Case(
            "unknown state",
            "snapshot.yaml",
            "sources: { images: { state: sync } }\n",
            "/snapshot.yaml: sources.images.state is \"sync\", not one of synced, syncing, failed. Maybe synced."),
        new Case(
            "state that is bare and unknown",
            "snapshot.yaml",
            "sources: { prices: broken }\n",
            "/snapshot.yaml: sources.prices is \"broken\", not one of synced, syncing, failed. Maybe one of failed, synced, syncing."),
        new Case(
            "unknown parameter",
            "snapshot.yaml",
            "parameters: { ami.minAge: 7d }\n",
            "/snapshot.yaml: parameters.ami.minAge is not known here. Maybe ami.minimumAge."),
        new Case(
            "duration that is none",
            "snapshot.yaml",
            "parameters: { ami.minimumAge: 7 dogs }\n",
            "/snapshot.yaml: parameters.ami.minimumAge is \"7 dogs\", not a duration. Maybe write it as 7d, 36h or 1h30m."),
        new Case(
            "boolean that is none",
            "snapshot.yaml",
            "parameters: { ami.refuseDeprecated: always }\n",
            "/snapshot.yaml: parameters.ami.refuseDeprecated is \"always\", not a boolean. Maybe write true or false."),
        new Case(
            "one value for a list",
            "snapshot.yaml",
            "parameters: { ami.excludedIds: ami-1 }\n",
            "/snapshot.yaml: parameters.ami.excludedIds is \"ami-1\", not a list of text. Maybe put it in brackets: [ ]."),
        new Case(
            "a list for a map",
            "snapshot.yaml",
            "parameters: { ami.requiredTags: [verified] }\n",
            "/snapshot.yaml: parameters.ami.requiredTags is [\"verified\"], not a map of text. Maybe write it as { key: value }."),
        new Case(
            "several settings",
            "snapshot.yaml",
            "region: us-east-1\n---\nregion: us-east-1\n",
            "/snapshot.yaml: holds several documents. Maybe a line of --- is left over."));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isToldInOneLine(Case wrong) {
    // Given
    String text = wrong.file().endsWith(".json") ? wrong.text().replace('\'', '"') : wrong.text();
    Texts.write(folder, Map.of(wrong.file(), text));
    // When, Then
    assertThatThrownBy(() -> SnapshotFolder.read(folder, Texts.shipped(), null))
        .isInstanceOf(InvalidSnapshotException.class)
        .hasMessage(folder + wrong.said());
  }

  @Test
  void folderIsNotThere() {
    assertThatThrownBy(() -> SnapshotFolder.read(Path.of("nowhere"), Texts.shipped(), null))
        .hasMessage(
            "nowhere: there is no folder here. Maybe the path is relative to another folder than "
                + Path.of("").toAbsolutePath()
                + ".");
  }

  @Test
  void folderIsAFile() {
    Texts.write(folder, Map.of("images.json", "[]"));
    Path file = folder.resolve("images.json");
    assertThatThrownBy(() -> SnapshotFolder.read(file, Texts.shipped(), null))
        .hasMessage(file + ": is a file, not a folder. Maybe give the folder that it is in.");
  }

  @Test
  void folderIsEmpty() {
    assertThatThrownBy(() -> SnapshotFolder.read(folder, Texts.shipped(), null))
        .hasMessage(
            folder
                + ": is empty. Maybe add one of these: snapshot.yaml, images.json, "
                + "instance-types.json, instance-type-offerings.json, ssm-parameters.json, "
                + "instances.json, spot-prices.json, prices.json, cluster/*.yaml.");
  }

  @Test
  void folderHoldsNothingKnown() {
    Texts.write(folder, Map.of("README.md", "", "image.json", "[]"));
    assertThatThrownBy(() -> SnapshotFolder.read(folder, Texts.shipped(), null))
        .hasMessage(
            folder
                + ": holds no file of a snapshot, only README.md. "
                + "Maybe image.json should be called images.json.");
  }

  @Test
  void twoFilesHoldTheSame() {
    Texts.write(folder, Map.of("instance-types.json", "[]", "instance_types.json", "[]"));
    assertThatThrownBy(() -> SnapshotFolder.read(folder, Texts.shipped(), null))
        .hasMessage(
            folder
                + "/instance_types.json: is here beside instance-types.json, which holds the same. "
                + "Maybe remove one of them.");
  }

  @Test
  void filesAreOfTwoRegions() {
    Texts.write(
        folder, Map.of("images.us-east-1.json", "[]", "instance-types.eu-west-1.json", "[]"));
    assertThatThrownBy(() -> SnapshotFolder.read(folder, Texts.shipped(), null))
        .hasMessage(
            folder
                + "/instance-types.eu-west-1.json: is of another region than images.us-east-1.json. "
                + "Maybe keep one snapshot folder for each region.");
  }
}
