package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.source.InvalidSourceException.InvalidSnapshotException;
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
            "/images.json:2:12: the JSON ends too early. Try: check whether the file was cut off."),
        new Case(
            "a comma too few",
            "images.json",
            "{'Images': [\n {} {}]}",
            "/images.json:2:5: this is not JSON: Unexpected character ('{' (code 123)): was"
                + " expecting comma to separate Array entries. Try: look for a missing comma or"
                + " quote."),
        new Case(
            "empty file",
            "images.json",
            "",
            "/images.json: is empty. Try: run the command that fills it again."),
        new Case(
            "another answer",
            "images.json",
            "{'InstanceTypes':[]}",
            "/images.json: Images is missing. Try: the answer to DescribeImages."),
        new Case(
            "image without architecture",
            "images.json",
            "{'Images':[{" + IMAGE + "},{'ImageId':'ami-2','State':'available','OwnerId':'1'}]}",
            "/images.json: Images[1].Architecture is missing. Try: the output of aws ec2"
                + " describe-images without --query."),
        new Case(
            "image without owner, in a bare list",
            "images.json",
            "[{'ImageId':'ami-2','State':'available','Architecture':'arm64'}]",
            "/images.json: [0].OwnerId is missing. Try: the output of aws ec2 describe-images"
                + " without --query."),
        new Case(
            "image without state",
            "images.json",
            "[{'ImageId':'ami-2','Architecture':'arm64'}]",
            "/images.json: [0].State is missing. Try: the output of aws ec2 describe-images"
                + " without --query."),
        new Case(
            "unparsable date",
            "images.json",
            "{'Images':[{" + IMAGE + ",'CreationDate':'yesterday'}]}",
            "/images.json: Images[0].CreationDate is \"yesterday\", which is not a time with a"
                + " zone. Try: write it as 2026-01-31T12:00:00Z."),
        new Case(
            "one image twice",
            "images.json",
            "{'Images':[{" + IMAGE + "},{" + IMAGE + ",'Name':'other'}]}",
            "/images.json: Images[1] is a second Ami/ami-1, and it differs from the one at"
                + " Images[0]. Try: remove the older of the two."),
        new Case(
            "string where an object belongs",
            "instance-types.json",
            "[{'InstanceType':'m5.large','ProcessorInfo':'arm64'}]",
            "/instance-types.json: [0].ProcessorInfo is \"arm64\" where an object belongs. Try:"
                + " remove the quotes, or check its place."),
        new Case(
            "object where a list belongs",
            "instance-type-offerings.json",
            "{'InstanceTypeOfferings':{}}",
            "/instance-type-offerings.json: InstanceTypeOfferings is {} where a list belongs."
                + " Try: indent or bracket it one level less."),
        new Case(
            "number where a string belongs",
            "ssm-parameters.json",
            "{'/a': 1}",
            "/ssm-parameters.json: /a is 1 where a string belongs. Try: put it in quotes."),
        new Case(
            "price that is none",
            "prices.json",
            "{'m5.large': 'cheap'}",
            "/prices.json: m5.large is \"cheap\", which is not a price. Try: write it in US"
                + " dollars: 0.0104."),
        new Case(
            "price below nothing",
            "prices.json",
            "{'m5.large': -0.1}",
            "/prices.json: m5.large is -0.1, which is not a price. Try: write it in US dollars:"
                + " 0.0104."),
        new Case(
            "price of a map of maps",
            "prices.json",
            "{'m5.large': {'USD': 0.1}}",
            "/prices.json: m5.large is {\"USD\":0.1} where one value belongs. Try: indent or"
                + " bracket it one level less."),
        new Case(
            "spot price without a time",
            "spot-prices.json",
            "[{'InstanceType':'m5.large','AvailabilityZone':'us-east-1a','SpotPrice':'0.1'}]",
            "/spot-prices.json: [0].Timestamp is missing. Try: the output of aws ec2"
                + " describe-spot-price-history without --query."),
        new Case(
            "instance without state",
            "instances.json",
            "{'Reservations':[{'Instances':[{'InstanceId':'i-1','ImageId':'ami-1','InstanceType':'m5.large'}]}]}",
            "/instances.json: Reservations[0].Instances[0].State is missing. Try: the output of"
                + " aws ec2 describe-instances without --query."));
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
            "nowhere: no such folder. Try: check the path, it is relative to "
                + Path.of("").toAbsolutePath()
                + ".");
  }

  @Test
  void folderIsAFile() {
    Texts.write(folder, Map.of("images.json", "[]"));
    Path file = folder.resolve("images.json");
    assertThatThrownBy(() -> SnapshotFolder.read(file, Texts.shipped(), null))
        .hasMessage(file + ": is a file, not a folder. Try: give the folder that it is in.");
  }

  @Test
  void folderIsEmpty() {
    assertThatThrownBy(() -> SnapshotFolder.read(folder, Texts.shipped(), null))
        .hasMessage(
            folder
                + ": is empty. Try: add one of these: snapshot.yaml, images.json,"
                + " instance-types.json, instance-type-offerings.json, ssm-parameters.json,"
                + " instances.json, spot-prices.json, prices.json, node-workloads.json,"
                + " cluster/*.yaml.");
  }

  @Test
  void folderHoldsNothingKnown() {
    Texts.write(folder, Map.of("README.md", "", "image.json", "[]"));
    assertThatThrownBy(() -> SnapshotFolder.read(folder, Texts.shipped(), null))
        .hasMessage(
            folder
                + ": holds no file of a snapshot, only README.md. Try: rename image.json to"
                + " images.json.");
  }

  @Test
  void twoFilesHoldTheSame() {
    Texts.write(folder, Map.of("instance-types.json", "[]", "instance_types.json", "[]"));
    assertThatThrownBy(() -> SnapshotFolder.read(folder, Texts.shipped(), null))
        .hasMessage(
            folder
                + "/instance_types.json: is here beside instance-types.json, which holds the"
                + " same. Try: remove one of them.");
  }

  @Test
  void filesAreOfTwoRegions() {
    Texts.write(
        folder, Map.of("images.us-east-1.json", "[]", "instance-types.eu-west-1.json", "[]"));
    assertThatThrownBy(() -> SnapshotFolder.read(folder, Texts.shipped(), null))
        .hasMessage(
            folder
                + "/instance-types.eu-west-1.json: is of another region than"
                + " images.us-east-1.json. Try: keep one snapshot folder for each region.");
  }
}
