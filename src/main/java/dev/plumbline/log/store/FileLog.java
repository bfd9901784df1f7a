package dev.plumbline.log.store;

import dev.plumbline.log.Batch;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.DecisionLog.LogHead;
import dev.plumbline.log.Entry;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogFaultException;
import dev.plumbline.log.RetainedFrom;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.store.FolderLog.Cut;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.log.store.OpenSegment.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.ReadOnlyFileSystemException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A log that is written to files on any disk. */
final class FileLog implements DecisionLog {

  private static final Logger LOG = Logger.getLogger(FileLog.class);

  /** Of how many closed segments each check looks whether they are there, in turn. */
  private static final int CLOSED_PER_CHECK = 256;

  private final Disk disk;
  private final StoredLog stored;
  private final SigningKey key;
  private final LogSettings settings;
  private final InstantSource clock;
  private final @Nullable Cut cut;
  private TreeFile at;
  private Checkpoint head;
  private @Nullable OpenSegment open;
  private volatile LogHead published;
  private final TreeSet<Long> segments = new TreeSet<>();
  private long looked = -1;
  private boolean altered;

  /** Recovers the state of the log; the key is already checked. */
  FileLog(Disk disk, SigningKey key, LogSettings settings, InstantSource clock) {
    this.disk = disk;
    this.stored = new StoredLog(disk);
    this.key = key;
    this.settings = settings;
    this.clock = clock;
    Recovery.Found found;
    try {
      found = new Recovery(disk, key).find();
    } catch (IOException | UncheckedIOException e) {
      throw Faults.of(disk.place(), e);
    }
    this.cut = found.cut();
    this.at = found.at();
    this.head = found.head();
    this.open = found.open();
    this.published = head.head();
    stored.segments().forEach(each -> segments.add(each.first()));
  }

  long first() {
    List<Segment> segments = stored.segments();
    return segments.isEmpty() ? 0 : segments.getFirst().first();
  }

  byte[] signed(RetainedFrom retained) {
    return retained.signed(key);
  }

  /** What was cut off when it was opened; null when nothing was. */
  @Nullable Cut cut() {
    return cut;
  }

  @Override
  public LogHead head() {
    return published;
  }

  @Override
  public void read(long from, long to, Predicate<Entry> wanted) {
    stored.read(from, Math.min(to, published.size()), wanted);
  }

  @Override
  public byte @Nullable [] object(String digest) {
    return stored.object(digest);
  }

  @Override
  public synchronized long append(List<Draft> drafts) {
    long first = at.tree().size();
    if (drafts.isEmpty()) {
      return first;
    }
    Batch batch = Batch.of(drafts, at.tree(), at.last());
    try {
      intact();
      OpenSegment segment = segment();
      Checkpoint appended = segment.append(batch, clock.instant(), key);
      String missing = segment.missing();
      if (missing != null) { // removed while it was written
        altered = true;
        throw new AlteredFilesException(missing);
      }
      head = appended;
    } catch (IOException | UncheckedIOException e) {
      repair();
      throw Faults.of(disk.place(), e);
    }
    at = new TreeFile(batch.tree(), Hashes.hex(batch.leaves().getLast()));
    published = head.head();
    publish();
    return first;
  }

  @Override
  public synchronized void check() {
    try {
      intact();
    } catch (IOException | UncheckedIOException e) {
      throw Faults.of(disk.place(), e);
    }
  }

  /** Checks that no file is gone; where some were and are back, what they hold is checked too. */
  private void intact() throws IOException {
    String missing = missing();
    altered = altered || missing != null;
    if (missing != null) {
      throw new AlteredFilesException(missing);
    }
    if (altered) {
      try {
        Recovery.Found found = new Recovery(disk, key).find();
        if (!found.head().head().equals(published)) {
          throw new AlteredFilesException(StoredLog.CHECKPOINT);
        }
        open = found.open();
        altered = false;
      } catch (InvalidLogException e) {
        throw new LogFaultException(Faults.ALTERED, String.valueOf(e.getMessage()), e);
      }
    }
  }

  private @Nullable String missing() throws IOException {
    String missing = open == null ? null : open.missing();
    if (missing == null && disk.length(StoredLog.CHECKPOINT) < 0) {
      missing = StoredLog.CHECKPOINT;
    }
    for (int i = 0; i < CLOSED_PER_CHECK && i < segments.size() && missing == null; i++) {
      Long next = segments.higher(looked);
      looked = next == null ? segments.first() : next;
      String tree = new Segment(looked).tree();
      if (disk.length(tree) < 0) {
        if (looked >= retainedFrom()) {
          missing = tree;
        } else {
          segments.remove(looked); // the bucket has it
        }
      }
    }
    return missing;
  }

  private long retainedFrom() throws IOException {
    byte[] note = disk.bytes(RetainedFrom.FILE);
    try {
      return note == null ? 0 : RetainedFrom.read(note, key.verifier()).first();
    } catch (IllegalArgumentException e) {
      return 0;
    }
  }

  /** Files of the log were removed, replaced or cut while it was open. */
  private static final class AlteredFilesException extends IOException {

    private static final long serialVersionUID = 1L;

    AlteredFilesException(String name) {
      super(
          name
              + " was removed, replaced or cut while the log is written. Try: put it back as it"
              + " was, or look at what is left with plumbline audit verify before a restart");
    }
  }

  /** The file with the newest checkpoint is a copy: if it is stale, the segments have it. */
  private void publish() {
    try {
      disk.replace(StoredLog.CHECKPOINT, head.note().getBytes(StandardCharsets.UTF_8));
    } catch (IOException | UncheckedIOException e) {
      LOG.warnf(
          "The copy of the newest checkpoint is stale: location=%s error=%s",
          disk.place(), e.getMessage());
    }
  }

  private void repair() {
    try {
      if (open != null) {
        open.repair();
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.debugf("Leftovers of a failed append stay until the next one: %s", e.getMessage());
    }
  }

  private OpenSegment segment() throws IOException {
    OpenSegment now = open;
    if (now != null && full(now)) {
      now.close(head);
      open = null;
      now = null;
    }
    if (now == null) {
      now = OpenSegment.create(disk, at, head);
      open = now;
      segments.add(at.tree().size());
    }
    return now;
  }

  private boolean full(OpenSegment segment) {
    Instant began = segment.began();
    return segment.lineBytes() >= settings.segmentBytes()
        || (began != null
            && Duration.between(began, clock.instant()).compareTo(settings.segmentAge()) >= 0);
  }

  @Override
  public String store(byte[] content) {
    String digest = StoredObjects.digest(content);
    String file = StoredObjects.file(digest);
    try {
      if (disk.length(file) < 0) {
        disk.replace(file, SealedGzip.pack(content));
      }
      return digest;
    } catch (IOException | UncheckedIOException e) {
      throw Faults.of(disk.place(), e);
    }
  }

  @Override
  public void close() {}

  static final class Faults {

    static final String ALTERED = "Altered";

    private Faults() {}

    static LogFaultException of(String place, Exception cause) {
      return new LogFaultException(
          code(cause), place + ": the decision log cannot be written: " + words(cause), cause);
    }

    private static String words(Exception cause) {
      String words = cause.getMessage();
      return cause instanceof AccessDeniedException
          ? "access denied to " + words
          : words == null ? cause.toString() : words;
    }

    private static String code(Exception cause) {
      if (cause instanceof AlteredFilesException) {
        return ALTERED;
      }
      String words = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
      if (words.contains("no space left")) {
        return "NoSpace";
      }
      if (words.contains("quota")) {
        return "QuotaExceeded";
      }
      if (words.contains("read-only") || cause instanceof ReadOnlyFileSystemException) {
        return "ReadOnly";
      }
      if (cause instanceof AccessDeniedException) {
        return "AccessDenied";
      }
      return cause instanceof IOException ? "IOError" : cause.getClass().getSimpleName();
    }
  }
}
