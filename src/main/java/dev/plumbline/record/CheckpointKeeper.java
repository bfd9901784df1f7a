package dev.plumbline.record;

import dev.plumbline.client.Backoff;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.work.Worker;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Has the newest checkpoint of the log kept elsewhere, again and again, on a thread of its own. A
 * place that does not answer is retried with backoff and holds nothing up.
 */
final class CheckpointKeeper implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(CheckpointKeeper.class);
  private static final Duration KEEP = Duration.ofMinutes(2);
  private static final Duration FIRST_RETRY = Duration.ofSeconds(5);

  private final Place place;
  private final Duration every;
  private final Backoff backoff;
  private final BooleanSupplier writes;
  private final InstantSource clock;
  private final Thread thread;
  private volatile boolean closed;
  private volatile @Nullable Instant kept;
  private @Nullable String fault;

  /** Where a checkpoint is kept, out of reach of those who can write the log. */
  interface Place {

    /** What it is called in metrics: lease, witness. */
    String kind();

    /** Where it is, for people. */
    String name();

    /**
     * Has the newest checkpoint kept, if it is newer than the one that is.
     *
     * @return whether it was newer
     * @throws IOException when the place does not answer, or the log does not continue what it has
     * @throws IllegalArgumentException when it answers something else
     */
    boolean keep() throws IOException, InterruptedException;
  }

  /**
   * Does nothing before {@link #start}.
   *
   * @param writes whether this process writes the log
   */
  CheckpointKeeper(Place place, Duration every, BooleanSupplier writes, InstantSource clock) {
    this.place = place;
    this.every = every;
    this.backoff = new Backoff(FIRST_RETRY, every);
    this.writes = writes;
    this.clock = clock;
    this.thread = Worker.of("plumbline-" + place.kind(), this::run);
    thread.setDaemon(true);
  }

  CheckpointKeeper start() {
    thread.start();
    return this;
  }

  String kind() {
    return place.kind();
  }

  /** When the place last had the newest checkpoint; null when it never had. */
  @Nullable Instant kept() {
    return kept;
  }

  private void run() {
    int failures = 0;
    while (!closed) {
      Duration pause = every;
      if (writes.getAsBoolean()) {
        Worker.at("keep the checkpoint", KEEP);
        try {
          place.keep();
          kept = clock.instant();
          failures = 0;
          report(null);
        } catch (IOException
            | IllegalArgumentException
            | InvalidLogException
            | KubernetesClientException e) {
          pause = backoff.pause(++failures);
          report(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
          return;
        }
      } else {
        // So that a new leader does not wait for a whole turn.
        pause = pause.compareTo(FIRST_RETRY) < 0 ? pause : FIRST_RETRY;
      }
      Worker.idle();
      LockSupport.parkNanos(pause.toNanos());
    }
  }

  private void report(@Nullable String now) {
    if (now != null && !now.equals(fault)) {
      LOG.warnf(
          "The checkpoint of the decision log is not kept: %s=%s error=%s",
          place.kind(), place.name(), now);
    } else if (now == null && fault != null) {
      LOG.infof(
          "The checkpoint of the decision log is kept again: %s=%s", place.kind(), place.name());
    }
    fault = now;
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
