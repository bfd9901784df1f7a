package dev.plumbline.source.ec2;

import static dev.plumbline.source.ec2.FakeAws.json;
import static dev.plumbline.source.ec2.FakeAws.jsonError;
import static dev.plumbline.source.ec2.FakeAws.xml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plumbline.client.ApiException;
import dev.plumbline.fact.Gates.SourceScope;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.UnavailableOffering;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.ec2.Ec2Source.ImageNeed;
import dev.plumbline.source.ec2.EventRelay.EventNews;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Events out of a queue in this process. */
class Ec2EventsTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private final FakeAws aws = new FakeAws();
  private final AwsClients clients = aws.clients();
  private final RecordingSink heard = new RecordingSink();
  private final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
  private final Relay relay = new Relay();
  private final Ec2Source source;

  Ec2EventsTest() throws IOException {
    aws.on("DeleteMessageBatch", json("{\"Successful\": [], \"Failed\": []}"));
    aws.on("ReceiveMessage", request -> receive());
    var plain = Ec2SourceTest.settings(null);
    var scope = plain.scope();
    var settings =
        new Ec2SourceSettings(
            plain.intervals(),
            plain.pacing(),
            plain.rate(),
            new Ec2SourceSettings.Scope(
                null, scope.instanceTag(), null, aws.endpoint() + "/123456789012/events"));
    source =
        new Ec2Source(
            clients, settings, relay, Clock.fixed(NOW, ZoneOffset.UTC), new SplittableRandom(1));
  }

  private FakeAws.Reply receive() {
    String body = queue.poll();
    if (body == null) {
      java.util.concurrent.locks.LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      return json("{}");
    }
    var message =
        Map.of("MessageId", "m", "ReceiptHandle", "receipt", "Body", body, "MD5OfBody", md5(body));
    return json(
        new ObjectMapper()
            .createObjectNode()
            .set("Messages", new ObjectMapper().createArrayNode().addPOJO(message))
            .toString());
  }

  private static String md5(String text) {
    try {
      return java.util.HexFormat.of()
          .formatHex(
              java.security.MessageDigest.getInstance("MD5")
                  .digest(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void close() {
    source.close();
    clients.close();
    aws.close();
  }

  private static String event(String type, String detail) {
    return "{\"version\": \"0\", \"source\": \"aws.ec2\", \"detail-type\": \""
        + type
        + "\", \"detail\": "
        + detail
        + "}";
  }

  private void asked(String operation, int times) {
    heard.await(() -> aws.requests(operation).size() >= times, times + " " + operation, () -> true);
  }

  @Test
  void eventMakesWhatItIsAboutBeAskedAtOnce() {
    source.start(heard);
    source.need(Set.of(), Set.of(), Set.of());
    heard.synced("images");
    heard.synced("instances");
    assertThat(aws.requests("DescribeInstances")).hasSize(1);

    source.need(Set.of(Ec2SourceTest.byId("ami-1")), Set.of(), Set.of());
    asked("DescribeImages", 1);
    queue.add(event("EC2 AMI State Change", "{\"ImageId\": \"ami-1\", \"State\": \"available\"}"));
    asked("DescribeImages", 2);
    queue.add(
        event(
            "EC2 Instance State-change Notification",
            "{\"instance-id\": \"i-1\", \"state\": \"terminated\"}"));
    asked("DescribeInstances", 2);

    assertThat(heard.synced("events").operation()).isEqualTo("ReceiveMessage");
    asked("DeleteMessageBatch", 2);
  }

  @Test
  void interruptionOfAKnownInstanceIsAnOfferingWithoutCapacity() {
    aws.on(
        "DescribeInstances",
        xml(
            "DescribeInstances",
            "<reservationSet><item><instancesSet><item><instanceId>i-1</instanceId><imageId>ami-1</imageId>"
                + "<instanceType>m5.large</instanceType><placement><availabilityZone>us-east-1a</availabilityZone>"
                + "</placement><instanceState><name>running</name></instanceState></item></instancesSet></item>"
                + "</reservationSet>"));
    source.start(heard);
    heard.await("instances", status -> Integer.valueOf(1).equals(status.items()));

    queue.add(event("EC2 Spot Instance Interruption Warning", "{\"instance-id\": \"i-2\"}"));
    queue.add(event("EC2 Spot Instance Interruption Warning", "{\"instance-id\": \"i-1\"}"));

    heard.await(
        () -> !heard.facts(UnavailableOffering.class).isEmpty(), "the offering", () -> true);
    assertThat(heard.facts(UnavailableOffering.class))
        .containsExactly(
            new UnavailableOffering("spot", "m5.large", "us-east-1a", "SpotInterruption", NOW));
  }

  @Test
  void whatIsNoEventOfConcernIsTakenOffTheQueue() {
    source.start(heard);
    queue.add("no JSON");
    queue.add(event("AWS Health Event", "{}"));

    asked("DeleteMessageBatch", 2);

    assertThat(heard.status("events").state()).isEqualTo("synced");
  }

  @Test
  void queueThatFailsIsToldAndPollingGoesOn() {
    aws.on("ReceiveMessage", jsonError("AccessDenied"));
    source.start(heard);

    assertThat(heard.failed("events").code()).isEqualTo("AccessDenied");
    heard.synced("instances");

    aws.on("ReceiveMessage", json("{}"));
    heard.synced("events");
  }

  private static ImageNeed selector(int i) {
    return new ImageNeed("q" + i, Values.NONE, Values.of("self"), "golden-" + i + "-*", Tags.NONE);
  }

  private static FakeAws.Reply image(String id, String name, String state) {
    return FakeAws.images(
        FakeAws.image(id, "x86_64").replace("golden", name).replace("available", state));
  }

  @Test
  void imageOfAnEventIsQueriedByItsIdAlone() {
    aws.on("DescribeImages", FakeAws.images());
    source.start(heard);
    Set<ImageNeed> needs =
        IntStream.range(0, 30).mapToObj(Ec2EventsTest::selector).collect(Collectors.toSet());
    source.need(needs, Set.of(), Set.of());
    asked("DescribeImages", 30);
    heard.synced("images");

    aws.on("DescribeImages", image("ami-7", "golden-7-v2", "available"));
    queue.add(event("EC2 AMI State Change", "{\"ImageId\": \"ami-7\", \"State\": \"available\"}"));
    heard.await(() -> !heard.facts(Ami.class).isEmpty(), "the image", () -> true);
    assertThat(aws.requests("DescribeImages")).hasSize(31);
    assertThat(aws.requests("DescribeImages").getLast().filter("image-id"))
        .containsExactly("ami-7");
    assertThat(heard.facts(SourceScope.class))
        .filteredOn(scope -> scope.source().equals("images"))
        .allSatisfy(scope -> assertThat(scope.asked().list()).hasSize(30));

    aws.on("DescribeImages", image("ami-8", "silver-v2", "available"));
    queue.add(event("EC2 AMI State Change", "{\"ImageId\": \"ami-8\"}"));
    asked("DescribeImages", 32);
    aws.on("DescribeImages", image("ami-7", "golden-7-v2", "failed"));
    queue.add(event("EC2 AMI State Change", "{\"ImageId\": \"ami-7\"}"));
    heard.await(
        () -> heard.facts(Ami.class).stream().anyMatch(ami -> ami.state().equals("failed")),
        "failed",
        () -> true);
    assertThat(heard.facts(Ami.class))
        .as("what nobody needs")
        .extracting(Ami::id)
        .containsExactly("ami-7");
    assertThat(aws.requests("DescribeImages")).hasSize(33);
  }

  @Test
  void imageThatIsGoneMakesEverythingBeQueried() {
    aws.on("DescribeImages", image("ami-7", "golden-7-v2", "available"));
    source.start(heard);
    source.need(Set.of(selector(7), selector(8)), Set.of(), Set.of());
    heard.await(() -> !heard.facts(Ami.class).isEmpty(), "the image", () -> true);

    aws.on("DescribeImages", FakeAws.images());
    queue.add(event("EC2 AMI State Change", "{\"ImageId\": \"ami-7\"}"));

    heard.await(() -> heard.facts(Ami.class).isEmpty(), "no image", () -> true);
    assertThat(aws.requests("DescribeImages")).hasSize(5);
  }

  @Test
  void selectorsAreQueriedSideBySide() throws Exception {
    var together = new CyclicBarrier(8);
    aws.on(
        "DescribeImages",
        request -> {
          try {
            // Answered once eight have been sent.
            together.await(10, TimeUnit.SECONDS);
          } catch (Exception e) {
            return FakeAws.error(503, "Alone");
          }
          return FakeAws.images();
        });
    try (var patient = aws.clients(Duration.ofSeconds(20));
        var wide =
            new Ec2Source(
                patient,
                Ec2SourceTest.settings(null),
                EventRelay.NONE,
                Clock.fixed(NOW, ZoneOffset.UTC),
                new SplittableRandom(1))) {
      wide.start(heard);
      wide.need(
          IntStream.range(0, 32).mapToObj(Ec2EventsTest::selector).collect(Collectors.toSet()),
          Set.of(),
          Set.of());
      heard.synced("images");
      assertThat(aws.requests("DescribeImages")).hasSize(32);
    }
  }

  @Test
  void messageStaysInTheQueueUntilTheOthersHearOfIt() {
    relay.failure = new ApiException("ServiceUnavailable", "for the test");
    source.start(heard);
    queue.add(event("EC2 AMI State Change", "{}"));

    SourceStatus failed = heard.failed("events");
    assertThat(failed.operation()).isEqualTo("UpdateConfigMap");
    assertThat(failed.code()).isEqualTo("ServiceUnavailable");
    assertThat(aws.requests("DeleteMessageBatch")).isEmpty();

    relay.failure = null;
    queue.add(event("EC2 AMI State Change", "{\"ImageId\": \"ami-1\"}"));
    asked("DeleteMessageBatch", 1);
    assertThat(relay.shared).containsExactly(new EventNews(Set.of(), Set.of("ami-1"), List.of()));
  }

  @Test
  void whatAnotherReplicaReceivesIsAppliedAtOnce() {
    source.start(heard);
    heard.synced("instances");
    var offering =
        new UnavailableOffering("spot", "m5.large", "us-east-1a", "SpotInterruption", NOW);
    var old =
        new UnavailableOffering(
            "spot", "c5.large", "us-east-1a", "SpotInterruption", NOW.minusSeconds(3601));

    relay.heard.accept(new EventNews(Set.of("instances"), Set.of(), List.of(old, offering)));

    asked("DescribeInstances", 2);
    assertThat(heard.facts(UnavailableOffering.class)).containsExactly(offering);
    assertThat(relay.shared).isEmpty();
  }

  /** Other replicas, as the test wants them. */
  private static final class Relay implements EventRelay {

    private final List<EventNews> shared = new CopyOnWriteArrayList<>();
    private volatile @Nullable ApiException failure;
    private volatile Consumer<EventNews> heard = news -> {};

    @Override
    public void start(Consumer<EventNews> heard, FactSink status) {
      this.heard = heard;
    }

    @Override
    public void share(EventNews news) throws ApiException {
      ApiException now = failure;
      if (now != null) {
        throw now;
      }
      shared.add(news);
    }

    @Override
    public void close() {
      // nothing to close
    }
  }
}
