package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.client.ApiClient;
import dev.plumbline.client.ApiException;
import dev.plumbline.client.Backoff;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Whether the API server answers at all, and its version: polled, and checked when in doubt. */
final class VersionPoll implements Runnable {

  private final ApiClient server;
  private final Duration interval;
  private final FactSink sink;
  private final SourceHealth health;
  private final Backoff retry;
  private int failures; // in a row
  private final BlockingQueue<Boolean> doubts = new ArrayBlockingQueue<>(1);
  private @Nullable List<FactUpdate> last;

  VersionPoll(ApiClient server, WatchSettings times, FactSink sink, InstantSource clock) {
    this.server = server;
    this.interval = times.watch();
    this.sink = sink;
    this.health = new SourceHealth("cluster", "version", clock);
    this.retry = times.retry();
  }

  FactUpdate status() {
    return health.update();
  }

  /** Requests an early poll after a failure elsewhere. */
  void doubt() {
    doubts.offer(true);
  }

  @Override
  public void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        doubts.clear();
        try {
          var version = FactUpdate.of(read(server.get("/version")));
          publish(List.of(version, health.synced(null)));
          failures = 0;
          doubts.poll(interval.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ApiException e) {
          publish(List.of(health.failed(e)));
          Thread.sleep(retry.pause(++failures));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void publish(List<FactUpdate> updates) {
    // An empty update, too, since time has passed.
    sink.publish(updates.equals(last) ? List.of() : updates);
    last = updates;
  }

  private static ClusterVersion read(JsonNode version) throws ApiException {
    String major = version.path("major").asText();
    String minor = version.path("minor").asText().replaceAll("[^0-9].*", "");
    if (major.isEmpty() || minor.isEmpty()) {
      throw new ApiException("NoVersion", "/version answers " + version);
    }
    return new ClusterVersion(major + "." + minor, Integer.parseInt(minor));
  }
}
