package dev.plumbline.revision;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.kubernetes.ConfigMapWatch;
import dev.plumbline.source.kubernetes.ConfigMapWatch.ConfigMapPlace;
import dev.plumbline.source.kubernetes.WatchSettings;
import dev.plumbline.work.Worker;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rule text in the ConfigMaps of one namespace that are labelled {@code plumbline.dev/rules},
 * merged by file name. Those that are applied together are offered together. While the API server
 * is unavailable, the last offer stays.
 */
public final class ConfigMapRules implements RuleOffer.Source {

  /** How long the ConfigMaps must be unchanged before they are offered. */
  private static final Duration DEBOUNCE = Duration.ofMillis(200);

  /** They are offered after this long at the latest. */
  private static final Duration MAX_DEBOUNCE = Duration.ofSeconds(1);

  private static final Duration READ = Duration.ofMinutes(1);

  private final String namespace;
  private final BlockingQueue<List<JsonNode>> lists = new LinkedBlockingQueue<>();
  private final Health health = new Health();
  private final ConfigMapWatch watch;
  private final Worker thread = Worker.of("plumbline-rule-config-maps", this::run);

  /** Held by nobody who offers: it is begun by one who holds what the sink of offers waits for. */
  private final Object beginning = new Object();

  private boolean begun;
  private @Nullable RuleOffer offered;
  private @Nullable Consumer<RuleOffer> sink;

  /**
   * Sends no request before it is started.
   *
   * @param client closed by its creator after this
   */
  public ConfigMapRules(KubernetesClient client, WatchSettings times, ConfigMapPlace place) {
    this.namespace = place.namespace();
    this.watch = new ConfigMapWatch(client, times, place, lists::add, health);
    this.health.last = watch.status();
  }

  @Override
  public synchronized void start(Consumer<RuleOffer> sink) {
    this.sink = sink;
    if (offered != null) {
      sink.accept(offered);
    }
    begin();
  }

  /**
   * How far the source {@code config-maps} is, for the rules. The watch starts with the first of
   * this source and {@link #start}, and ends with the last.
   */
  @Override
  public List<FactSource> facts() {
    return List.of(health);
  }

  private void begin() {
    synchronized (beginning) {
      if (!begun) {
        begun = true;
        watch.start();
        thread.start();
      }
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      sink = null;
    }
    synchronized (beginning) {
      if (!begun) {
        return;
      }
    }
    watch.close();
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (true) {
        List<JsonNode> list = afterDebounce(lists.take());
        Worker.at("read rules", READ);
        offer(ConfigMapOffer.of(namespace, list));
        Worker.idle();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The latest list after no change for the debounce time. */
  private List<JsonNode> afterDebounce(List<JsonNode> first) throws InterruptedException {
    List<JsonNode> last = first;
    long end = System.nanoTime() + MAX_DEBOUNCE.toNanos();
    long wait = DEBOUNCE.toNanos();
    for (List<JsonNode> next = lists.poll(wait, TimeUnit.NANOSECONDS);
        next != null;
        next = lists.poll(wait, TimeUnit.NANOSECONDS)) {
      last = next;
      wait = Math.max(0, Math.min(DEBOUNCE.toNanos(), end - System.nanoTime()));
    }
    return last;
  }

  private synchronized void offer(RuleOffer offer) {
    if (!offer.equals(offered)) {
      offered = offer;
      if (sink != null) {
        sink.accept(offer);
      }
    }
  }

  private final class Health implements FactSource, FactSink {

    private @Nullable FactUpdate last;
    private @Nullable FactSink to;

    @Override
    public void start(FactSink sink) {
      synchronized (this) {
        to = sink;
        if (last != null) {
          sink.publish(List.of(last));
        }
      }
      begin();
    }

    @Override
    public synchronized void publish(List<FactUpdate> updates) {
      if (!updates.isEmpty()) {
        last = updates.getLast();
        if (to != null) {
          to.publish(updates);
        }
      }
    }

    @Override
    public void close() {
      synchronized (this) {
        to = null;
      }
      boolean alone;
      synchronized (ConfigMapRules.this) {
        alone = sink == null;
      }
      if (alone) {
        ConfigMapRules.this.close();
      }
    }
  }
}
