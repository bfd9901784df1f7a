package dev.plumbline.web;

import dev.plumbline.fleet.Fleet;
import dev.plumbline.fleet.Fleet.FleetStatus;
import dev.plumbline.fleet.Fleet.Settings;
import dev.plumbline.log.s3.Bucket;
import dev.plumbline.log.s3.BucketAddress;
import dev.plumbline.log.s3.LogDiscovery;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.record.RecordWiring;
import dev.plumbline.web.WebSettings.FleetSettings;
import dev.plumbline.work.Worker;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;

/** The fleet that settings name: read in the background, and only while somebody looks. */
@ApplicationScoped
class FleetWatch {

  private static final Logger LOG = Logger.getLogger(FleetWatch.class);
  private static final Duration READ = Duration.ofMinutes(30);

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Beside the work of the host. */
  private static final int THREADS = 4;

  private final FleetSettings settings;
  private final RecordWiring parts;
  private final InstantSource clock = Clock.systemUTC();
  private @Nullable Fleet fleet;
  private @Nullable FleetStatus last;
  private @Nullable String fault;
  private boolean reading;

  FleetWatch(WebSettings settings, RecordWiring parts) {
    this.settings = settings.fleet();
    this.parts = parts;
  }

  /**
   * The clusters as they were last read.
   *
   * @param fault why they cannot be read now; null when they can
   */
  record Seen(FleetStatus fleet, @Nullable String fault) {}

  /** What was read last; a read is started where that is longer ago than the interval. */
  synchronized Seen seen() {
    if (settings.location().isEmpty()) {
      throw Problem.notFound(
          "no fleet is configured. Try: set plumbline.web.fleet.location to s3://bucket/prefix.");
    }
    FleetStatus known = last;
    boolean due = known == null || known.at().plus(settings.every()).isBefore(clock.instant());
    if (due && !reading) {
      reading = true;
      Worker.of("plumbline-fleet", Worker.stage("read the fleet", READ, this::read)).start();
    }
    known = known == null ? first() : known;
    if (known == null) {
      throw Problem.notReady(
          fault == null ? "the logs of the fleet are read for the first time." : fault);
    }
    return new Seen(known, fault);
  }

  /** Small fleets are read within a moment; null where this one is not. */
  private @Nullable FleetStatus first() {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try {
      for (long left = PATIENCE.toMillis(); reading && left > 0; ) {
        wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return last;
  }

  private void read() {
    FleetStatus now = null;
    String why = "internal error (bug). Try: see the log of this program.";
    try {
      now = fleet().read();
      why = null;
    } catch (IOException | SdkException e) {
      why = settings.location().orElseThrow() + " cannot be read: " + e.getMessage();
    } finally {
      done(now, why);
    }
  }

  private synchronized void done(@Nullable FleetStatus now, @Nullable String why) {
    if (why != null && !Objects.equals(why, fault)) {
      LOG.warnf("The fleet cannot be read; retrying when somebody looks: error=%s", why);
    }
    last = now == null ? last : now;
    fault = why;
    reading = false;
    notifyAll();
  }

  private synchronized Fleet fleet() {
    Fleet known = fleet;
    if (known == null) {
      known =
          new Fleet(finder(), new Settings(name -> true, false, THREADS), clock, progress -> {});
      fleet = known;
    }
    return known;
  }

  private Fleet.Finder finder() {
    String location = settings.location().orElseThrow();
    if (!BucketAddress.isOne(location)) {
      return known -> found(location, LogDiscovery.in(Path.of(location)));
    }
    BucketAddress address = BucketAddress.of(location);
    Bucket bucket = parts.bucket(address.bucket(), address.prefix());
    return (Set<String> known) -> found(location, LogDiscovery.in(bucket, known));
  }

  private static List<LogFiles> found(String location, List<LogFiles> logs) throws IOException {
    if (logs.isEmpty()) {
      throw new IOException("there is no decision log in " + location + ", nor below it");
    }
    return logs;
  }
}
