package dev.plumbline.audit.s3;

import dev.plumbline.audit.DecisionLog;
import dev.plumbline.audit.Entry;
import dev.plumbline.audit.Entry.Draft;
import dev.plumbline.audit.InvalidLogException;
import dev.plumbline.audit.LogFaultException;
import dev.plumbline.audit.LogHead;
import dev.plumbline.audit.s3.SegmentUploader.ForkedException;
import dev.plumbline.audit.store.Folder;
import dev.plumbline.audit.store.FolderLog;
import dev.plumbline.audit.store.FolderLog.Cut;
import dev.plumbline.audit.store.LogSettings;
import dev.plumbline.audit.store.StoredLog;
import dev.plumbline.client.Backoff;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A log in a folder that is shipped to a bucket as it grows, on a thread of its own. While the
 * bucket is away the folder has it, up to a bound; beyond it nothing more is appended. A log that
 * the bucket has is gone on with, whatever the folder has of it.
 */
public final class BucketLog implements DecisionLog {

  private static final Logger LOG = Logger.getLogger(BucketLog.class);
  private static final Backoff RETRY = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  private final FolderLog log;
  private final Folder folder;
  private final SegmentUploader shipper;
  private final LocalRetention local;
  private final StoredLog past;
  private final BucketSettings settings;
  private final ReentrantReadWriteLock trimming = new ReentrantReadWriteLock();
  private final Semaphore news = new Semaphore(0);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "plumbline-audit-s3");

  private volatile long shipped;
  private volatile @Nullable IOException fault;

  private BucketLog(
      FolderLog log,
      Folder folder,
      SegmentUploader shipper,
      Bucket bucket,
      BucketSettings settings) {
    this.past = new StoredLog(new BucketFiles(bucket));
    this.log = log;
    this.folder = folder;
    this.shipper = shipper;
    this.local = new LocalRetention(folder, settings.local());
    this.settings = settings;
    this.shipped = shipper.shipped();
    if (log.head().size() > shipped) {
      news.release();
    }
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Opens the log in {@code path}, which the bucket has as well or will have.
   *
   * @throws LogFaultException when the folder or the bucket cannot be used now
   */
  public static BucketLog open(
      Path path, LogSettings log, Bucket bucket, BucketSettings settings, InstantSource clock) {
    try {
      BucketReconciler.Met met = new BucketReconciler(path, log, bucket, clock).meet();
      var folder = new Folder(path);
      var shipper = new SegmentUploader(folder, bucket, met.shipped());
      return new BucketLog(met.log(), folder, shipper, bucket, settings);
    } catch (IOException e) {
      throw new LogFaultException("Unavailable", String.valueOf(e.getMessage()), e);
    }
  }

  /** What was cut off when it was opened; null when nothing was. */
  public @Nullable Cut cut() {
    return log.cut();
  }

  /** How many entries the bucket has. */
  public long shipped() {
    return shipped;
  }

  /** Why the bucket does not take what is shipped; null when it does. */
  public @Nullable String fault() {
    IOException now = fault;
    return now == null ? null : now.getMessage();
  }

  @Override
  public LogHead head() {
    return log.head();
  }

  /** What the folder does not have, since it began later, is read from the bucket. */
  @Override
  public void read(long from, long to, Predicate<Entry> wanted) {
    trimming.readLock().lock();
    try {
      readBoth(from, to, wanted);
    } finally {
      trimming.readLock().unlock();
    }
  }

  private void readBoth(long from, long to, Predicate<Entry> wanted) {
    long local = log.first();
    boolean[] goesOn = {true};
    if (from < local) {
      past.read(
          from,
          Math.min(to, local),
          entry -> {
            goesOn[0] = wanted.test(entry);
            return goesOn[0];
          });
    }
    if (goesOn[0] && to > local) {
      log.read(Math.max(from, local), to, wanted);
    }
  }

  @Override
  public byte @Nullable [] object(String digest) {
    byte[] content = log.object(digest);
    return content == null ? past.object(digest) : content;
  }

  @Override
  public long append(List<Draft> drafts) {
    IOException now = fault;
    if (now instanceof ForkedException) {
      throw new LogFaultException("Forked", String.valueOf(now.getMessage()), now);
    }
    long waiting = log.head().size() - shipped;
    if (waiting + drafts.size() > settings.most()) {
      IOException why = now == null ? new IOException("it is slow") : now;
      throw new LogFaultException(
          "BackedUp", waiting + " entries wait for the bucket: " + why.getMessage(), why);
    }
    long first = log.append(drafts);
    news.release();
    return first;
  }

  @Override
  public String store(byte[] content) {
    return log.store(content);
  }

  private void run() {
    try {
      while (true) {
        news.acquire();
        // What is appended in one go is shipped in one go.
        if (ended.await(settings.every().toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
        news.drainPermits();
        for (int failures = 1; !ship(); failures++) {
          if (ended.await(RETRY.pause(failures).toMillis(), TimeUnit.MILLISECONDS)) {
            return;
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Answers whether the bucket has all there was. */
  private synchronized boolean ship() {
    try {
      shipper.ship();
      shipped = shipper.shipped();
      if (fault != null) {
        LOG.info("The bucket takes the decision log again");
      }
      fault = null;
      trim();
      return true;
    } catch (IOException e) {
      if (fault == null) {
        LOG.errorf(
            "The decision log cannot be shipped, it is tried again: error=%s", e.getMessage());
      }
      fault = e;
      return false;
    }
  }

  /** The folder is one that others read from as well: what cannot go now goes later. */
  private void trim() {
    if (!trimming.writeLock().tryLock()) {
      return; // somebody reads
    }
    try {
      local.trim(shipped);
    } catch (IOException | InvalidLogException e) {
      LOG.warnf("What the bucket has could not be removed here: error=%s", e.getMessage());
    } finally {
      trimming.writeLock().unlock();
    }
  }

  @Override
  public void close() {
    ended.countDown();
    news.release();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    boolean unused = ship();
    try {
      log.close();
      folder.close();
    } catch (IOException e) {
      throw new LogFaultException("IOError", String.valueOf(e.getMessage()), e);
    }
  }
}
