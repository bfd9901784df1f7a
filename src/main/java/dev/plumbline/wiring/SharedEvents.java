package dev.plumbline.wiring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.client.ApiClient;
import dev.plumbline.client.ApiException;
import dev.plumbline.fact.InstanceTypes.UnavailableOffering;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.ec2.EventRelay;
import dev.plumbline.source.kubernetes.ConfigMapWatch;
import dev.plumbline.source.kubernetes.ConfigMapWatch.ConfigMapPlace;
import dev.plumbline.source.kubernetes.ConfigMapWatch.Content;
import dev.plumbline.source.kubernetes.WatchSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.HttpURLConnection;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ConfigMap that every replica watches and into which each writes what it received: when a
 * source ({@code instances}) or an image ({@code ami-0abc}) was last to be queried, and when EC2
 * last took back an instance of an offering ({@code spot_m5.large_us-east-1a}), with the name of
 * the replica. It is written with the resourceVersion that was read, so that nothing that another
 * replica wrote is lost.
 */
final class SharedEvents implements EventRelay {

  static final String LABEL = "plumbline.dev/ec2-events";

  /** How the id of an image begins, and no name of a source. */
  private static final String IMAGE = "ami-";

  private static final int MAX_ATTEMPTS = 10;

  private final KubernetesClient client;
  private final WatchSettings times;
  private final LeaseIdentity place;
  private final String name;
  private final InstantSource clock;
  private final ApiClient server;
  private final Map<String, String> known = new HashMap<>();
  private Consumer<EventNews> heard = news -> {};
  private @Nullable ConfigMapWatch watch;

  /** Sends nothing yet. */
  SharedEvents(
      KubernetesClient client,
      WatchSettings times,
      String lease,
      LeaseIdentity place,
      InstantSource clock) {
    this.client = client;
    this.times = times;
    this.place = place;
    this.name = lease + "-ec2-events";
    this.clock = clock;
    this.server = new ApiClient(client, times.request());
  }

  @Override
  public void start(Consumer<EventNews> to, FactSink status) {
    heard = to;
    var maps = new ConfigMapPlace(place.namespace(), Content.EC2_EVENTS, clock);
    watch = new ConfigMapWatch(client, times, maps, this::received, status);
    status.publish(List.of(watch.status()));
    watch.start();
  }

  private void received(List<JsonNode> maps) {
    for (JsonNode map : maps) {
      if (map.path("metadata").path("name").asText().equals(name)) {
        received(map);
      }
    }
  }

  /** Passes on what is new in it and not of this replica. */
  private synchronized void received(JsonNode map) {
    var sources = new TreeSet<String>();
    var images = new TreeSet<String>();
    var offerings = new ArrayList<UnavailableOffering>();
    for (var field : map.path("data").properties()) {
      Shared entry = Shared.of(field.getKey(), field.getValue().asText());
      if (entry == null || entry.text().equals(known.put(entry.key(), entry.text()))) {
        continue;
      }
      UnavailableOffering offering = entry.offering();
      if (offering != null) {
        offerings.add(offering);
      } else if (!entry.replica().equals(place.identity())) {
        (entry.key().startsWith(IMAGE) ? images : sources).add(entry.key());
      }
    }
    var news = new EventNews(sources, images, offerings);
    if (!news.isEmpty()) {
      heard.accept(news);
    }
  }

  @Override
  public void share(EventNews news) throws ApiException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        write(news);
        return;
      } catch (ApiException e) {
        // Another replica has written it, or is the first that does.
        if (e.status() != HttpURLConnection.HTTP_CONFLICT || attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private void write(EventNews news) throws ApiException, InterruptedException {
    String maps = "/api/v1/namespaces/" + place.namespace() + "/configmaps";
    JsonNode before = read(maps + "/" + name);
    ObjectNode map;
    if (before == null) {
      map = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "ConfigMap");
      map.withObject("/metadata").put("name", name).put("namespace", place.namespace());
    } else {
      received(before);
      map = before.deepCopy();
    }
    ObjectNode labels = map.withObject("/metadata/labels");
    labels.put("app.kubernetes.io/managed-by", "plumbline").put(LABEL, "");
    add(news, map.withObject("/data"));
    if (before == null) {
      server.send("POST", maps, "application/json", map);
    } else {
      server.send("PUT", maps + "/" + name, "application/json", map);
    }
  }

  private @Nullable JsonNode read(String path) throws ApiException, InterruptedException {
    try {
      return server.get(path);
    } catch (ApiException e) {
      if (e.status() == HttpURLConnection.HTTP_NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }

  private void add(EventNews news, ObjectNode data) {
    Instant now = clock.instant();
    Stream.concat(news.sources().stream(), news.images().stream())
        .forEach(key -> put(data, new Shared(key, now, place.identity())));
    news.offerings().stream()
        .map(each -> Shared.of(each, place.identity()))
        .forEach(each -> put(data, each));
    data.properties().removeIf(field -> expired(field.getKey(), field.getValue().asText(), now));
  }

  /** A value that is there already would be news to nobody. */
  private static void put(ObjectNode data, Shared entry) {
    boolean same = data.path(entry.key()).asText().equals(entry.text());
    data.put(entry.key(), same ? entry.later().text() : entry.text());
  }

  private static boolean expired(String key, String text, Instant now) {
    Shared entry = Shared.of(key, text);
    return entry == null || entry.at().plus(RETENTION).isBefore(now);
  }

  @Override
  public void close() {
    if (watch != null) {
      watch.close();
    }
  }

  /**
   * An entry of the ConfigMap: the name of a source, image or offering, and when it was written.
   */
  private record Shared(String key, Instant at, String replica) {

    static Shared of(UnavailableOffering offering, String replica) {
      String key =
          String.join("_", offering.capacityType(), offering.instanceType(), offering.zone());
      return new Shared(key, offering.since(), replica);
    }

    /** Null when a person has written what cannot be read. */
    static @Nullable Shared of(String key, String text) {
      String[] words = text.split(" ", 2);
      try {
        return words.length < 2 ? null : new Shared(key, Instant.parse(words[0]), words[1]);
      } catch (DateTimeException e) {
        return null;
      }
    }

    String text() {
      return at + " " + replica;
    }

    Shared later() {
      return new Shared(key, at.plusNanos(1000), replica);
    }

    /** Null for a source. */
    @Nullable UnavailableOffering offering() {
      String[] parts = key.split("_", -1);
      return parts.length == 3
          ? new UnavailableOffering(parts[0], parts[1], parts[2], "SpotInterruption", at)
          : null;
    }
  }
}
