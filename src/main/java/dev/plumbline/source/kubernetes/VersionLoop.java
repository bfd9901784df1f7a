package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.client.ApiClient;
import dev.plumbline.client.ApiException;
import dev.plumbline.client.Backoff;
import dev.plumbline.fact.ClusterVersion;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.Told;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Whether the API server answers at all, and its version: asked now and then, and when in doubt.
 */
final class VersionLoop implements Runnable {

  private final ApiClient server;
  private final Duration interval;
  private final FactSink sink;
  private final SourceHealth health;
  private final Backoff retry;
  private int failures; // in a row
  private final BlockingQueue<Boolean> doubts = new ArrayBlockingQueue<>(1);
  private @Nullable List<Told> last;

  VersionLoop(ApiClient server, KubernetesTimes times, FactSink sink, InstantSource clock) {
    this.server = server;
    this.interval = times.watch();
    this.sink = sink;
    this.health = new SourceHealth("cluster", "version", clock);
    this.retry = times.retry();
  }

  /** How far it is. */
  Told status() {
    return health.told();
  }

  /** Asks soon: something has failed. */
  void doubt() {
    doubts.offer(true);
  }

  @Override
  public void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        doubts.clear();
        try {
          Told version = new Told("ClusterVersion", List.of(read(server.get("/version"))), null);
          tell(List.of(version, health.synced(null)));
          failures = 0;
          doubts.poll(interval.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ApiException e) {
          tell(List.of(health.failed(e)));
          Thread.sleep(retry.pause(++failures));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell(List<Told> told) {
    // Nothing new is told too: time has passed.
    sink.publish(told.equals(last) ? List.of() : told);
    last = told;
  }

  /** EKS tells its minor version as 33+. */
  private static ClusterVersion read(JsonNode version) throws ApiException {
    String major = version.path("major").asText();
    String minor = version.path("minor").asText().replaceAll("[^0-9].*", "");
    if (major.isEmpty() || minor.isEmpty()) {
      throw new ApiException("NoVersion", "/version answers " + version);
    }
    return new ClusterVersion(major + "." + minor, Integer.parseInt(minor));
  }
}
