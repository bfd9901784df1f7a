package dev.plumbline.source.ec2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.SsmError;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.peers.Peers;
import dev.plumbline.source.ec2.AwsClients.AwsSettings;
import dev.plumbline.source.ec2.Ec2Source.ImageNeed;
import dev.plumbline.source.ec2.Ec2Source.ListingNeed;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** The sources against an emulator of EC2 and SSM with real images and types, made to fail. */
@Tag("long")
class Ec2PeersTest {

  private static final String PENDING = "ami-145bdce7a7f572605";
  private static final String ALIAS =
      "/aws/service/eks/optimized-ami/1.32/amazon-linux-2023/x86_64/standard/recommended/image_id";

  private static final String RELEASES = ALIAS.replace("recommended/image_id", "");

  private final RecordingSink heard = new RecordingSink();
  private @Nullable URI aws;
  private @Nullable AwsClients clients;
  private @Nullable Ec2Source source;

  @BeforeEach
  void connect() throws Exception {
    Peers.assumeThere();
    aws = Peers.shared().aws();
    seed("POST", "reset", "");
    var timeouts =
        new AwsSettings.Timeouts(
            Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(60));
    clients =
        new AwsClients(
            new AwsSettings("us-east-1", aws, timeouts, 1),
            StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")));
  }

  @AfterEach
  void close() throws Exception {
    if (source != null) {
      source.close();
    }
    if (clients != null) {
      clients.close();
      seed("DELETE", "faults", "");
    }
  }

  private void seed(String method, String path, String body) {
    Peers.seed(aws, method, path, body);
  }

  private void start(Map<String, String> queue) {
    var plain = Ec2SourceTest.settings(null);
    var settings =
        new Ec2SourceSettings(
            plain.intervals(),
            plain.pacing(),
            plain.rate(),
            new Ec2SourceSettings.Scope(null, "karpenter.sh/nodepool", null, queue.get("url")));
    source =
        new Ec2Source(
            clients, settings, EventRelay.NONE, Clock.systemUTC(), new SplittableRandom(1));
    source.start(heard);
  }

  private static Set<ImageNeed> needed() {
    return Set.of(
        Ec2SourceTest.byId(PENDING),
        new ImageNeed(
            "al2023",
            Values.NONE,
            Values.of("amazon", "self"),
            "amazon-eks-node-al2023-*",
            Tags.NONE));
  }

  @Test
  void catalogueAndImagesAreReadWhole() {
    start(Map.of());
    source.need(
        needed(),
        Set.of(ALIAS, "/none/of/that/name"),
        Set.of(new ListingNeed(RELEASES, "/image_id")));

    assertThat(heard.synced("images").items()).isGreaterThan(5);
    assertThat(heard.facts(Ami.class))
        .filteredOn(ami -> ami.id().equals(PENDING))
        .extracting(Ami::state)
        .containsExactly("pending");
    heard.synced("ssm-parameters");
    assertThat(heard.facts(SsmParameter.class)).extracting(SsmParameter::name).contains(ALIAS);
    assertThat(heard.facts(SsmParameter.class))
        .filteredOn(it -> it.name().startsWith(RELEASES) && !it.name().equals(ALIAS))
        .as("releases")
        .hasSizeGreaterThan(3)
        .allMatch(it -> it.name().endsWith("/image_id") && it.value().startsWith("ami-"));
    assertThat(heard.facts(SsmError.class))
        .containsExactly(new SsmError("/none/of/that/name", "ParameterNotFound"));
    heard.synced("instance-type-offerings");
    assertThat(heard.synced("instance-types").items()).isGreaterThan(500);
    assertThat(heard.facts(InstanceType.class)).hasSizeGreaterThan(500);
    assertThat(heard.facts(InstanceTypeOffering.class)).hasSizeGreaterThan(1000);
    assertThat(heard.facts(ObjectFault.class)).isEmpty();
  }

  @Test
  void throttledThenHealed() throws Exception {
    seed(
        "POST",
        "faults",
        "{\"operation\": \"DescribeImages\", \"kind\": \"throttle\", \"count\": 0}");
    start(Map.of());
    source.need(needed(), Set.of(ALIAS), Set.of());

    assertThat(heard.failed("images").code()).isEqualTo("RequestLimitExceeded");
    heard.synced("ssm-parameters");

    seed("DELETE", "faults", "");
    heard.synced("images");
  }

  @Test
  void unauthorizedIsNamed() throws Exception {
    seed(
        "POST",
        "faults",
        "{\"operation\": \"DescribeImages\", \"kind\": \"unauthorized\", \"count\": 0}");
    seed(
        "POST",
        "faults",
        "{\"operation\": \"GetParameters\", \"kind\": \"unauthorized\", \"count\": 0}");
    start(Map.of());
    source.need(needed(), Set.of(ALIAS), Set.of());

    assertThat(heard.failed("images").code()).isEqualTo("UnauthorizedOperation");
    assertThat(heard.failed("ssm-parameters").code()).isEqualTo("AccessDeniedException");
  }

  @Test
  void imageWithoutArchitectureIsAFaultOfItsOwn() throws Exception {
    seed("PUT", "images/" + PENDING, "{\"Architecture\": null, \"State\": \"available\"}");
    start(Map.of());
    source.need(needed(), Set.of(), Set.of());

    heard.synced("images");

    assertThat(heard.facts(ObjectFault.class))
        .extracting(ObjectFault::object)
        .containsExactly("Ami/" + PENDING);
    assertThat(heard.facts(Ami.class)).hasSizeGreaterThan(5);
  }

  @Test
  void eventOfTheQueueBringsTheNewState() throws Exception {
    String url =
        clients.sqs().createQueue(request -> request.queueName("plumbline-events")).queueUrl();
    start(Map.of("url", url));
    source.need(needed(), Set.of(), Set.of());
    heard.synced("images");

    seed("PUT", "images/" + PENDING, "{\"State\": \"available\"}");
    clients
        .sqs()
        .sendMessage(
            request ->
                request
                    .queueUrl(url)
                    .messageBody(
                        "{\"source\": \"aws.ec2\", \"detail-type\": \"EC2 AMI State Change\","
                            + " \"detail\": {\"ImageId\": \""
                            + PENDING
                            + "\", \"State\": \"available\"}}"));

    heard.await(
        () ->
            heard.facts(Ami.class).stream()
                .anyMatch(ami -> ami.id().equals(PENDING) && ami.state().equals("available")),
        PENDING + " available",
        () -> true);
  }
}
