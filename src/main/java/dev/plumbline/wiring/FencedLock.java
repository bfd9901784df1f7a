package dev.plumbline.wiring;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A lease lock that depends only on the monotonic clock of this process. The holder is fenced by a
 * deadline that counts from before its renewal was sent. For candidates a lease ages from when its
 * last renewal was observed here, so that clock skew cannot produce two leaders.
 */
final class FencedLock implements Lock {

  private static final Logger LOG = Logger.getLogger(FencedLock.class);

  /** A renewal and when it was first observed. */
  private record Seen(@Nullable String holder, @Nullable ZonedDateTime renewed, long nanos) {}

  private final Lock lock;
  private final LongSupplier nanos;
  private final long deadline;
  private volatile @Nullable Long renewed;
  private @Nullable Seen seen;

  /**
   * Creates a lock that is not held.
   *
   * @param deadline how long after a renewal the lock is certainly still held
   */
  FencedLock(Lock lock, LongSupplier nanos, Duration deadline) {
    this.lock = lock;
    this.nanos = nanos;
    this.deadline = deadline.toNanos();
  }

  /** Whether this process certainly holds the lock. */
  boolean isHeld() {
    Long last = renewed;
    return last != null && nanos.getAsLong() - last < deadline;
  }

  /** Gives up the lock locally, whatever the API server has recorded. */
  void drop() {
    renewed = null;
  }

  @Override
  public @Nullable LeaderElectionRecord get(KubernetesClient client) {
    LeaderElectionRecord record = read(client);
    if (record == null) {
      return null;
    }
    if (!identity().equals(record.getHolderIdentity())) {
      drop();
    }
    long now = nanos.getAsLong();
    Seen before = seen;
    if (before == null
        || !Objects.equals(before.holder(), record.getHolderIdentity())
        || !Objects.equals(before.renewed(), record.getRenewTime())) {
      before = new Seen(record.getHolderIdentity(), record.getRenewTime(), now);
      seen = before;
    }
    ZonedDateTime renewTime = ZonedDateTime.now(ZoneOffset.UTC).minusNanos(now - before.nanos());
    return record.toBuilder().renewTime(renewTime).build();
  }

  private @Nullable LeaderElectionRecord read(KubernetesClient client) {
    try {
      return lock.get(client);
    } catch (KubernetesClientException e) {
      LOG.warnf("The Lease cannot be read: error=%s", message(e));
      throw e;
    } catch (RuntimeException e) {
      LOG.warnf("The Lease cannot be read: error=%s", e);
      // The elector retries only after a KubernetesClientException.
      throw new KubernetesClientException("the Lease cannot be read: " + e, e);
    }
  }

  @Override
  public void create(KubernetesClient client, LeaderElectionRecord record) {
    long begun = nanos.getAsLong();
    lock.create(client, record);
    renewed(record, begun);
  }

  @Override
  public void update(KubernetesClient client, LeaderElectionRecord record) {
    long begun = nanos.getAsLong();
    try {
      lock.update(client, record);
    } catch (KubernetesClientException e) {
      LOG.warnf("The Lease cannot be written: error=%s", message(e));
      throw e;
    }
    renewed(record, begun);
  }

  /** What happened; of an exception without a message, what caused it. */
  private static String message(Throwable fault) {
    Throwable each = fault;
    while (each.getMessage() == null && each.getCause() != null) {
      each = each.getCause();
    }
    return each.getMessage() == null ? each.toString() : each.getMessage();
  }

  private void renewed(LeaderElectionRecord record, long begun) {
    if (identity().equals(record.getHolderIdentity())) {
      renewed = begun;
    } else {
      drop();
    }
  }

  @Override
  public String identity() {
    return lock.identity();
  }

  @Override
  public String describe() {
    return lock.describe();
  }
}
