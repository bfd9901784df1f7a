package dev.plumbline.record;

import dev.plumbline.client.Backoff;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.log.LogFaultException;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Whether the log can be written, as a source that actions wait for. Only changes are reported,
 * since every report is recorded.
 */
final class RecorderHealth {

  static final String SOURCE = "decision-log";

  static final String OPERATION = "append entries";

  private static final Logger LOG = Logger.getLogger(RecorderHealth.class);
  private static final Backoff RETRY = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(30));

  private final String place;
  private final InstantSource clock;
  private final DoubleSupplier random;
  private final @Nullable String ephemeral;
  private @Nullable FactSink sink;
  private @Nullable String fault;
  private @Nullable Instant since;
  private int failures;
  private long faults;

  /**
   * Starts without a fault.
   *
   * @param ephemeral why the log does not outlive the pod, so that nothing is done; null when it
   *     does, or when that is allowed
   * @param random from 0 to 1: pauses are spread by it
   */
  RecorderHealth(
      String place, @Nullable String ephemeral, InstantSource clock, DoubleSupplier random) {
    this.ephemeral = ephemeral;
    this.place = place;
    this.clock = clock;
    this.random = random;
  }

  synchronized void reportTo(@Nullable FactSink to) {
    sink = to;
    if (to != null && ephemeral != null) {
      since = clock.instant().truncatedTo(ChronoUnit.SECONDS);
      LOG.warnf(
          "The decision log goes with the pod, so no action is carried out: log=%s reason=%s. Try:"
              + " a PersistentVolumeClaim, plumbline.audit.s3.bucket, or"
              + " plumbline.audit.allow-ephemeral=true",
          place, ephemeral);
    }
    if (to != null) {
      reportWritable();
    }
  }

  /** What is recorded is of use only where it is kept. */
  private void reportWritable() {
    report(ephemeral == null ? "synced" : "failed", ephemeral == null ? null : "NotDurable");
  }

  synchronized boolean recovered() {
    if (fault == null) {
      return false;
    }
    LOG.infof("The decision log can be written again: log=%s", place);
    fault = null;
    since = null;
    failures = 0;
    reportWritable();
    return true;
  }

  synchronized Duration failed(RuntimeException e) {
    String code = e instanceof LogFaultException known ? known.code() : "InternalFault";
    if (fault == null) {
      since = clock.instant().truncatedTo(ChronoUnit.SECONDS);
      LOG.errorf(
          "The decision log cannot be written; no action is carried out: log=%s error=%s",
          place, e.getMessage());
    }
    fault = code + ": " + e.getMessage();
    failures++;
    faults++;
    report("failed", code);
    return RETRY.pause(failures, random);
  }

  /** Why the log cannot be written; null when it can. */
  synchronized @Nullable String fault() {
    return fault;
  }

  synchronized long faults() {
    return faults;
  }

  private void report(String state, @Nullable String code) {
    FactSink to = sink;
    if (to != null) {
      var status = new SourceStatus(SOURCE, state, OPERATION, code, since, null, failures, null, 0);
      to.publish(List.of(new FactUpdate(status.key(), List.of(status), null)));
    }
  }
}
