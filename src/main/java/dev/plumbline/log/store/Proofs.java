package dev.plumbline.log.store;

import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.InvalidLogException;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;

/** Proofs that others can check without the log, in the forms that C2SP has for them. */
public final class Proofs {

  private Proofs() {}

  /** That an entry is in the log, as its newest checkpoint says it is (C2SP tlog-proof). */
  public static String inclusion(StoredLog log, long sequence) {
    Checkpoint checkpoint = log.checkpoint();
    long size = checkpoint.head().size();
    if (sequence < 0 || sequence >= size) {
      throw new IllegalArgumentException(
          "there is no entry " + sequence + ": the log has " + size + ", from 0");
    }
    List<byte[]> proof = log.subtrees(checkpoint).inclusion(sequence, size);
    var text = new StringBuilder("c2sp.org/tlog-proof@v1\nindex ").append(sequence).append('\n');
    hashes(proof, text);
    return text.append('\n').append(checkpoint.note()).toString();
  }

  /**
   * That the log of one size is the beginning of that of a later one, for which it has a checkpoint
   * (C2SP tlog-witness, the body of add-checkpoint).
   *
   * @param to the later size; negative for the newest
   * @throws IllegalArgumentException when there is no checkpoint of that size
   */
  public static String consistency(StoredLog log, long from, long to) {
    Checkpoint checkpoint = to < 0 ? log.checkpoint() : checkpoint(log, to);
    long size = checkpoint.head().size();
    if (from < 0 || from > size) {
      throw new IllegalArgumentException(
          "a log of " + from + " entries is not the beginning of one of " + size);
    }
    var text = new StringBuilder("old ").append(from).append('\n');
    hashes(log.subtrees(checkpoint).consistency(from, size), text);
    return text.append('\n').append(checkpoint.note()).toString();
  }

  private static void hashes(List<byte[]> proof, StringBuilder text) {
    proof.forEach(hash -> text.append(Base64.getEncoder().encodeToString(hash)).append('\n'));
  }

  private static Checkpoint checkpoint(StoredLog log, long size) {
    var sizes = new TreeMap<Long, Checkpoint>();
    Checkpoint newest = log.checkpoint();
    sizes.put(newest.head().size(), newest);
    for (Segment segment : log.segments()) {
      try {
        byte[] notes = log.files().bytes(segment.checkpoints());
        for (SegmentCheckpoints.Note note :
            SegmentCheckpoints.read(notes == null ? new byte[0] : notes)) {
          Checkpoint each = note.checkpoint();
          if (each != null) {
            sizes.put(each.head().size(), each);
          }
        }
      } catch (IOException e) {
        throw new InvalidLogException(segment.checkpoints() + " cannot be read: " + e);
      }
    }
    Checkpoint found = sizes.get(size);
    if (found == null) {
      Long below = sizes.lowerKey(size);
      Long above = sizes.higherKey(size);
      Long near = above == null ? below : above;
      throw new IllegalArgumentException(
          "no checkpoint of " + size + " entries is kept. Try: --to " + near);
    }
    return found;
  }
}
