package dev.plumbline.audit.s3;

import dev.plumbline.audit.DecisionLog;
import dev.plumbline.audit.Draft;
import dev.plumbline.audit.Entry;
import dev.plumbline.audit.LogFaultException;
import dev.plumbline.audit.LogHead;
import dev.plumbline.audit.store.Cut;
import dev.plumbline.audit.store.Folder;
import dev.plumbline.audit.store.FolderLog;
import dev.plumbline.audit.store.LogSettings;
import dev.plumbline.audit.store.StoredLog;
import dev.plumbline.audit.store.TreeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A log in a folder that is shipped to a bucket by a thread of its own. While the bucket is away
 * the folder buffers, up to a bound; beyond it nothing more is taken.
 */
public final class ShippedLog implements DecisionLog {

  private static final Logger LOG = Logger.getLogger(ShippedLog.class);

  private final FolderLog log;
  private final StoredLog remote;
  private final Bucket bucket;
  private final Shipper shipper;
  private final Pace pace;
  private final Thread thread;
  private long shippedBytes;
  private @Nullable String fault;
  private @Nullable ForkedException forked;
  private boolean closing;

  /**
   * How it is shipped.
   *
   * @param bound the most bytes of entries that may wait
   * @param every how long entries are gathered
   * @param first how long to wait after a failure; twice as long after each further one
   * @param most at most so long
   */
  public record Pace(long bound, Duration every, Duration first, Duration most) {}

  private ShippedLog(FolderLog log, Path folder, Bucket bucket, Pace pace) {
    this.log = log;
    this.bucket = bucket;
    this.remote = new StoredLog(new BucketFiles(bucket));
    this.shipper = new Shipper(new StoredLog(new Folder(folder)), bucket);
    this.pace = pace;
    this.thread = Thread.ofPlatform().name("decision-log-shipping").daemon().unstarted(this::run);
  }

  /**
   * Opens a log. With an empty folder it goes on where the one in the bucket ends.
   *
   * @throws LogFaultException when either cannot be reached
   */
  public static ShippedLog open(
      Path folder, LogSettings settings, InstantSource clock, Bucket bucket, Pace pace) {
    try {
      if (FolderLog.isEmpty(folder)) {
        TreeFile end = Shipper.end(bucket);
        if (end != null) {
          FolderLog.goOn(
              folder,
              end,
              new StoredLog(new BucketFiles(bucket)).checkpointOf(end.tree().size()),
              bucket.get(StoredLog.PUBLIC_KEY));
        }
      }
    } catch (IOException e) {
      throw fault("Unreachable", bucket.place() + ": it cannot be reached: " + e.getMessage(), e);
    } catch (ForkedException e) {
      throw fault("Forked", String.valueOf(e.getMessage()), e);
    }
    var shipped = new ShippedLog(FolderLog.open(folder, settings, clock), folder, bucket, pace);
    shipped.thread.start();
    return shipped;
  }

  private static LogFaultException fault(String code, String message, Exception cause) {
    return new LogFaultException(code, message, cause);
  }

  /** What was cut off when it was opened; null when nothing was. */
  public @Nullable Cut cut() {
    return log.cut();
  }

  @Override
  public LogHead head() {
    return log.head();
  }

  @Override
  public void read(long from, long to, Predicate<Entry> wanted) {
    long here = log.first();
    boolean[] more = {true};
    if (from < here) {
      remote.read(from, Math.min(to, here), entry -> more[0] = wanted.test(entry));
    }
    if (more[0]) {
      log.read(Math.max(from, here), to, wanted);
    }
  }

  @Override
  public byte @Nullable [] object(String digest) {
    byte[] content = log.object(digest);
    return content == null ? remote.object(digest) : content;
  }

  @Override
  public long append(List<Draft> drafts) {
    synchronized (this) {
      if (forked != null) {
        throw fault("Forked", String.valueOf(forked.getMessage()), forked);
      }
      if (log.bytes() - shippedBytes >= pace.bound()) {
        throw fault(
            "BackedUp",
            "%s: more than %d bytes wait to be shipped: %s"
                .formatted(bucket.place(), pace.bound(), fault == null ? "it is slow" : fault),
            new IOException("backed up"));
      }
    }
    long first = log.append(drafts);
    synchronized (this) {
      notifyAll();
    }
    return first;
  }

  @Override
  public String store(byte[] content) {
    return log.store(content);
  }

  private void run() {
    Duration wait = pace.every();
    while (pause(wait)) {
      wait = shipNow() ? pace.every() : longer(wait);
    }
  }

  /** Waits; false when it is closed. */
  private synchronized boolean pause(Duration wait) {
    long end = System.nanoTime() + wait.toNanos();
    try {
      for (long left = end - System.nanoTime();
          left > 0 && !closing;
          left = end - System.nanoTime()) {
        wait(Math.max(1, left / 1_000_000));
      }
      while (!closing && fault == null && log.bytes() == shippedBytes) {
        wait();
      }
    } catch (InterruptedException e) {
      return false;
    }
    return !closing && forked == null;
  }

  private Duration longer(Duration before) {
    long most = pace.most().toMillis();
    long next = Math.clamp(before.toMillis() * 2, pace.first().toMillis(), most);
    return Duration.ofMillis(next / 2 + ThreadLocalRandom.current().nextLong(next / 2 + 1));
  }

  /** Ships at once; false when it has to be tried again. */
  boolean shipNow() {
    long before = log.bytes();
    try {
      shipper.ship();
      synchronized (this) {
        shippedBytes = Math.max(shippedBytes, before);
        fault = null;
      }
      return true;
    } catch (IOException e) {
      LOG.warnf("The decision log is not shipped: place=%s why=%s", bucket.place(), e.getMessage());
      synchronized (this) {
        fault = String.valueOf(e.getMessage());
      }
      return false;
    } catch (ForkedException e) {
      LOG.errorf("The decision log is forked: place=%s why=%s", bucket.place(), e.getMessage());
      synchronized (this) {
        forked = e;
      }
      return false;
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closing = true;
      notifyAll();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (log.bytes() > shippedBytes && forked == null) {
      shipNow();
    }
    log.close();
    bucket.close();
  }
}
