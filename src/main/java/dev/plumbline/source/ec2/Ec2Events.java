package dev.plumbline.source.ec2;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plumbline.client.ApiException;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.UnavailableOffering;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactUpdate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * The queue that EventBridge fills: what an event is about is queried at once. A spot offering that
 * EC2 takes an instance back from has no capacity now, as Karpenter takes it too. Each message is
 * received by one replica only, which passes it on to the others before it is deleted.
 */
final class Ec2Events implements Feed {

  private static final int MAX_MESSAGES = 10;

  /** Received before they are passed on together. */
  private static final int MAX_TOGETHER = 100;

  /** The owner of the offerings, which also change while the queue is waited for. */
  private static final String INTERRUPTIONS = "spot-interruptions";

  private final AwsQueries queries;
  private final String queue;
  private final Consumer<EventRelay.EventNews> refresh;
  private final Function<String, @Nullable Instance> instances;
  private final Clock clock;
  private final Map<String, UnavailableOffering> taken = new LinkedHashMap<>();
  private EventRelay relay = EventRelay.NONE;
  private FactSink sink = updates -> {};

  Ec2Events(
      AwsQueries queries,
      String queue,
      Consumer<EventRelay.EventNews> refresh,
      Function<String, @Nullable Instance> instances,
      Clock clock) {
    this.queries = queries;
    this.queue = queue;
    this.refresh = refresh;
    this.instances = instances;
    this.clock = clock;
  }

  /** Publishes from now on to {@code to} what this replica and the others receive. */
  void start(FactSink to, EventRelay others) {
    sink = to;
    relay = others;
    relay.start(this::apply, to);
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
    List<Message> messages = receive();
    Instant now = clock.instant();
    var sources = new TreeSet<String>();
    var images = new TreeSet<String>();
    var offerings = new ArrayList<UnavailableOffering>();
    for (Message message : messages) {
      Ec2Event event = Ec2Event.of(message.body());
      if (event.image().isEmpty()) {
        sources.addAll(event.sources());
      } else {
        images.add(event.image());
      }
      UnavailableOffering offering = event.interruption() ? offering(event.instance(), now) : null;
      if (offering != null) {
        offerings.add(offering);
      }
    }
    var news = new EventRelay.EventNews(sources, images, offerings);
    apply(news);
    if (!news.isEmpty()) {
      share(news);
    }
    for (int i = 0; i < messages.size(); i += MAX_MESSAGES) {
      delete(messages.subList(i, Math.min(messages.size(), i + MAX_MESSAGES)));
    }
    return new Answer(List.of(), messages.size(), null);
  }

  /** Waits for a message, then takes what is there; a batch that is not full is the last one. */
  private List<Message> receive() {
    List<Message> batch = receive(AwsClients.LONG_POLL);
    var all = new ArrayList<>(batch);
    while (batch.size() == MAX_MESSAGES && all.size() < MAX_TOGETHER) {
      batch = receive(Duration.ZERO);
      all.addAll(batch);
    }
    return all;
  }

  private List<Message> receive(Duration wait) {
    return queries
        .clients()
        .sqs()
        .receiveMessage(
            request ->
                request
                    .queueUrl(queue)
                    .maxNumberOfMessages(MAX_MESSAGES)
                    .waitTimeSeconds((int) wait.toSeconds()))
        .messages();
  }

  private @Nullable UnavailableOffering offering(String id, Instant now) {
    Instance instance = instances.apply(id);
    String zone = instance == null ? null : instance.zone();
    return instance == null || zone == null
        ? null
        : new UnavailableOffering("spot", instance.instanceType(), zone, "SpotInterruption", now);
  }

  private void apply(EventRelay.EventNews news) {
    publish(news.offerings());
    refresh.accept(news);
  }

  private synchronized void publish(List<UnavailableOffering> offerings) {
    var before = List.copyOf(taken.values());
    Instant oldest = clock.instant().minus(EventRelay.RETENTION);
    offerings.forEach(
        offering ->
            taken.merge(offering.key(), offering, (a, b) -> a.since().isAfter(b.since()) ? a : b));
    taken.values().removeIf(offering -> offering.since().isBefore(oldest));
    var now = List.copyOf(taken.values());
    if (!now.equals(before)) {
      sink.publish(List.of(new FactUpdate(INTERRUPTIONS, List.<Fact>copyOf(now), null)));
    }
  }

  /** Throws where that fails, so that the messages stay in the queue. */
  private void share(EventRelay.EventNews news) throws Exception {
    try {
      relay.share(news);
    } catch (ApiException e) {
      throw new CallFailedException("UpdateConfigMap", e);
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

    private static final String IMAGE = "EC2 AMI State Change";

    private static final Map<String, List<String>> SOURCES =
        Map.of(
            IMAGE,
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

    /** The id of the image whose state changed; empty for other events. */
    String image() {
      return type.equals(IMAGE) ? detail.path("ImageId").asText("") : "";
    }

    String instance() {
      return detail.path("instance-id").asText("");
    }
  }
}
