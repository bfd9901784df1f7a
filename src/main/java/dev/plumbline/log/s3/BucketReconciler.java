package dev.plumbline.log.s3;

import dev.plumbline.log.EntryForm;
import dev.plumbline.log.Frontier;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.Segment;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.log.store.TreeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reconciles a log in a folder with its copy in a bucket. The bucket wins: a folder that is behind,
 * or has diverged, is set aside, and a new one is seeded with the newest part.
 */
final class BucketReconciler {

  private static final Logger LOG = Logger.getLogger(BucketReconciler.class);
  private static final String KEY = "key.pem";

  private final Path path;
  private final LogSettings settings;
  private final Bucket bucket;
  private final InstantSource clock;
  private final BucketFiles files;

  BucketReconciler(Path path, LogSettings settings, Bucket bucket, InstantSource clock) {
    this.path = path;
    this.settings = settings;
    this.bucket = bucket;
    this.clock = clock;
    this.files = new BucketFiles(bucket);
  }

  record Reconciled(FolderLog log, TreeFile uploaded) {}

  Reconciled reconcile() throws IOException {
    long newest = files.newest();
    boolean there = Files.isDirectory(path.resolve("segments"));
    if (newest < 0) {
      return startedLocally();
    }
    TreeFile uploaded = end(newest);
    if (there) {
      FolderLog log = FolderLog.open(path, settings, clock);
      if (continues(log, uploaded)) {
        return new Reconciled(log, uploaded);
      }
      long size = log.head().size();
      log.close();
      setAside(size, uploaded);
    }
    seed(newest);
    return new Reconciled(FolderLog.open(path, settings, clock), uploaded);
  }

  private Reconciled startedLocally() {
    FolderLog log = FolderLog.open(path, settings, clock);
    Path of = path;
    if (new StoredLog(new LogFolder(of)).segments().stream().anyMatch(each -> each.first() == 0)
        || log.head().size() == 0) {
      return new Reconciled(log, new TreeFile(new Frontier(), ""));
    }
    log.close();
    throw new InvalidLogException(
        bucket.place()
            + ": has no log, and the one in "
            + of
            + " does not begin at entry 0. Try: check plumbline.audit.s3.bucket and its prefix");
  }

  private TreeFile end(long first) throws IOException {
    Map<String, byte[]> part = files.part(first);
    var segment = new Segment(first);
    try {
      return SegmentUploader.end(
          first,
          Objects.requireNonNull(part.get(segment.tree())),
          Objects.requireNonNull(part.get(segment.leaves())));
    } catch (IllegalArgumentException | NullPointerException e) {
      throw new InvalidLogException(
          bucket.place() + SegmentArchive.key(first) + ": not a part of a log: " + e.getMessage());
    }
  }

  private static boolean continues(FolderLog log, TreeFile uploaded) {
    long size = uploaded.tree().size();
    if (log.head().size() < size) {
      return false;
    }
    try {
      return size == 0 || uploaded.last().equals(leaf(log, size - 1));
    } catch (InvalidLogException e) {
      return false; // it begins later
    }
  }

  private static @Nullable String leaf(FolderLog log, long sequence) {
    var leaf = new String[1];
    log.read(
        sequence,
        sequence + 1,
        entry -> {
          leaf[0] = Hashes.hex(Hashes.leaf(EntryForm.line(entry)));
          return true;
        });
    return leaf[0];
  }

  private void setAside(long size, TreeFile uploaded) throws IOException {
    Path aside =
        path.resolveSibling(path.getFileName() + "-aside-" + clock.instant().toEpochMilli());
    Files.move(path, aside);
    if (size > uploaded.tree().size()) {
      LOG.errorf(
          "The folder and the bucket have diverged; continuing from the bucket: kept=%s"
              + " entries=%d bucket=%d",
          aside, size, uploaded.tree().size());
    } else {
      LOG.warnf(
          "The folder is behind the bucket; continuing from the bucket: kept=%s entries=%d"
              + " bucket=%d",
          aside, size, uploaded.tree().size());
    }
    Path key = aside.resolve(KEY);
    if (Files.exists(key)) {
      Files.createDirectories(path);
      var unused = Files.copy(key, path.resolve(KEY));
    }
  }

  /** Lays the newest part into an empty folder. */
  private void seed(long newest) throws IOException {
    Files.createDirectories(path);
    try (var folder = new LogFolder(path)) {
      byte[] key = bucket.get(StoredLog.PUBLIC_KEY);
      if (key != null) {
        folder.replace(StoredLog.PUBLIC_KEY, key);
      }
      Map<String, byte[]> part = files.part(newest);
      byte[] note = part.get(new Segment(newest).checkpoints());
      for (Map.Entry<String, byte[]> file : part.entrySet()) {
        folder.replace(file.getKey(), file.getValue());
      }
      folder.replace(StoredLog.CHECKPOINT, Objects.requireNonNull(note));
    }
  }
}
