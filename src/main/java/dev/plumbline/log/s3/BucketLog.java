package dev.plumbline.log.s3;

import dev.plumbline.client.Backoff;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.DecisionLog.LogHead;
import dev.plumbline.log.Entry;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogFaultException;
import dev.plumbline.log.RetainedFrom;
import dev.plumbline.log.s3.Bucket.BucketSettings;
import dev.plumbline.log.s3.SegmentUploader.ForkedException;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.Cut;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.work.Worker;
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
 * A log in a folder that is uploaded to a bucket as it grows, on a thread of its own. While the
 * bucket is unavailable the folder buffers entries, up to a limit; above it appending fails. If the
 * bucket has a log, that one is continued, whatever the folder has of it.
 */
public final class BucketLog implements DecisionLog {

  private static final Logger LOG = Logger.getLogger(BucketLog.class);
  private static final Backoff RETRY = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  private final FolderLog log;
  private final LogFolder folder;
  private final SegmentUploader uploader;
  private final LocalRetention local;

  /** How long what has gathered may take, several segments after a fault of the bucket. */
  private static final Duration UPLOAD = Duration.ofMinutes(10);

  private final StoredLog past;
  private final BucketSettings settings;
  private final ReentrantReadWriteLock trimming = new ReentrantReadWriteLock();
  private final Semaphore news = new Semaphore(0);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Worker thread = Worker.of("plumbline-audit-s3", this::run);

  private volatile long uploaded;
  private volatile @Nullable IOException fault;

  private BucketLog(
      FolderLog log,
      LogFolder folder,
      SegmentUploader uploader,
      Bucket bucket,
      BucketSettings settings) {
    this.past = new StoredLog(new BucketFiles(bucket));
    this.log = log;
    this.folder = folder;
    this.uploader = uploader;
    this.local = new LocalRetention(folder, log::retainedFrom, settings.local());
    this.settings = settings;
    this.uploaded = uploader.uploaded();
    if (log.head().size() > uploaded) {
      news.release();
    }
    thread.start();
  }

  /** Opens the log in {@code path}, which the bucket has as well or will have. */
  public static BucketLog open(
      Path path, LogSettings log, Bucket bucket, BucketSettings settings, InstantSource clock) {
    try {
      var reconciled = new BucketReconciler(path, log, bucket, clock).reconcile();
      var folder = new LogFolder(path);
      var uploader = new SegmentUploader(folder, bucket, reconciled.uploaded());
      long first = reconciled.log().first();
      if (first > 0 && first <= uploader.uploaded()) { // it was seeded with the newest part
        folder.replace(RetainedFrom.FILE, reconciled.log().retainedFrom(first));
      }
      return new BucketLog(reconciled.log(), folder, uploader, bucket, settings);
    } catch (IOException e) {
      throw new LogFaultException("Unavailable", String.valueOf(e.getMessage()), e);
    }
  }

  /** What was cut off when it was opened; null when nothing was. */
  public @Nullable Cut cut() {
    return log.cut();
  }

  public long uploaded() {
    return uploaded;
  }

  /** Why uploads fail; null when they succeed. */
  public @Nullable String fault() {
    IOException now = fault;
    return now == null ? null : now.getMessage();
  }

  @Override
  public LogHead head() {
    return log.head();
  }

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
    long waiting = log.head().size() - uploaded;
    if (waiting + drafts.size() > settings.most()) {
      IOException why = now == null ? new IOException("it is slow to respond") : now;
      throw new LogFaultException(
          "BackedUp", waiting + " entries wait for the bucket: " + why.getMessage(), why);
    }
    long first = log.append(drafts);
    news.release();
    return first;
  }

  @Override
  public void check() {
    log.check();
  }

  @Override
  public String store(byte[] content) {
    return log.store(content);
  }

  private void run() {
    try {
      while (true) {
        news.acquire();
        // A batch is uploaded as a whole.
        if (ended.await(settings.every().toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
        news.drainPermits();
        for (int failures = 1; !upload(); failures++) {
          if (ended.await(RETRY.pause(failures).toMillis(), TimeUnit.MILLISECONDS)) {
            return;
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean upload() {
    Worker.at("upload", UPLOAD);
    try {
      uploader.upload();
      uploaded = uploader.uploaded();
      if (fault != null) {
        LOG.info("The decision log is uploaded again");
      }
      fault = null;
      trim();
      return true;
    } catch (IOException e) {
      failed(e);
      return false;
    } catch (RuntimeException e) {
      // The thread must not end by it: recording would, once the buffer is full.
      LOG.debug("Internal error (bug): uploading the decision log failed", e);
      failed(new IOException("internal error (bug): " + e, e));
      return false;
    } finally {
      Worker.idle();
    }
  }

  private void failed(IOException e) {
    if (fault == null) {
      LOG.errorf("The decision log cannot be uploaded; retrying: error=%s", e.getMessage());
    }
    fault = e;
  }

  /** Trims the folder; files that are still being read are removed later. */
  private void trim() {
    if (!trimming.writeLock().tryLock()) {
      return; // a reader holds the lock
    }
    try {
      local.trim(uploaded);
    } catch (IOException | InvalidLogException e) {
      LOG.warnf("Uploaded segments could not be removed locally: error=%s", e.getMessage());
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
    boolean unused = upload();
    try {
      log.close();
      folder.close();
    } catch (IOException e) {
      throw new LogFaultException("IOError", String.valueOf(e.getMessage()), e);
    }
  }
}
