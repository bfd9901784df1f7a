package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.client.ApiException;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.UnavailableOffering;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.loop.Await;
import dev.plumbline.peers.Peers;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.ec2.AwsClients;
import dev.plumbline.source.ec2.Ec2Source;
import dev.plumbline.source.ec2.Ec2Source.ImageNeed;
import dev.plumbline.source.ec2.Ec2SourceSettings;
import dev.plumbline.source.ec2.EventRelay.EventNews;
import dev.plumbline.source.kubernetes.WatchSettings;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Replicas with one queue, at a real API server: each event is known to all of them. */
@Tag("long")
class SharedEventsTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final String IMAGE = "ami-145bdce7a7f572605";
  private static final String MAP = "plumbline-shared-ec2-events";

  private final List<AutoCloseable> closing = new ArrayList<>();
  private KubernetesClient client;

  @BeforeEach
  void connect() {
    Peers.assumeThere();
    client = Peers.shared().client();
    remove();
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : closing) {
      each.close();
    }
    if (client != null) {
      remove();
      client.close();
    }
  }

  private void remove() {
    var unused = client.configMaps().inNamespace("default").withName(MAP).delete();
  }

  private SharedEvents relay(String replica, InstantSource clock) {
    return new SharedEvents(
        client,
        WatchSettings.DEFAULT,
        "plumbline-shared",
        new LeaseIdentity("default", replica),
        clock);
  }

  /** One that listens, and what it has heard. */
  private final class Listener {

    private final List<EventNews> heard = new CopyOnWriteArrayList<>();
    private final Map<String, FactUpdate> status = new ConcurrentHashMap<>();
    private final SharedEvents relay;

    Listener(String replica) {
      this(replica, NOW);
    }

    Listener(String replica, Instant now) {
      relay = relay(replica, InstantSource.fixed(now));
      closing.add(relay);
      relay.start(heard::add, updates -> updates.forEach(each -> status.put(each.owner(), each)));
      Await.until(
          replica + " watches",
          () ->
              status.values().stream()
                  .flatMap(each -> each.facts().stream())
                  .anyMatch(
                      fact -> fact instanceof SourceStatus it && it.state().equals("synced")));
    }

    void hears(String what, EventNews... all) {
      Await.until(what, () -> heard.size() >= all.length);
      assertThat(heard).as(what).containsExactly(all);
      heard.clear();
    }

    Set<String> sources() {
      return Set.copyOf(heard.stream().flatMap(news -> news.sources().stream()).toList());
    }
  }

  private static EventNews about(String... sources) {
    return new EventNews(Set.of(sources), Set.of(), List.of());
  }

  private static UnavailableOffering offering(String type, Instant since) {
    return new UnavailableOffering("spot", type, "us-east-1a", "SpotInterruption", since);
  }

  @Test
  void whatOneReceivesTheOthersHearOnce() throws Exception {
    var one = new Listener("one");
    var two = new Listener("two");
    var taken =
        new EventNews(Set.of("instances"), Set.of(IMAGE), List.of(offering("m5.large", NOW)));

    one.relay.share(about("images"));
    two.hears("an image", about("images"));
    one.relay.share(about("images"));
    two.hears("another image, at the same time", about("images"));
    two.relay.share(taken);

    one.hears("an interruption", taken);
    assertThat(two.sources()).as("its own").isEmpty();
  }

  @Test
  void nothingIsLostWhenAllWriteAtOnce() throws Exception {
    var listeners = List.of(new Listener("one"), new Listener("two"), new Listener("three"));
    var failures = new CopyOnWriteArrayList<Exception>();

    List<Thread> threads =
        Stream.of(0, 1, 2)
            .map(i -> Thread.ofVirtual().start(() -> share(listeners.get(i).relay, i, failures)))
            .toList();
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(failures).isEmpty();
    for (int i = 0; i < 3; i++) {
      Listener each = listeners.get(i);
      Set<String> others =
          Set.of(
              "source-" + (i + 1) % 3 + "-4",
              "source-" + (i + 2) % 3 + "-4",
              "source-" + (i + 1) % 3 + "-0",
              "source-" + (i + 2) % 3 + "-0");
      Await.until("all of the others", () -> each.sources().containsAll(others));
      assertThat(each.sources()).doesNotContain("source-" + i + "-0");
    }
  }

  private static void share(SharedEvents relay, int of, List<Exception> failures) {
    for (int i = 0; i < 5; i++) {
      try {
        relay.share(about("source-" + of + "-" + i));
      } catch (ApiException | InterruptedException e) {
        failures.add(e);
      }
    }
  }

  @Test
  void oneThatStartsLaterKnowsTheOfferingsOfTheLastHour() throws Exception {
    Instant before = NOW.minusSeconds(3601);
    var early = new Listener("one", before);
    early.relay.share(new EventNews(Set.of(), Set.of(), List.of(offering("m5.large", before))));
    var one = new Listener("one");

    one.relay.share(
        new EventNews(
            Set.of("instances"),
            Set.of(IMAGE),
            List.of(offering("c5.large", NOW.minusSeconds(1)))));

    var again = new Listener("one");
    again.hears(
        "its own before it started anew, without what is too old",
        new EventNews(Set.of(), Set.of(), List.of(offering("c5.large", NOW.minusSeconds(1)))));
  }

  @Test
  void whatAPersonWroteIsLeftOut() throws Exception {
    var map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(MAP)
            .addToLabels(SharedEvents.LABEL, "")
            .endMetadata()
            .addToData("images", "now")
            .addToData("instances", "yesterday one")
            .build();
    var unused = client.configMaps().inNamespace("default").resource(map).create();
    var one = new Listener("one");
    var two = new Listener("two");

    one.relay.share(about("images"));

    two.hears("what can be read", about("images"));
    assertThat(client.configMaps().inNamespace("default").withName(MAP).get().getData())
        .containsOnlyKeys("images");
  }

  /** A replica with its EC2 source; images and instances are queried on events only. */
  private final class Live {

    private final String name;
    private final Map<String, FactUpdate> byOwner = new ConcurrentHashMap<>();

    Live(String name) {
      this.name = name;
    }

    void start(AwsClients aws, Ec2SourceSettings settings, String queue) {
      var scope = new Ec2SourceSettings.Scope(null, settings.scope().instanceTag(), null, queue);
      var source =
          new Ec2Source(
              aws,
              new Ec2SourceSettings(
                  settings.intervals(), settings.pacing(), settings.rate(), scope),
              relay(name, InstantSource.system()),
              Clock.systemUTC(),
              new SplittableRandom(1));
      closing.add(source);
      source.start(updates -> updates.forEach(each -> byOwner.put(each.owner(), each)));
      var need = new ImageNeed("id " + IMAGE, Values.of(IMAGE), Values.NONE, null, Tags.NONE);
      source.need(Set.of(need), Set.of(), Set.of());
    }

    <T extends Fact> Stream<T> of(Class<T> type) {
      return byOwner.values().stream()
          .flatMap(each -> each.facts().stream())
          .filter(type::isInstance)
          .map(type::cast);
    }

    boolean sees(String state) {
      return of(Ami.class).anyMatch(ami -> ami.id().equals(IMAGE) && ami.state().equals(state));
    }
  }

  private static String run(AwsClients aws) {
    return aws.ec2("test")
        .runInstances(
            it ->
                it.imageId(IMAGE)
                    .instanceType("m5.large")
                    .minCount(1)
                    .maxCount(1)
                    .tagSpecifications(
                        tags ->
                            tags.resourceType("instance")
                                .tags(tag -> tag.key("karpenter.sh/nodepool").value("default"))))
        .instances()
        .getFirst()
        .instanceId();
  }

  private static void send(SqsClient sqs, String queue, String type, String key, String value) {
    String body =
        "{\"source\": \"aws.ec2\", \"detail-type\": \"%s\", \"detail\": {\"%s\": \"%s\"}}"
            .formatted(type, key, value);
    var unused = sqs.sendMessage(it -> it.queueUrl(queue).messageBody(body));
  }

  private static void seed(String path, String method, String body) {
    Peers.seed(Peers.shared().aws(), method, path, body);
  }

  @Test
  void eventOfAQueueReachesBothReplicas() throws Exception {
    seed("reset", "POST", "");
    var endpoint = Peers.shared().aws();
    var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret"));
    var settings =
        new SmallRyeConfigBuilder()
            .withMapping(Ec2Settings.class)
            .withConverter(Duration.class, 200, new DurationConverter())
            .withSources(
                new PropertiesConfigSource(
                    Map.of(
                        "plumbline.ec2.endpoint", endpoint.toString(),
                        "plumbline.ec2.region", "us-east-1",
                        "plumbline.ec2.interval.images", "1h",
                        "plumbline.ec2.interval.instances", "1h",
                        "plumbline.ec2.requests-per-second", "100",
                        "plumbline.ec2.timeout.read", "30s"),
                    "test",
                    500))
            .build()
            .getConfigMapping(Ec2Settings.class);
    try (var sqs =
            SqsClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        var aws = new AwsClients(Ec2Wiring.aws(settings), credentials)) {
      String queue = sqs.createQueue(it -> it.queueName("plumbline-shared")).queueUrl();
      String instance = run(aws);
      List<Live> replicas = List.of(new Live("one"), new Live("two"));
      for (Live each : replicas) {
        each.start(aws, Ec2Wiring.source(settings), queue);
      }
      for (Live each : replicas) {
        Await.until(
            "the instance is known",
            () -> each.of(Instance.class).anyMatch(it -> it.id().equals(instance)));
        Await.until("the image is known", () -> each.sees("pending"));
      }

      seed("images/" + IMAGE, "PUT", "{\"State\": \"available\"}");
      // Each is received by one of them only.
      send(sqs, queue, "EC2 Spot Instance Interruption Warning", "instance-id", instance);
      send(sqs, queue, "EC2 AMI State Change", "ImageId", IMAGE);

      for (Live each : replicas) {
        Await.until(
            each.name + " knows the interruption",
            () -> each.of(UnavailableOffering.class).findAny().isPresent());
        Await.until(each.name + " sees the image available", () -> each.sees("available"));
      }
    }
  }
}
