package dev.plumbline.log.s3;

import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.Frontier;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.Segment;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.log.store.StoredObjects;
import dev.plumbline.log.store.TreeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Uploads a log in a folder to a bucket, in parts that are written once. */
final class SegmentUploader {

  private final LogFolder folder;
  private final StoredLog log;
  private final Bucket bucket;

  private final Set<String> there = new HashSet<>();

  private TreeFile at;

  SegmentUploader(LogFolder folder, Bucket bucket, TreeFile at) {
    this.folder = folder;
    this.log = new StoredLog(folder);
    this.bucket = bucket;
    this.at = at;
  }

  long uploaded() {
    return at.tree().size();
  }

  /**
   * Uploads what is not there yet.
   *
   * @throws ForkedException when the bucket has other entries in their place
   * @throws IOException when the bucket does not take it; it can be tried again
   */
  void upload() throws IOException {
    Checkpoint head = log.checkpoint();
    long from = uploaded();
    if (head.head().size() <= from) {
      return;
    }
    var lines = new ArrayList<byte[]>();
    var content = new TreeSet<String>();
    Frontier tree = at.tree().copy();
    log.read(
        from,
        head.head().size(),
        entry -> {
          byte[] line = EntryForm.line(entry);
          lines.add(line);
          tree.add(Hashes.leaf(line));
          content.addAll(StoredObjects.namedIn(entry.body()));
          return true;
        });
    if (!Hashes.hex(tree.root()).equals(head.head().root())) {
      throw new ForkedException(
          folder.place() + ": its entries from " + from + " on are not those of its checkpoint");
    }
    content(content);
    if (from == 0) {
      key();
    }
    part(SegmentArchive.key(from), SegmentArchive.pack(at, lines, head));
    at = new TreeFile(tree, Hashes.hex(Hashes.leaf(lines.getLast())));
    bucket.replace(
        BucketFiles.NEWEST, (SegmentArchive.key(from) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private void content(Set<String> digests) throws IOException {
    for (String digest : digests) {
      String file = StoredObjects.file(digest);
      if (!there.contains(digest)) {
        byte[] packed = folder.bytes(file);
        if (packed != null) {
          boolean unused = bucket.create(file, packed);
        }
        there.add(digest);
      }
    }
  }

  private void key() throws IOException {
    byte[] key = Objects.requireNonNull(folder.bytes(StoredLog.PUBLIC_KEY));
    if (!bucket.create(StoredLog.PUBLIC_KEY, key)
        && !Arrays.equals(key, bucket.get(StoredLog.PUBLIC_KEY))) {
      throw new ForkedException(
          bucket.place()
              + ": holds a log signed by another key. Try: set plumbline.audit.key-file, or"
              + " another plumbline.audit.s3.prefix");
    }
  }

  /** A part that this writer wrote before, without seeing the response, is not a fork. */
  private void part(String key, byte[] part) throws IOException {
    if (!bucket.create(key, part)) {
      byte[] known = bucket.get(key);
      List<String> ours = lines(part);
      if (known == null || !lines(known).equals(ours)) {
        throw new ForkedException(
            bucket.place()
                + key
                + ": another writer has continued this log: another plumbline leads. This"
                + " one continues from there once it leads again.");
      }
    }
  }

  private static List<String> lines(byte[] part) throws IOException {
    return SegmentArchive.unpack(part).entrySet().stream()
        .filter(file -> !file.getKey().endsWith(".checkpoints"))
        .map(file -> Hashes.hex(Hashes.of(file.getValue())))
        .toList();
  }

  static TreeFile end(long first, byte[] tree, byte[] leaves) {
    TreeFile before = TreeFile.read(tree);
    if (before.tree().size() != first) {
      throw new IllegalArgumentException(
          new Segment(first).tree() + ": it belongs to another segment");
    }
    return before.after(leaves, leaves.length / Hashes.LENGTH);
  }

  /** The log in the bucket has diverged: this writer cannot append to it. */
  static final class ForkedException extends IOException {

    private static final long serialVersionUID = 1L;

    ForkedException(String message) {
      super(message);
    }
  }
}
