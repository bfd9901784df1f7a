package dev.plumbline.wiring;

import dev.plumbline.work.Worker;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Leader election by a Lease. This replica leads only while its last renewal is younger than the
 * renew deadline by its own clock: a replica that was paused or partitioned stops acting before
 * another one can start.
 */
public final class Leadership implements BooleanSupplier, AutoCloseable {

  private static final Logger LOG = Logger.getLogger(Leadership.class);

  private final KubernetesClient client;
  private final LeaderSettings settings;
  private final Consumer<Boolean> listener;
  private final FencedLock lock;
  private final ScheduledExecutorService executor =
      Executors.newScheduledThreadPool(2, Worker.factory("plumbline-leader"));

  /** In times the duration of the Lease. */
  private static final int PATIENCE = 2;

  private volatile BooleanSupplier fit = () -> true;
  private @Nullable CompletableFuture<?> election;
  private @Nullable Long unfitSince;

  /** Whether the Lease was given away, so that the election is joined only when able. */
  private boolean yielded;

  private boolean watched;
  private volatile boolean closed;
  private volatile boolean alone;

  /**
   * Creates a replica that does not lead and does not take part in the election yet.
   *
   * @param client closed by its creator after this
   * @param listener called on every change, from the election thread; must not block
   */
  public Leadership(
      KubernetesClient client,
      LeaderSettings settings,
      LeaseIdentity place,
      Consumer<Boolean> listener) {
    this.client = client;
    this.settings = settings;
    this.listener = listener;
    this.lock =
        new FencedLock(
            new LeaseLock(place.namespace(), settings.lease(), place.identity()),
            System::nanoTime,
            settings.renewDeadline());
  }

  /**
   * Joins the election, and rejoins whenever leadership is lost. Without election this replica
   * leads at once.
   */
  public synchronized void start() {
    if (closed) {
      return;
    }
    if (yielded && !fit.getAsBoolean()) {
      var unused =
          executor.schedule(this::start, settings.retryPeriod().toMillis(), TimeUnit.MILLISECONDS);
      return;
    }
    yielded = false;
    if (!settings.election()) {
      alone = true;
      changed(true);
      return;
    }
    var callbacks =
        new LeaderCallbacks(() -> changed(true), () -> changed(false), holder -> logLeader(holder));
    var config =
        new LeaderElectionConfig(
            lock,
            settings.leaseDuration(),
            settings.renewDeadline(),
            settings.retryPeriod(),
            callbacks,
            true,
            settings.lease());
    if (!watched) {
      watched = true;
      long every = settings.retryPeriod().toMillis();
      var unused =
          executor.scheduleWithFixedDelay(this::giveAway, every, every, TimeUnit.MILLISECONDS);
    }
    CompletableFuture<?> running = new LeaderElector(client, config, executor).start();
    election = running;
    running.whenComplete((nothing, fault) -> again());
  }

  /**
   * Gives the Lease away while {@code able} does not hold, after twice the duration of the Lease,
   * and joins the election again after as long, once it holds: another replica may be able to act.
   */
  void leadOnlyWhile(BooleanSupplier able) {
    fit = able;
  }

  /** Whether this replica may act now; checked before every write. */
  public boolean isLeader() {
    return (alone && !closed) || lock.isHeld();
  }

  @Override
  public boolean getAsBoolean() {
    return isLeader();
  }

  /**
   * Stops leading and releases the Lease, so that another replica need not wait until it expires.
   */
  @Override
  public void close() {
    CompletableFuture<?> running;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      running = election;
    }
    lock.drop();
    if (running != null) {
      running.cancel(true);
    }
    executor.shutdown();
    try {
      if (!executor.awaitTermination(5, TimeUnit.SECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void again() {
    lock.drop();
    if (!closed) {
      Duration pause = yielded ? patience() : settings.retryPeriod();
      executor.schedule(this::start, pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private Duration patience() {
    return settings.leaseDuration().multipliedBy(PATIENCE);
  }

  private synchronized void giveAway() {
    if (closed || !lock.isHeld() || fit.getAsBoolean()) {
      unfitSince = null;
      return;
    }
    long now = System.nanoTime();
    if (unfitSince == null) {
      unfitSince = now;
    } else if (now - unfitSince >= patience().toNanos() && election != null) {
      LOG.warnf(
          "This replica gives the Lease away, since its decision log cannot be written: for=%s",
          patience());
      unfitSince = null;
      yielded = true;
      election.cancel(true);
    }
  }

  private void changed(boolean leader) {
    if (!leader) {
      lock.drop();
    }
    LOG.info(leader ? "This replica acts" : "This replica acts no more");
    listener.accept(leader);
  }

  private static void logLeader(String holder) {
    LOG.debugf("The lease is held: holder=%s", holder);
  }
}
