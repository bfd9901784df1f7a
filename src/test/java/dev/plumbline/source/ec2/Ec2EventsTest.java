package dev.plumbline.source.ec2;

import static dev.plumbline.source.ec2.FakeAws.json;
import static dev.plumbline.source.ec2.FakeAws.jsonError;
import static dev.plumbline.source.ec2.FakeAws.xml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plumbline.fact.InstanceTypes.UnavailableOffering;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Events out of a queue in this process. */
class Ec2EventsTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private final FakeAws aws = new FakeAws();
  private final AwsClients clients = aws.clients();
  private final RecordingSink heard = new RecordingSink();
  private final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
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
        new Ec2Source(clients, settings, Clock.fixed(NOW, ZoneOffset.UTC), new SplittableRandom(1));
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
}
