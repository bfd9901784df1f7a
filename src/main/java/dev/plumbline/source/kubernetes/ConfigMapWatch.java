package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.client.ApiClient;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.kubernetes.ListWatch.ObjectHandler;
import dev.plumbline.source.kubernetes.ListWatch.Place;
import dev.plumbline.work.Worker;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The ConfigMaps of one namespace that have a label, followed as the objects of a cluster are:
 * while the API server is unavailable, nothing changes. The source of the label has its status.
 */
public final class ConfigMapWatch implements AutoCloseable {

  private final ListWatch loop;
  private final Thread thread;

  /** What is in the ConfigMaps, by their label. */
  public enum Content {
    /** {@code plumbline.dev/rules}; source {@code config-maps}. */
    RULES(KubernetesKind.CONFIG_MAPS),
    /** {@code plumbline.dev/ec2-events}; source {@code shared-events}. */
    EC2_EVENTS(KubernetesKind.SHARED_EVENTS);

    private final KubernetesKind kind;

    Content(KubernetesKind kind) {
      this.kind = kind;
    }
  }

  /**
   * Sends nothing yet.
   *
   * @param client where and as whom to connect; closed by its maker, after this
   */
  public ConfigMapWatch(
      KubernetesClient client,
      WatchSettings times,
      ConfigMapPlace place,
      Consumer<List<JsonNode>> changed,
      FactSink health) {
    this.loop =
        new ListWatch(
            new Place(place.content().kind, place.namespace(), place.clock()),
            new Maps(changed),
            new ApiClient(client, times.request()),
            times,
            health);
    this.thread = Worker.of("kubernetes-" + place.content().kind.source(), loop);
  }

  public record ConfigMapPlace(String namespace, Content content, InstantSource clock) {

    /** That of rule text. */
    public ConfigMapPlace(String namespace, InstantSource clock) {
      this(namespace, Content.RULES, clock);
    }
  }

  public FactUpdate status() {
    return loop.status();
  }

  public void start() {
    thread.start();
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class Maps implements ObjectHandler {

    private final Consumer<List<JsonNode>> changed;
    private final TreeMap<String, JsonNode> byName = new TreeMap<>();

    Maps(Consumer<List<JsonNode>> changed) {
      this.changed = changed;
    }

    @Override
    public List<FactUpdate> all(List<JsonNode> objects) {
      byName.clear();
      objects.forEach(object -> byName.put(name(object), object));
      changed.accept(List.copyOf(byName.values()));
      return List.of();
    }

    @Override
    public void put(JsonNode object, List<FactUpdate> ignored) {
      byName.put(name(object), object);
      changed.accept(List.copyOf(byName.values()));
    }

    @Override
    public void remove(JsonNode object, List<FactUpdate> ignored) {
      byName.remove(name(object));
      changed.accept(List.copyOf(byName.values()));
    }

    private static String name(JsonNode object) {
      return object.path("metadata").path("name").asText();
    }
  }
}
