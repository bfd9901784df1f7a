package dev.plumbline.log.store;

import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.Frontier;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.store.FolderLog.Cut;
import dev.plumbline.log.store.OpenSegment.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Recovers the state of a log when it is opened. What a crash can have left behind the last
 * checkpoint is cut off; any other damage is reported and left as it is, since it is evidence.
 */
final class Recovery {

  private static final int NOT_TORN = 2;

  private final Disk disk;
  private final SigningKey key;

  /**
   * The recovered state of a log.
   *
   * @param open the segment to append to; null when the last one is closed
   * @param cut what was cut off; null when nothing was
   */
  record Found(TreeFile at, Checkpoint head, @Nullable OpenSegment open, @Nullable Cut cut) {}

  Recovery(Disk disk, SigningKey key) {
    this.disk = disk;
    this.key = key;
  }

  Found find() throws IOException {
    for (String name : disk.names(Segment.FOLDER)) {
      if (name.endsWith(Segment.UNFINISHED)) {
        disk.delete(name);
      }
    }
    List<Segment> segments = Segment.all(disk);
    for (Segment each : segments) {
      if (disk.length(each.packedLines()) >= 0 && disk.length(each.lines()) >= 0) {
        disk.delete(each.lines());
      }
    }
    Found found = segments.isEmpty() ? empty() : last(segments.getLast());
    Checkpoint published = publishedCheckpoint();
    if (published != null && !published.signedBy(key.verifier())) {
      throw invalid(StoredLog.CHECKPOINT, "it is not signed by the key of this log");
    }
    if (published != null && published.head().size() > size(found)) {
      throw invalid(
          StoredLog.CHECKPOINT,
          "it says there are %d entries, there are %d: acknowledged entries are lost"
              .formatted(published.head().size(), size(found)));
    }
    if (!found.head().equals(published)) {
      disk.replace(StoredLog.CHECKPOINT, found.head().note().getBytes(StandardCharsets.UTF_8));
    }
    return found;
  }

  private static long size(Found found) {
    return found.head().head().size();
  }

  private @Nullable Checkpoint publishedCheckpoint() throws IOException {
    byte[] bytes = disk.bytes(StoredLog.CHECKPOINT);
    try {
      return bytes == null ? null : Checkpoint.read(new String(bytes, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw invalid(StoredLog.CHECKPOINT, String.valueOf(e.getMessage()));
    }
  }

  private Found empty() {
    var tree = new Frontier();
    return new Found(new TreeFile(tree, ""), Checkpoint.sign(key, tree), null, null);
  }

  private Found last(Segment segment) throws IOException {
    TreeFile before = before(segment);
    byte[] leaves = orEmpty(disk.bytes(segment.leaves()));
    byte[] notes = orEmpty(disk.bytes(segment.checkpoints()));
    Frontier tree = before.tree().copy();
    Checkpoint head = segment.first() == 0 ? Checkpoint.sign(key, tree) : null;
    Frontier proved = tree.copy();
    int noteEnd = 0;
    List<SegmentCheckpoints.Note> all = SegmentCheckpoints.read(notes);
    for (int i = 0; i < all.size(); i++) {
      Checkpoint note = all.get(i).checkpoint();
      // The last signature covers everything before it; only a crash can have broken it.
      boolean near = i + NOT_TORN >= all.size();
      if (note == null
          || !holds(note, tree, segment, leaves)
          || (near && !note.signedBy(key.verifier()))) {
        if (all.size() - i >= NOT_TORN) {
          throw invalid(segment.checkpoints(), "checkpoint " + i + " does not hold");
        }
        break;
      }
      head = note;
      proved = tree.copy();
      noteEnd = all.get(i).end();
    }
    if (head == null) {
      throw invalid(segment.checkpoints(), "there is no checkpoint of the log before this segment");
    }
    long count = proved.size() - segment.first();
    String lastLeaf =
        count == 0
            ? before.last()
            : Hashes.hex(
                Arrays.copyOfRange(
                    leaves, (int) (count - 1) * Hashes.LENGTH, (int) count * Hashes.LENGTH));
    var at = new TreeFile(proved, lastLeaf);
    if (disk.length(segment.packedLines()) >= 0) {
      return new Found(at, head, null, null);
    }
    return open(segment, at, head, leaves, noteEnd);
  }

  private TreeFile before(Segment segment) throws IOException {
    try {
      TreeFile before = TreeFile.read(orEmpty(disk.bytes(segment.tree())));
      if (before.tree().size() == segment.first()) {
        return before;
      }
      throw new IllegalArgumentException("it belongs to another segment");
    } catch (IllegalArgumentException e) {
      throw invalid(segment.tree(), String.valueOf(e.getMessage()));
    }
  }

  private boolean holds(Checkpoint note, Frontier tree, Segment segment, byte[] leaves) {
    long size = note.head().size();
    if (size < tree.size() || size - segment.first() > leaves.length / Hashes.LENGTH) {
      return false;
    }
    while (tree.size() < size) {
      int from = (int) (tree.size() - segment.first()) * Hashes.LENGTH;
      tree.add(Arrays.copyOfRange(leaves, from, from + Hashes.LENGTH));
    }
    return Hashes.hex(tree.root()).equals(note.head().root());
  }

  private Found open(Segment segment, TreeFile at, Checkpoint head, byte[] leaves, int noteEnd)
      throws IOException {
    long count = at.tree().size() - segment.first();
    long end = 0;
    long behind = 0;
    Instant began = null;
    byte[] bytes = orEmpty(disk.bytes(segment.lines()));
    try (Lines lines = Lines.of(bytes)) {
      for (long i = 0; i < count; i++) {
        byte[] line = lines.next();
        int from = (int) i * Hashes.LENGTH;
        if (line == null
            || !Arrays.equals(
                Hashes.leaf(line), Arrays.copyOfRange(leaves, from, from + Hashes.LENGTH))) {
          throw invalid(
              segment.lines(),
              "entry %d is not what was acknowledged".formatted(segment.first() + i));
        }
        began = i == 0 ? EntryForm.read(line).at() : began;
        end = lines.bytes();
      }
      while (lines.skip()) {
        behind++;
      }
    }
    long bytesBehind =
        cut(segment.lines(), end)
            + cut(segment.leaves(), count * Hashes.LENGTH)
            + cut(segment.checkpoints(), noteEnd);
    Cut cut =
        bytesBehind == 0
            ? null
            : new Cut(behind, bytesBehind, "written without a checkpoint: the writer was stopped");
    var lengths = new OpenSegment.Lengths(end, count * Hashes.LENGTH, noteEnd);
    return new Found(at, head, new OpenSegment(disk, segment, lengths, began), cut);
  }

  private long cut(String name, long length) throws IOException {
    long behind = disk.length(name) - length;
    if (behind <= 0) {
      return 0;
    }
    disk.truncate(name, length);
    disk.sync(name);
    return behind;
  }

  private static byte[] orEmpty(byte @Nullable [] bytes) {
    return bytes == null ? new byte[0] : bytes;
  }

  private InvalidLogException invalid(String name, String why) {
    return new InvalidLogException(
        "%s: %s: %s. Nothing was changed. Try: plumbline audit verify"
            .formatted(disk.place(), name, why));
  }
}
