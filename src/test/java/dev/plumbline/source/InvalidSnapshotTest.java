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
            "{'m5.large': '0.1'}",
            "/prices.json: m5.large is \"0.1\" where a number belongs. Maybe it is quoted or stands in the wrong place."),
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
                + "cluster/*.yaml, instances.json, spot-prices.json, prices.json.");
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
