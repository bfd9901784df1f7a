package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.client.ApiClient;
import dev.plumbline.client.ApiException;
import dev.plumbline.client.WatchStream;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.work.Worker;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Lists the objects of one kind, watches them, and begins anew whenever it cannot be sure to have
 * heard everything.
 *
 * <ul>
 *   <li>A watch that ends is resumed where it ended.
 *   <li>Where the API server no longer knows that place (410), where it fails, and where a watch
 *       sends nothing for too long, all is listed again, and what differs is published.
 *   <li>After a failure it pauses, longer each time.
 * </ul>
 */
final class ListWatch implements Runnable {

  private static final Logger LOG = Logger.getLogger(ListWatch.class);

  private final KubernetesKind kind;
  private final String query;
  private final ApiClient server;
  private final WatchSettings times;
  private final FactSink sink;
  private final ObjectHandler objects;
  private final SourceHealth health;
  private int failures; // in a row
  private boolean watching; // until the next failure
  private long opened; // the last watch, in nanoseconds
  private int resets; // of connections in a row, with no event and no long watch in between
  private int items; // of the last list
  private boolean absent; // at the last list

  /** Publishes to {@code sink} what differs for {@code objects}, once it runs. */
  ListWatch(
      Place place, ObjectHandler objects, ApiClient server, WatchSettings times, FactSink sink) {
    this.kind = place.kind();
    String path = kind.path(place.configNamespace());
    this.query = path + "?" + (kind.selector().isEmpty() ? "" : kind.selector() + "&");
    this.server = server;
    this.times = times;
    this.sink = sink;
    this.objects = objects;
    this.health = new SourceHealth(kind.source(), "watch", place.clock());
  }

  record Place(KubernetesKind kind, String configNamespace, InstantSource clock) {}

  FactUpdate status() {
    return health.update();
  }

  @Override
  public void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        try {
          follow(list());
        } catch (ApiException e) {
          fail(e);
        } catch (RuntimeException e) {
          // Any failure: the loop continues.
          LOG.error("watching failed", e);
          fail(new ApiException("InternalError", String.valueOf(e)));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String list() throws ApiException, InterruptedException {
    var all = new ArrayList<JsonNode>();
    String version = "";
    String next = "";
    do {
      Worker.at("list", times.request().multipliedBy(2));
      JsonNode page = server.get(query + "limit=" + times.pageSize() + next);
      page.path("items").forEach(item -> all.add(objects.trimmed(item)));
      version = page.path("metadata").path("resourceVersion").asText();
      String token = page.path("metadata").path("continue").asText();
      next = token.isEmpty() ? "" : "&continue=" + encoded(token);
    } while (!next.isEmpty());
    items = all.size();
    absent = false;
    publish(objects.all(all));
    return version;
  }

  private void synced() {
    publish(health.update(), health.synced(items));
  }

  private void publish(FactUpdate before, FactUpdate now) {
    publish(now.equals(before) ? List.of() : List.of(now));
  }

  /** An empty update, too: what was put may change what follows from others. */
  private void publish(List<FactUpdate> updates) {
    sink.publish(updates);
  }

  /** Publishes changes from {@code version} on, until its history is gone. */
  private void follow(String version) throws ApiException, InterruptedException {
    String from = version;
    Duration silence = times.silence().multipliedBy(2).plus(times.request());
    while (true) {
      String before = from;
      long begun = System.nanoTime();
      Worker.at("watch", silence);
      try (WatchStream stream = server.watch(watch(from))) {
        watching = true;
        opened = System.nanoTime();
        synced();
        Worker.at("watch", silence);
        for (var events = stream.next(times.silence());
            !events.isEmpty();
            events = stream.next(times.silence())) {
          from = take(events, from);
          health.answered();
          failures = 0;
          resets = 0;
          Worker.at("watch", silence);
        }
      }
      if (from.equals(before) && System.nanoTime() - begun < times.watch().toNanos() / 2) {
        // Ended without an event: pause, in case the server closes every watch at once.
        Worker.idle();
        Thread.sleep(times.retry().pause(++failures));
      }
    }
  }

  private String watch(String from) {
    return query
        + "watch=true&allowWatchBookmarks=true&timeoutSeconds="
        + Math.max(1, times.watch().toSeconds())
        + "&resourceVersion="
        + encoded(from);
  }

  /** Publishes what these events change; the version after them. */
  private String take(List<JsonNode> events, String from) throws ApiException {
    var updates = new ArrayList<FactUpdate>();
    String version = from;
    try {
      for (JsonNode event : events) {
        JsonNode object = event.path("object");
        String type = event.path("type").asText();
        switch (type) {
          case "ADDED", "MODIFIED" -> objects.put(object, updates);
          case "DELETED" -> objects.remove(object, updates);
          case "BOOKMARK" -> {}
          case "ERROR" -> throw ApiException.answered(object.path("code").asInt(), object, "");
          default -> throw new ApiException("UnknownEvent", "a watch sent '" + type + "'");
        }
        version = object.path("metadata").path("resourceVersion").asText(version);
      }
      return version;
    } finally {
      publish(updates);
    }
  }

  private void fail(ApiException e) throws InterruptedException {
    if (System.nanoTime() - opened >= times.watch().toNanos() / 2) {
      resets = 0;
    }
    boolean brokeOff = watching && e.code().equals(ApiException.RESET) && resets++ == 0;
    watching = false;
    Duration pause = times.retry().pause(brokeOff ? 1 : ++failures);
    if (brokeOff) {
      // A server that restarts closes every connection: the next request shows whether it answers.
      LOG.debugf("watch broke off source=%s error=%s", kind.source(), e.getMessage());
    } else if (SourceHealth.code(e).equals(SourceHealth.EXPIRED)) {
      // Not a failure: the history is kept for minutes only.
      LOG.debugf("history of a watch is gone source=%s", kind.source());
    } else if (SourceHealth.code(e).equals(SourceHealth.NO_SUCH_KIND) && kind.optional()) {
      if (absent) {
        items = 0;
        publish(objects.all(List.of()));
        if (kind.noneWhereAbsent()) {
          synced();
        } else {
          publish(health.update(), health.absent());
        }
        pause = times.retry().longest();
      }
      // An API server that has just begun may not serve it yet.
      absent = true;
    } else {
      if (!health.failing()) {
        LOG.warnf("watch failed source=%s error=%s", kind.source(), e.getMessage());
      }
      sink.publish(List.of(health.failed(e)));
    }
    Duration requested = e.retryAfter();
    Worker.idle();
    Thread.sleep(requested.compareTo(pause) > 0 ? requested : pause);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  interface ObjectHandler {

    /** What is kept of an object while the pages of a list arrive. */
    default JsonNode trimmed(JsonNode object) {
      return object;
    }

    List<FactUpdate> all(List<JsonNode> objects);

    void put(JsonNode object, List<FactUpdate> updates);

    void remove(JsonNode object, List<FactUpdate> updates);
  }
}
