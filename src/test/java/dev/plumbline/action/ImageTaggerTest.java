package dev.plumbline.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plumbline.action.Change.TagImage;
import dev.plumbline.action.ChangeWriter.NotLeadingException;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.peers.Peers;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Filter;

/** Tags of images in an emulator of EC2. */
class ImageTaggerTest {

  private static Ec2Client ec2;
  private static List<String> images;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Peers.assumeThere();
    ec2 =
        Ec2Client.builder()
            .endpointOverride(Peers.shared().aws())
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
            .overrideConfiguration(c -> c.retryStrategy(DefaultRetryStrategy.doNotRetry()))
            .build();
    images = ec2.describeImages().images().stream().map(image -> image.imageId()).limit(4).toList();
  }

  @Test
  void setsTagsOnceAndRemovesOnlyWhatItIsToldTo() {
    String ami = images.get(0);
    var tagger = new ImageTagger(() -> ec2, () -> true);
    TagImage verified = change(Map.of(), Map.of("stage", "verified", "by", "plumbline"));

    assertThat(tagger.write(ami, verified)).isEqualTo(Written.DONE);
    assertThat(tagger.write(ami, verified)).isEqualTo(Written.UNCHANGED);
    var without = change(Map.of("stage", "verified"), Map.of(), "stage");
    assertThat(tagger.write(ami, without)).isEqualTo(Written.DONE);
    assertThat(tagger.write(ami, without)).isEqualTo(Written.UNCHANGED);

    assertThat(tags(ami)).containsEntry("by", "plumbline").doesNotContainKey("stage");
  }

  @Test
  void leavesATagThatSomebodyHasChangedMeanwhile() {
    String ami = images.get(1);
    var tagger = new ImageTagger(() -> ec2, () -> true);
    tagger.write(ami, change(Map.of(), Map.of("stage", "refused")));

    Written written =
        tagger.write(ami, change(Map.of("stage", "build"), Map.of("stage", "verified")));

    assertThat(written.result()).isEqualTo(Result.OUTDATED);
    assertThat(tags(ami)).containsEntry("stage", "refused");
  }

  @Test
  void tellsTheCodeOfEc2() throws IOException, InterruptedException {
    String ami = images.get(2);
    var tagger = new ImageTagger(() -> ec2, () -> true);
    fault("CreateTags", "unauthorized");

    assertThatExceptionOfType(WriteFaultException.class)
        .isThrownBy(() -> tagger.write(ami, change(Map.of(), Map.of("a", "b"))))
        .satisfies(e -> assertThat(e.code()).isEqualTo("UnauthorizedOperation"));
    assertThat(tags(ami)).doesNotContainKey("a");
  }

  @Test
  void noClientIsAFaultOfEc2() {
    var tagger =
        new ImageTagger(
            () -> {
              throw SdkClientException.create("Unable to load region");
            },
            () -> true);

    assertThatExceptionOfType(WriteFaultException.class)
        .isThrownBy(() -> tagger.write(images.get(0), change(Map.of(), Map.of("a", "b"))))
        .satisfies(e -> assertThat(e.code()).isEqualTo("ServiceUnavailable"));
  }

  @Test
  void writesNothingOnceAnotherLeads() {
    String ami = images.get(3);
    var tagger = new ImageTagger(() -> ec2, () -> false);

    assertThatExceptionOfType(NotLeadingException.class)
        .isThrownBy(() -> tagger.write(ami, change(Map.of(), Map.of("a", "b"))));
    assertThat(tags(ami)).doesNotContainKey("a");
  }

  private static TagImage change(
      Map<String, String> before, Map<String, String> set, String... removed) {
    return new TagImage(new TreeMap<>(before), new TreeMap<>(set), List.of(removed));
  }

  private static Map<String, String> tags(String ami) {
    return ec2
        .describeTags(r -> r.filters(Filter.builder().name("resource-id").values(ami).build()))
        .tags()
        .stream()
        .collect(Collectors.toMap(tag -> tag.key(), tag -> tag.value()));
  }

  private static void fault(String operation, String kind) {
    String body =
        "{\"operation\": \"%s\", \"kind\": \"%s\", \"count\": 1}".formatted(operation, kind);
    Peers.seed(Peers.shared().aws(), "POST", "faults", body);
  }
}
