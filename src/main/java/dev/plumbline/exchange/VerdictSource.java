package dev.plumbline.exchange;

import dev.plumbline.client.Backoff;
import dev.plumbline.fact.Fleet.FleetIdentity;
import dev.plumbline.fact.Fleet.FleetMember;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.RecordType;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.ec2.ErrorCode;
import dev.plumbline.work.Worker;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Reads what clusters publish, this one included, on a thread of its own. While the store does not
 * answer, what was read before stays; how old it is, rules know.
 */
public final class VerdictSource implements FactSource {

  /** The name as a source of facts. */
  public static final String SOURCE = "fleet-verdicts";

  private static final String OPERATION = "ListObjectsV2";
  private static final Logger LOG = Logger.getLogger(VerdictSource.class);

  /** How long all clusters together may take. */
  private static final Duration ROUND = Duration.ofMinutes(10);

  private static final int LONGEST_PAUSE_IN_POLLS = 10;

  private final ReportStore store;
  private final String own;
  private final List<ClusterChain> chains;
  private final Duration poll;
  private final InstantSource clock;
  private final Semaphore requested = new Semaphore(0);
  private final Worker thread = Worker.of("plumbline-fleet-verdicts", this::run);
  private @Nullable FactSink sink;
  private SourceStatus status;

  /**
   * Sends nothing before it is started.
   *
   * @param store closed by its maker
   * @param own what this cluster is called
   */
  VerdictSource(
      ReportStore store,
      String own,
      List<ClusterChain> chains,
      Duration poll,
      InstantSource clock) {
    this.store = store;
    this.own = own;
    this.chains = List.copyOf(chains);
    this.poll = poll;
    this.clock = clock;
    this.status =
        new SourceStatus(SOURCE, "syncing", OPERATION, null, clock.instant(), null, 0, null, 0);
  }

  @Override
  public void start(FactSink to) {
    sink = to;
    to.publish(List.of(FactUpdate.of(new FleetIdentity(own)), FactUpdate.of(status)));
    thread.start();
  }

  /** Reads at once, such as after this cluster has published. */
  void refresh() {
    requested.release();
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      if (sink != null) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Worker.at("read reports", ROUND);
        List<FactUpdate> updates = read();
        FactSink to = sink;
        if (to != null && !Thread.currentThread().isInterrupted()) {
          to.publish(updates);
        }
        Worker.idle();
        var unused = requested.tryAcquire(pause().toNanos(), TimeUnit.NANOSECONDS);
        requested.drainPermits();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration pause() {
    return status.failures() == 0
        ? poll
        : new Backoff(poll, poll.multipliedBy(LONGEST_PAUSE_IN_POLLS)).pause(status.failures());
  }

  /**
   * Reads each cluster once. A store that refuses one prefix alone is a fault of that cluster; any
   * other fault ends the round.
   */
  List<FactUpdate> read() {
    var updates = new ArrayList<FactUpdate>();
    String code = null;
    int refused = 0;
    for (ClusterChain chain : chains) {
      String before = chain.fault();
      try {
        chain.read(store, clock.instant());
      } catch (IOException e) {
        String reason = ErrorCode.of(e.getCause() instanceof SdkException cause ? cause : e);
        if (!isOfOneCluster(reason)) {
          code = reason;
          LOG.debugf("The store of reports does not answer: why=\"%s\"", e.getMessage());
          break;
        }
        refused++;
        chain.failed(reason + ": " + e.getMessage());
        code = refused == chains.size() ? reason : null;
      } catch (RuntimeException e) {
        LOG.errorf(e, "Internal error (bug): reading reports failed: cluster=%s", chain.cluster());
        chain.failed("internal error (bug): " + e);
      }
      report(chain, before);
      updates.add(
          new FactUpdate(
              RecordType.key(FleetMember.class, chain.cluster()),
              chain.facts(),
              /* document= */ null));
    }
    status = status(code);
    updates.add(FactUpdate.of(status));
    return updates;
  }

  private static boolean isOfOneCluster(String code) {
    return code.startsWith("AccessDenied") || code.equals("NoSuchKey");
  }

  private SourceStatus status(@Nullable String code) {
    Instant now = clock.instant();
    boolean failed = code != null;
    boolean still = status.state().equals(failed ? "failed" : "synced");
    Instant since = still ? status.since() : now;
    if (failed != status.state().equals("failed")) {
      if (failed) {
        LOG.warnf(
            "source does not answer: source=%s code=%s place=%s", SOURCE, code, store.place());
      } else {
        LOG.infof("source answers: source=%s place=%s", SOURCE, store.place());
      }
    }
    return failed
        ? new SourceStatus(
            SOURCE,
            "failed",
            OPERATION,
            code,
            since,
            status.lastSuccess(),
            status.failures() + 1,
            status.items(),
            0)
        : new SourceStatus(SOURCE, "synced", OPERATION, null, since, now, 0, chains.size(), 0);
  }

  private static void report(ClusterChain chain, @Nullable String before) {
    String now = chain.fault();
    if (now != null && !Objects.equals(now, before)) {
      LOG.warnf("Reports of a cluster are not used: cluster=%s why=\"%s\"", chain.cluster(), now);
    } else if (now == null && before != null) {
      LOG.infof("Reports of a cluster are used again: cluster=%s", chain.cluster());
    }
  }
}
