package dev.plumbline.log.store;

import dev.plumbline.log.Batch;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.SigningKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The segment that is written. A batch is in the log from when its checkpoint is durable, which is
 * after its lines and hashes are; whatever lies behind the last checkpoint never was.
 */
final class OpenSegment {

  private final Disk disk;
  private final Segment segment;
  private long lineBytes;
  private long leafBytes;
  private long noteBytes;
  private @Nullable Instant began;
  private boolean dirty;
  private boolean closing;

  /** How long the files of a segment are, as far as they are in the log. */
  record Lengths(long lines, long leaves, long notes) {}

  OpenSegment(Disk disk, Segment segment, Lengths lengths, @Nullable Instant began) {
    this.disk = disk;
    this.segment = segment;
    this.lineBytes = lengths.lines();
    this.leafBytes = lengths.leaves();
    this.noteBytes = lengths.notes();
    this.began = began;
  }

  static OpenSegment create(Disk disk, TreeFile at, Checkpoint head) throws IOException {
    var segment = new Segment(at.tree().size());
    byte[] note = at.tree().size() == 0 ? new byte[0] : bytes(head);
    disk.replace(segment.checkpoints(), note);
    disk.replace(segment.tree(), at.bytes());
    return new OpenSegment(disk, segment, new Lengths(0, 0, note.length), null);
  }

  long lineBytes() {
    return lineBytes;
  }

  @Nullable Instant began() {
    return began;
  }

  /** A file that is not where it was written, or not as long; null when there is none. */
  @Nullable String missing() throws IOException {
    if (closing) {
      return null; // its files are being replaced
    }
    String missing = missing(segment.lines(), lineBytes);
    missing = missing == null ? missing(segment.leaves(), leafBytes) : missing;
    missing = missing == null ? missing(segment.checkpoints(), noteBytes) : missing;
    return missing == null && disk.length(segment.tree()) < 0 ? segment.tree() : missing;
  }

  private @Nullable String missing(String name, long length) throws IOException {
    if (length == 0 && !dirty) {
      return null;
    }
    long there = disk.length(name);
    boolean whole = (dirty ? there >= length : there == length) || (dirty && length == 0);
    if (whole && disk.written(name)) {
      return null;
    }
    disk.done(name); // what is open may be of a file that was removed
    return name;
  }

  Checkpoint append(Batch batch, Instant at, SigningKey key) throws IOException {
    repair();
    dirty = true;
    byte[] lines = batch.text();
    disk.append(segment.lines(), lines);
    disk.sync(segment.lines());
    disk.append(segment.leaves(), batch.hashes());
    disk.sync(segment.leaves());
    Checkpoint checkpoint = Checkpoint.sign(key, batch.tree());
    byte[] note = bytes(checkpoint);
    disk.append(segment.checkpoints(), note);
    disk.sync(segment.checkpoints());
    dirty = false;
    lineBytes += lines.length;
    noteBytes += note.length;
    began = began == null ? at : began;
    leafBytes += (long) batch.leaves().size() * Hashes.LENGTH;
    return checkpoint;
  }

  void repair() throws IOException {
    if (!dirty) {
      return;
    }
    cut(segment.checkpoints(), noteBytes);
    cut(segment.leaves(), leafBytes);
    cut(segment.lines(), lineBytes);
    dirty = false;
  }

  private void cut(String name, long length) throws IOException {
    if (disk.length(name) > length) {
      disk.truncate(name, length);
      disk.sync(name);
    }
  }

  /** Packs the lines and keeps the last checkpoint alone; may be called again after a failure. */
  void close(Checkpoint head) throws IOException {
    repair();
    closing = true;
    disk.replace(segment.checkpoints(), bytes(head));
    noteBytes = bytes(head).length;
    byte[] lines = disk.bytes(segment.lines());
    if (lines != null) {
      disk.replace(segment.packedLines(), SealedGzip.pack(lines));
      disk.delete(segment.lines());
    }
    disk.done(segment.leaves());
  }

  private static byte[] bytes(Checkpoint checkpoint) {
    return checkpoint.note().getBytes(StandardCharsets.UTF_8);
  }

  /** Files with defined durability after a crash. */
  interface Disk extends LogFiles {

    /** The length of a file in bytes; negative when it does not exist. */
    long length(String name) throws IOException;

    /** Appends to a file, creating it if needed. Durable only after {@link #sync}. */
    void append(String name, byte[] bytes) throws IOException;

    /** Whether the file that is open for appending is the one of this name; true for none. */
    default boolean written(String name) throws IOException {
      return true;
    }

    /** Closes a file for appending until the next append. */
    default void done(String name) throws IOException {}

    void sync(String name) throws IOException;

    /** Truncates a file. Durable only after {@link #sync}. */
    void truncate(String name, long length) throws IOException;

    /** Renames a file atomically, replacing the target; durable. */
    void rename(String from, String to) throws IOException;

    /** Deletes a file if it exists; durable with the next durable operation. */
    void delete(String name) throws IOException;

    /** Replaces a file atomically. */
    default void replace(String name, byte[] bytes) throws IOException {
      String unfinished = name + Segment.UNFINISHED;
      delete(unfinished);
      append(unfinished, bytes);
      sync(unfinished);
      rename(unfinished, name);
    }
  }
}
