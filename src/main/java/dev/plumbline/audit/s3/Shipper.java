package dev.plumbline.audit.s3;

import dev.plumbline.audit.Checkpoint;
import dev.plumbline.audit.Draft;
import dev.plumbline.audit.Entry;
import dev.plumbline.audit.EntryForm;
import dev.plumbline.audit.Frontier;
import dev.plumbline.audit.Hashes;
import dev.plumbline.audit.store.LogFiles;
import dev.plumbline.audit.store.Notes;
import dev.plumbline.audit.store.Packed;
import dev.plumbline.audit.store.Segment;
import dev.plumbline.audit.store.StoredLog;
import dev.plumbline.audit.store.StoredObjects;
import dev.plumbline.audit.store.TreeFile;
import dev.plumbline.audit.verify.References;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Brings what a folder has acknowledged into a bucket, as closed segments that are never changed.
 * The checkpoint of a segment is put first, and only where none is: so one writer decides what
 * follows, and a segment that was begun before a crash is finished as it was begun. Its edge is put
 * last: without it there is no segment.
 */
public final class Shipper {

  private final StoredLog local;
  private final Bucket bucket;
  private @Nullable TreeFile at;

  /** From a folder to a bucket. */
  public Shipper(StoredLog local, Bucket bucket) {
    this.local = local;
    this.bucket = bucket;
  }

  /**
   * Where the log in a bucket stands; null when it holds none.
   *
   * @throws ForkedException when its last segment is not whole
   */
  public static @Nullable TreeFile end(Bucket bucket) throws IOException {
    LogFiles files = new BucketFiles(bucket);
    List<Segment> segments = Segment.all(files);
    if (segments.isEmpty()) {
      return null;
    }
    Segment last = segments.getLast();
    TreeFile before = TreeFile.read(whole(files, last.tree()));
    byte[] leaves = whole(files, last.leaves());
    Frontier tree = before.tree().copy();
    byte[] leaf = new byte[0];
    for (int i = 0; i + Hashes.LENGTH <= leaves.length; i += Hashes.LENGTH) {
      leaf = Arrays.copyOfRange(leaves, i, i + Hashes.LENGTH);
      tree.add(leaf);
    }
    Checkpoint head = note(whole(files, last.checkpoints()), files.place());
    if (head.head().size() != tree.size() || !head.head().root().equals(Hashes.hex(tree.root()))) {
      throw new ForkedException(
          files.place() + ": " + last.checkpoints() + " is not of the entries there");
    }
    return new TreeFile(tree, Hashes.hex(leaf));
  }

  private static byte[] whole(LogFiles files, String name) throws IOException {
    byte[] bytes = files.bytes(name);
    if (bytes == null) {
      throw new ForkedException(files.place() + ": " + name + " is missing");
    }
    return bytes;
  }

  private static Checkpoint note(byte[] bytes, String place) {
    List<Notes.Note> notes = Notes.read(bytes);
    Checkpoint note = notes.isEmpty() ? null : notes.getLast().checkpoint();
    if (note == null) {
      throw new ForkedException(place + ": a checkpoint there cannot be read");
    }
    return note;
  }

  /**
   * Ships what was acknowledged and not shipped yet.
   *
   * @return how many entries the bucket holds now
   * @throws IOException when the bucket cannot be reached; to be tried again
   * @throws ForkedException when it holds other entries than this log; trying again is of no use
   */
  public long ship() throws IOException {
    TreeFile from = at;
    if (from == null) {
      TreeFile there = end(bucket);
      from = there == null ? new TreeFile(new Frontier(), "") : there;
      byte[] key = local.files().bytes(StoredLog.PUBLIC_KEY);
      if (key != null
          && !bucket.putNew(StoredLog.PUBLIC_KEY, key)
          && !Arrays.equals(bucket.get(StoredLog.PUBLIC_KEY), key)) {
        throw forked("its checkpoints are signed by another key");
      }
    }
    Checkpoint head = local.checkpoint();
    while (from.tree().size() < head.head().size()) {
      from = part(from, head);
    }
    if (from.tree().size() > head.head().size()) {
      throw forked("it holds more entries than the folder");
    }
    if (!from.equals(at)) {
      bucket.put(StoredLog.CHECKPOINT, bytes(head));
      at = from;
    }
    return from.tree().size();
  }

  private TreeFile part(TreeFile from, Checkpoint head) throws IOException {
    var segment = new Segment(from.tree().size());
    Checkpoint note = head;
    if (!bucket.putNew(segment.checkpoints(), bytes(head))) {
      byte[] begun = bucket.get(segment.checkpoints());
      note = note(begun == null ? new byte[0] : begun, bucket.place());
    }
    if (note.head().size() <= segment.first() || note.head().size() > head.head().size()) {
      throw forked("another writer goes on at entry " + segment.first());
    }
    var lines = new ByteArrayOutputStream();
    var leaves = new ByteArrayOutputStream();
    Frontier tree = from.tree().copy();
    Set<String> objects = new TreeSet<>();
    String[] last = {from.last()};
    local.read(
        segment.first(),
        note.head().size(),
        entry -> {
          if (!entry.previous().equals(last[0])) {
            throw forked("another writer was there before entry " + entry.sequence());
          }
          byte[] line = line(entry);
          byte[] leaf = Hashes.leaf(line);
          lines.writeBytes(line);
          lines.write('\n');
          leaves.writeBytes(leaf);
          tree.add(leaf);
          last[0] = Hashes.hex(leaf);
          objects.addAll(References.of(entry.body()));
          return true;
        });
    if (!Hashes.hex(tree.root()).equals(note.head().root())) {
      throw forked("another writer goes on at entry " + segment.first());
    }
    for (String digest : objects) {
      byte[] packed = local.files().bytes(StoredObjects.file(digest));
      if (packed != null) {
        bucket.putNew(StoredObjects.file(digest), packed);
      }
    }
    // All of this is fixed by the checkpoint: what a writer before us has put is the same.
    bucket.putNew(segment.packedLines(), Packed.pack(lines.toByteArray()));
    bucket.putNew(segment.leaves(), leaves.toByteArray());
    bucket.putNew(segment.tree(), from.bytes());
    return new TreeFile(tree, last[0]);
  }

  private static byte[] line(Entry entry) {
    return EntryForm.line(
        entry.sequence(), entry.previous(), new Draft(entry.at(), entry.kind(), entry.body()));
  }

  private static byte[] bytes(Checkpoint checkpoint) {
    return checkpoint.note().getBytes(StandardCharsets.UTF_8);
  }

  private ForkedException forked(String why) {
    return new ForkedException(
        "%s: %s. Maybe another plumbline writes there. Maybe set another plumbline.audit.s3.prefix."
            .formatted(bucket.place(), why));
  }
}
