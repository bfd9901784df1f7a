package dev.plumbline.source.kubernetes;

import dev.plumbline.client.ApiClient;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.kubernetes.ListWatch.ObjectHandler;
import dev.plumbline.source.kubernetes.ListWatch.Place;
import dev.plumbline.work.Worker;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A cluster: EC2NodeClass, NodePool, NodeClaim, NodeOverlay, Node, ImageVerdict, Pods that wait for
 * a node, those of DaemonSets, and what runs on each node. Each kind has a thread of its own, so
 * that none waits for another.
 *
 * <p>Source {@code cluster} is the API server itself: it fails while that does not answer.
 */
public final class KubernetesSource implements FactSource {

  private final KubernetesClient client;
  private final WatchSettings times;
  private final PastLaunches launches;
  private final DaemonSetPods daemonSets = new DaemonSetPods();
  private final NodeWorkloads workloads = new NodeWorkloads();
  private final LaunchFailures failures;
  private final InstantSource clock;
  private final List<Thread> threads = new ArrayList<>();
  private final Object publishing = new Object();
  private boolean watchesWorkloads = true;
  private @Nullable FactSink sink;

  /**
   * Sends nothing yet.
   *
   * @param client where and as whom to connect; closed by its maker, after this
   */
  public KubernetesSource(
      KubernetesClient client,
      WatchSettings times,
      PastLaunches launches,
      LaunchFailures failures,
      InstantSource clock) {
    this.client = client;
    this.times = times;
    this.launches = launches;
    this.failures = failures;
    this.clock = clock;
  }

  /** Without what runs on the nodes, which nothing is known of then. */
  public KubernetesSource withoutWorkloads() {
    watchesWorkloads = false;
    return this;
  }

  @Override
  public void start(FactSink sink) {
    this.sink = sink;
    var server = new ApiClient(client, times.request());
    var version = new VersionPoll(server, times, this::publish, clock);
    var updates = new ArrayList<>(List.of(version.status()));
    thread("cluster", version);
    for (KubernetesKind kind : KubernetesKind.values()) {
      if (!kind.holdsFacts()) {
        continue;
      }
      if (kind.ofWorkloads() && !watchesWorkloads) {
        updates.add(FactUpdate.of(kind.notWatched()));
        continue;
      }
      var loop =
          new ListWatch(
              new Place(kind, "", clock),
              handler(kind),
              server,
              times,
              changes -> {
                publish(changes);
                if (changes.stream().anyMatch(KubernetesSource::failed)) {
                  version.doubt();
                }
              });
      updates.add(loop.status());
      thread(kind.source(), loop);
    }
    publish(updates);
    threads.forEach(Thread::start);
  }

  private ObjectHandler handler(KubernetesKind kind) {
    return switch (kind) {
      case DAEMON_SET_PODS -> daemonSets;
      case NODE_WORKLOADS -> workloads.pods();
      case POD_DISRUPTION_BUDGETS -> workloads.budgets();
      default -> new WatchedObjects(kind);
    };
  }

  private void thread(String name, Runnable loop) {
    threads.add(Worker.of("kubernetes-" + name, loop));
  }

  private void publish(List<FactUpdate> updates) {
    synchronized (publishing) {
      if (sink != null) {
        var all = new ArrayList<>(failures.after(updates, clock.instant()));
        all.addAll(launches.after(updates, clock.instant()));
        all.addAll(daemonSets.after(updates, clock.instant()));
        all.addAll(workloads.after(clock.instant()));
        if (!all.isEmpty()) {
          sink.publish(all);
        }
      }
    }
  }

  private static boolean failed(FactUpdate update) {
    return update.facts().stream()
        .anyMatch(fact -> fact instanceof SourceStatus status && status.state().equals("failed"));
  }

  @Override
  public void close() {
    synchronized (publishing) {
      sink = null;
    }
    threads.forEach(Thread::interrupt);
    try {
      for (Thread thread : threads) {
        thread.join(TimeUnit.SECONDS.toMillis(5));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
