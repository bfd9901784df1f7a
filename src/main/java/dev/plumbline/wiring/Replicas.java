package dev.plumbline.wiring;

import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Revisions.ReplicaRevision;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.work.Worker;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The rule sets that the replicas of a cluster serve: this replica announces the rule set of its
 * latest settlement, and publishes those announced by the others as facts. While the API server is
 * unavailable, the last published facts stay.
 */
final class Replicas implements FactSource, HostEvents {

  static final String SOURCE = "replicas";

  static final String OPERATION = "list leases";

  private static final Logger LOG = Logger.getLogger(Replicas.class);

  private static final int RENEWALS_PER_LEASE = 3;

  private record Serving(String digest, Instant since) {}

  /** The wall clock and the monotonic clock of this process. */
  record Clocks(InstantSource time, LongSupplier nanos) {

    Instant now() {
      return time.instant().truncatedTo(ChronoUnit.SECONDS);
    }
  }

  private static final Duration RENEW = Duration.ofMinutes(2);

  private final ReplicaLeases leases;
  private final BooleanSupplier leads;
  private final Clocks clocks;
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(Worker.factory("plumbline-replicas"));

  private final Runnable renewal = Worker.stage("renew the Lease", RENEW, this::renew);

  private volatile @Nullable Serving serving;
  private volatile @Nullable FactSink sink;

  // Confined to the executor.
  private final ReplicaObservations sightings = new ReplicaObservations();
  private Map<String, FactUpdate> updates = new TreeMap<>();
  private SourceStatus status;
  private @Nullable Instant lastSuccess;
  private boolean published;

  /** Publishes nothing before it is started. */
  Replicas(ReplicaLeases leases, BooleanSupplier leads, Clocks clocks) {
    this.leases = leases;
    this.leads = leads;
    this.clocks = clocks;
    this.status =
        new SourceStatus(SOURCE, "syncing", OPERATION, null, clocks.now(), null, 0, null, 0);
  }

  @Override
  public void start(FactSink sink) {
    this.sink = sink;
    long every = Math.max(1, leases.duration().toMillis() / RENEWALS_PER_LEASE);
    sink.publish(List.of(new FactUpdate(status.key(), List.of(status), null)));
    var unused = executor.scheduleWithFixedDelay(renewal, every, every, TimeUnit.MILLISECONDS);
  }

  @Override
  public void settled(HostSnapshot live, Duration took, int changes) {
    String digest = live.rules().digest();
    if (serve(digest)) {
      try {
        executor.execute(renewal);
      } catch (RejectedExecutionException e) {
        LOG.debugf("Not published, since this replica ends: digest=%s", digest);
      }
    }
  }

  boolean serve(String digest) {
    Serving before = serving;
    boolean news = before == null || !before.digest().equals(digest);
    if (news) {
      serving = new Serving(digest, clocks.now());
    }
    return news;
  }

  /** Stops and deletes its Lease, so that this replica is no longer counted. */
  @Override
  public void close() {
    executor.shutdownNow();
    executor.close();
    sink = null;
    if (published) {
      published = false;
      try {
        leases.remove();
      } catch (KubernetesClientException e) {
        LOG.warnf("The Lease of this replica stays until it ends: error=%s", e.getMessage());
      }
    }
  }

  /**
   * Reads the Leases, renews that of this replica and publishes changes. A failure is retried with
   * the next renewal.
   */
  void renew() {
    Serving own = serving;
    FactSink to = sink;
    if (own == null || to == null) {
      return;
    }
    try {
      look(own);
    } catch (KubernetesClientException e) {
      failed(code(e), e);
    } catch (RuntimeException e) {
      failed("Unknown", e);
    }
    publishChanges(own, to);
  }

  private void look(Serving own) {
    List<Lease> there = leases.list();
    String name = leases.name();
    Lease ours = null;
    var others = new ArrayList<Lease>();
    for (Lease lease : there) {
      if (lease.getMetadata().getName().equals(name)) {
        ours = lease;
      } else {
        others.add(lease);
      }
    }
    sightings.look(others, clocks.nanos().getAsLong(), clocks.now());
    published = true;
    leases.renew(ours, own.digest(), own.since(), clocks.time().instant());
    if (leads.getAsBoolean()) {
      for (Lease lease : sightings.abandoned(clocks.nanos().getAsLong(), leases.duration())) {
        leases.remove(lease);
      }
    }
    lastSuccess = clocks.now();
    boolean still = status.state().equals("synced");
    Instant since = still ? status.since() : clocks.now();
    status = new SourceStatus(SOURCE, "synced", OPERATION, null, since, null, 0, there.size(), 0);
  }

  private void failed(String code, RuntimeException fault) {
    boolean still = status.state().equals("failed");
    LOG.logf(
        still ? Logger.Level.DEBUG : Logger.Level.WARN,
        "Replicas cannot be compared: error=%s",
        fault);
    status =
        new SourceStatus(
            SOURCE,
            "failed",
            OPERATION,
            code,
            still ? status.since() : clocks.now(),
            lastSuccess,
            status.failures() + 1,
            status.items(),
            0);
  }

  private void publishChanges(Serving own, FactSink to) {
    var now = new TreeMap<String, FactUpdate>();
    put(now, new ReplicaRevision(leases.identity(), own.digest(), own.since(), true));
    if (status.state().equals("failed")) {
      updates.forEach(now::putIfAbsent);
    } else {
      sightings
          .present(clocks.nanos().getAsLong(), leases.duration())
          .forEach(each -> put(now, each));
    }
    now.put(status.key(), new FactUpdate(status.key(), List.of(status), null));
    var news = new ArrayList<FactUpdate>();
    now.forEach(
        (owner, each) -> {
          if (!each.equals(updates.get(owner))) {
            news.add(each);
          }
        });
    updates.keySet().stream()
        .filter(o -> !now.containsKey(o))
        .map(FactUpdate::gone)
        .forEach(news::add);
    updates = now;
    if (!news.isEmpty()) {
      to.publish(news);
    }
  }

  private static void put(Map<String, FactUpdate> all, ReplicaRevision fact) {
    all.putIfAbsent(fact.key(), new FactUpdate(fact.key(), List.of(fact), null));
  }

  private static String code(KubernetesClientException e) {
    if (e.getStatus() != null && e.getStatus().getReason() != null) {
      return e.getStatus().getReason();
    }
    return e.getCode() > 0 ? "Http" + e.getCode() : "ConnectionFailed";
  }

  /**
   * The observed state of the other replicas, by the clocks of this process only: a replica counts
   * from when it was first seen serving a rule set, and is gone when its last observed renewal has
   * expired.
   */
  static final class ReplicaObservations {

    private static final int ABANDONED_AFTER_LEASES = 40;

    private final Map<String, Seen> byName = new HashMap<>();

    /** A renewal and when it was first observed. */
    private record Seen(
        Lease lease, @Nullable ZonedDateTime renewed, long nanos, String digest, Instant since) {

      boolean older(long now, Duration fallback, int times) {
        LeaseSpec spec = lease.getSpec();
        Integer seconds = spec == null ? null : spec.getLeaseDurationSeconds();
        Duration duration =
            seconds == null || seconds <= 0 ? fallback : Duration.ofSeconds(seconds);
        return now - nanos >= duration.toNanos() * times;
      }
    }

    void look(List<Lease> others, long nanos, Instant now) {
      var names = new HashSet<String>();
      for (Lease lease : others) {
        String name = lease.getMetadata().getName();
        names.add(name);
        Map<String, String> annotations = lease.getMetadata().getAnnotations();
        String digest =
            annotations == null ? "" : annotations.getOrDefault(ReplicaLeases.SERVES, "");
        ZonedDateTime renewed = lease.getSpec() == null ? null : lease.getSpec().getRenewTime();
        Seen before = byName.get(name);
        if (before == null) {
          byName.put(name, new Seen(lease, renewed, nanos, digest, now));
        } else {
          boolean renewal = !Objects.equals(before.renewed(), renewed);
          Instant since = before.digest().equals(digest) ? before.since() : now;
          byName.put(
              name, new Seen(lease, renewed, renewal ? nanos : before.nanos(), digest, since));
        }
      }
      byName.keySet().retainAll(names);
    }

    List<ReplicaRevision> present(long nanos, Duration fallback) {
      var present = new ArrayList<ReplicaRevision>();
      byName.entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .map(Map.Entry::getValue)
          .filter(seen -> !seen.digest().isEmpty() && !seen.older(nanos, fallback, 1))
          .forEach(
              seen ->
                  present.add(
                      new ReplicaRevision(
                          holder(seen.lease()), seen.digest(), seen.since(), false)));
      return present;
    }

    List<Lease> abandoned(long nanos, Duration fallback) {
      return byName.values().stream()
          .filter(seen -> seen.older(nanos, fallback, ABANDONED_AFTER_LEASES))
          .map(Seen::lease)
          .toList();
    }

    private static String holder(Lease lease) {
      String holder = lease.getSpec() == null ? null : lease.getSpec().getHolderIdentity();
      return holder == null || holder.isEmpty() ? lease.getMetadata().getName() : holder;
    }
  }
}
