package dev.plumbline.source.ec2;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.UnavailableOffering;
import dev.plumbline.fact.Nodes.Instance;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * The queue that EventBridge fills: what an event is about is queried at once. A spot offering that
 * EC2 takes an instance back from has no capacity now, as Karpenter takes it too.
 */
final class Ec2Events implements Feed {

  private static final int MAX_MESSAGES = 10;

  /** Longer than any rule looks back at an offering without capacity. */
  private static final Duration RETENTION = Duration.ofHours(1);

  private final AwsQueries queries;
  private final String queue;
  private final Consumer<String> refresh;
  private final Function<String, @Nullable Instance> instances;
  private final Clock clock;
  private final Map<String, UnavailableOffering> taken = new LinkedHashMap<>();

  Ec2Events(
      AwsQueries queries,
      String queue,
      Consumer<String> refresh,
      Function<String, @Nullable Instance> instances,
      Clock clock) {
    this.queries = queries;
    this.queue = queue;
    this.refresh = refresh;
    this.instances = instances;
    this.clock = clock;
  }

  @Override
  public String source() {
    return "events";
  }

  @Override
  public String operation() {
    return "ReceiveMessage";
  }

  @Override
  public boolean neverEmpty() {
    return false;
  }

  @Override
  public boolean ready() {
    return true;
  }

  @Override
  public Answer query() throws Exception {
    List<Message> messages =
        queries
            .clients()
            .sqs()
            .receiveMessage(
                request ->
                    request
                        .queueUrl(queue)
                        .maxNumberOfMessages(MAX_MESSAGES)
                        .waitTimeSeconds((int) AwsClients.LONG_POLL.toSeconds()))
            .messages();
    Instant now = clock.instant();
    for (Message message : messages) {
      Ec2Event event = Ec2Event.of(message.body());
      if (event.interruption()) {
        interrupted(event.instance(), now);
      }
      event.sources().forEach(refresh);
    }
    delete(messages);
    taken.values().removeIf(offering -> offering.until(RETENTION).isBefore(now));
    return new Answer(List.<Fact>copyOf(taken.values()), messages.size(), null);
  }

  private void interrupted(String id, Instant now) {
    Instance instance = instances.apply(id);
    String zone = instance == null ? null : instance.zone();
    if (instance != null && zone != null) {
      var offering =
          new UnavailableOffering("spot", instance.instanceType(), zone, "SpotInterruption", now);
      taken.put(offering.key(), offering);
    }
  }

  private void delete(List<Message> messages) throws CallFailedException {
    var entries = new ArrayList<DeleteMessageBatchRequestEntry>();
    for (Message message : messages) {
      entries.add(
          DeleteMessageBatchRequestEntry.builder()
              .id(Integer.toString(entries.size()))
              .receiptHandle(message.receiptHandle())
              .build());
    }
    if (entries.isEmpty()) {
      return;
    }
    try {
      queries
          .clients()
          .sqs()
          .deleteMessageBatch(request -> request.queueUrl(queue).entries(entries));
    } catch (RuntimeException e) {
      throw new CallFailedException("DeleteMessageBatch", e);
    }
  }

  /** What EventBridge sends of EC2 and SSM. */
  record Ec2Event(String type, JsonNode detail) {

    private static final String INTERRUPTION = "EC2 Spot Instance Interruption Warning";

    private static final Map<String, List<String>> SOURCES =
        Map.of(
            "EC2 AMI State Change",
            List.of("images"),
            "EC2 Instance State-change Notification",
            List.of("instances"),
            "EC2 Instance Rebalance Recommendation",
            List.of("instances", "spot-prices"),
            INTERRUPTION,
            List.of("instances", "spot-prices"),
            "Parameter Store Change",
            List.of("ssm-parameters"));

    static Ec2Event of(String body) {
      try {
        JsonNode event = new ObjectMapper().readTree(body);
        return new Ec2Event(event.path("detail-type").asText(""), event.path("detail"));
      } catch (JsonProcessingException e) {
        return new Ec2Event("", new ObjectMapper().createObjectNode());
      }
    }

    /** The sources to query at once; empty for other events. */
    List<String> sources() {
      return SOURCES.getOrDefault(type, List.of());
    }

    boolean interruption() {
      return type.equals(INTERRUPTION);
    }

    String instance() {
      return detail.path("instance-id").asText("");
    }
  }
}
