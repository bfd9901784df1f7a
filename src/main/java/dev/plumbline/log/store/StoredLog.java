package dev.plumbline.log.store;

import dev.plumbline.log.AlteredLogException;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.DecisionLog.LogHead;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.Frontier;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogReader;
import dev.plumbline.log.MerkleTree.LeafHashes;
import dev.plumbline.log.Subtrees;
import dev.plumbline.log.VerifierKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log from its files, without a lock and while another process may write: what was
 * acknowledged is never changed, and nothing else is read. Every entry is compared with its leaf
 * hash, and the leaf hashes with the root that a checkpoint signs: what was altered is never
 * returned.
 */
public final class StoredLog implements LogReader {

  public static final String CHECKPOINT = "checkpoint";

  public static final String PUBLIC_KEY = "public-key.pem";

  private static final int LISTINGS = 5;

  private final LogFiles files;
  private volatile @Nullable VerifierKey known;

  public StoredLog(LogFiles files) {
    this.files = files;
  }

  public LogFiles files() {
    return files;
  }

  @Override
  public LogHead head() {
    return checkpoint().head();
  }

  public Checkpoint checkpoint() {
    try {
      return Checkpoint.read(text(CHECKPOINT));
    } catch (IllegalArgumentException e) {
      throw altered(CHECKPOINT, e.getMessage());
    }
  }

  public VerifierKey key() {
    try {
      return VerifierKey.read(head().origin(), text(PUBLIC_KEY));
    } catch (IllegalArgumentException e) {
      throw altered(PUBLIC_KEY, e.getMessage());
    }
  }

  private String text(String name) {
    try {
      byte[] bytes = files.bytes(name);
      if (bytes == null) {
        throw new InvalidLogException(
            files.place()
                + ": there is no decision log: it has no "
                + name
                + ". Try: another location with --log");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  /** Its segments in order; the first may begin after entry 0. */
  public List<Segment> segments() {
    try {
      for (int listed = 1; ; listed++) {
        try {
          return Segment.all(files);
        } catch (NoSuchFileException e) {
          // Its writer removes what is older than its retention, also after it was listed here.
          if (listed == LISTINGS) {
            throw e;
          }
        }
      }
    } catch (IOException e) {
      throw unreadable(Segment.FOLDER, e);
    }
  }

  @Override
  public void read(long from, long to, Predicate<Entry> wanted) {
    Checkpoint head = checkpoint();
    long end = Math.min(to, head.head().size());
    if (from >= end) {
      return;
    }
    List<Segment> segments = segments();
    long next = Math.max(0, from);
    for (int i = 0; i < segments.size() && next >= 0 && next < end; i++) {
      long until = i + 1 < segments.size() ? segments.get(i + 1).first() : Long.MAX_VALUE;
      if (next < until) {
        var part = new Part(segments.get(i), until, head);
        next = read(part, next, Math.min(until, end), wanted);
      }
    }
    if (next >= 0 && next < end) {
      throw altered("entry " + next, "it is missing");
    }
  }

  /** Returns where to continue; negative when no more entries are wanted. */
  private long read(Part part, long from, long to, Predicate<Entry> wanted) {
    Segment segment = part.segment();
    if (from < segment.first()) {
      throw invalid("entry " + from, "not kept here: this copy begins at a later entry");
    }
    byte[] leaves = leaves(part);
    try (Lines lines = lines(segment)) {
      for (long i = segment.first(); i < from; i++) {
        lines.skip();
      }
      for (long i = from; i < to; i++) {
        byte[] line = lines.next();
        if (line == null) {
          return i;
        }
        if (!wanted.test(entry(segment, i, line, leaves))) {
          return -1;
        }
      }
      return to;
    } catch (IOException e) {
      throw unreadable(segment.lines(), e);
    }
  }

  /** Reads each segment once, and of its lines only those that are wanted. */
  @Override
  public void readEach(long[] places, Predicate<Entry> wanted) {
    Checkpoint head = checkpoint();
    List<Segment> segments = segments();
    int next = 0;
    for (int i = 0; i < segments.size() && next < places.length; i++) {
      long until = i + 1 < segments.size() ? segments.get(i + 1).first() : Long.MAX_VALUE;
      if (places[next] < until) {
        int end = next;
        while (end < places.length && places[end] < until) {
          end++;
        }
        var part = new Part(segments.get(i), until, head);
        if (!read(part, Arrays.copyOfRange(places, next, end), wanted)) {
          return;
        }
        next = end;
      }
    }
  }

  private boolean read(Part part, long[] places, Predicate<Entry> wanted) {
    Segment segment = part.segment();
    byte[] leaves = leaves(part);
    byte[] text = text(segment);
    long sequence = segment.first();
    int from = 0;
    for (long place : places) {
      int end = from;
      while (end < text.length && (text[end] != '\n' || sequence < place)) {
        if (text[end++] == '\n') {
          sequence++;
          from = end;
        }
      }
      if (end == text.length) {
        throw altered("entry " + place, "it is missing");
      }
      if (!wanted.test(entry(segment, place, Arrays.copyOfRange(text, from, end), leaves))) {
        return false;
      }
      from = end + 1;
      sequence++;
    }
    return true;
  }

  private byte[] text(Segment segment) {
    try {
      for (int look = 0; look < 2; look++) { // it may be closed while we look
        byte[] plain = files.bytes(segment.lines());
        if (plain != null) {
          return plain;
        }
        byte[] packed = files.bytes(segment.packedLines());
        if (packed != null) {
          return SealedGzip.unpack(packed);
        }
      }
      return new byte[0];
    } catch (IllegalArgumentException e) {
      throw altered(segment.packedLines(), e.getMessage());
    } catch (IOException e) {
      throw unreadable(segment.lines(), e);
    }
  }

  private Lines lines(Segment segment) throws IOException {
    try {
      Lines lines = Lines.of(files, segment);
      if (lines == null) {
        lines = Lines.of(files, segment); // it was closed while we looked
      }
      return lines == null ? Lines.of(new byte[0]) : lines;
    } catch (IllegalArgumentException e) {
      throw altered(segment.packedLines(), e.getMessage());
    }
  }

  /**
   * A segment to read from.
   *
   * @param until where the next one begins; {@link Long#MAX_VALUE} for the last one
   */
  private record Part(Segment segment, long until, Checkpoint head) {}

  /** The leaf hashes of a segment, as far as a checkpoint signs them. */
  private byte[] leaves(Part part) {
    Segment segment = part.segment();
    try {
      Checkpoint signed =
          part.head().head().size() <= part.until() ? part.head() : checkpoint(segment, part);
      byte[] edge = files.bytes(segment.tree());
      byte[] leaves = files.bytes(segment.leaves());
      if (edge == null || leaves == null) {
        throw altered(edge == null ? segment.tree() : segment.leaves(), "it is missing");
      }
      Frontier tree = TreeFile.read(edge).tree();
      long size = signed.head().size();
      if (tree.size() != segment.first() || leaves.length / Hashes.LENGTH < size - tree.size()) {
        throw altered("entry " + segment.first(), "its leaf hash is missing");
      }
      int end = (int) (size - segment.first()) * Hashes.LENGTH;
      for (int i = 0; i < end; i += Hashes.LENGTH) {
        tree.add(Arrays.copyOfRange(leaves, i, i + Hashes.LENGTH));
      }
      sealed(signed, tree, segment.leaves());
      return Arrays.copyOf(leaves, end);
    } catch (IllegalArgumentException e) {
      throw altered(segment.tree(), e.getMessage());
    } catch (IOException e) {
      throw unreadable(segment.leaves(), e);
    }
  }

  /** The checkpoint at the end of a closed segment. */
  private Checkpoint checkpoint(Segment segment, Part part) throws IOException {
    byte[] notes = files.bytes(segment.checkpoints());
    for (SegmentCheckpoints.Note note :
        SegmentCheckpoints.read(notes == null ? new byte[0] : notes).reversed()) {
      Checkpoint each = note.checkpoint();
      if (each != null && each.head().size() == part.until()) {
        return each;
      }
    }
    throw altered(segment.checkpoints(), "there is no checkpoint of " + part.until() + " entries");
  }

  private void sealed(Checkpoint signed, Frontier tree, String file) {
    if (!Hashes.hex(tree.root()).equals(signed.head().root())) {
      throw altered(file, "these are not the hashes that the checkpoint signs");
    }
    VerifierKey key = known;
    if (key == null || !signed.signedBy(key)) {
      key = key();
      if (!signed.signedBy(key)) {
        throw altered(
            "the checkpoint of " + signed.head().size() + " entries",
            "it is not signed by the key of the log");
      }
      known = key;
    }
  }

  private Entry entry(Segment segment, long sequence, byte[] line, byte[] leaves) {
    int at = (int) (sequence - segment.first()) * Hashes.LENGTH;
    if (!Arrays.equals(Hashes.leaf(line), Arrays.copyOfRange(leaves, at, at + Hashes.LENGTH))) {
      throw altered(
          "entry %d (%s)".formatted(sequence, segment.lines()),
          "its hash is not the one that the log has signed");
    }
    try {
      Entry entry = EntryForm.read(line);
      if (entry.sequence() == sequence) {
        return entry;
      }
      throw new IllegalArgumentException("it says it is " + entry.sequence());
    } catch (IllegalArgumentException e) {
      throw invalid(segment.lines() + ": entry " + sequence, e.getMessage());
    }
  }

  @Override
  public byte @Nullable [] object(String digest) {
    try {
      return StoredObjects.read(files, digest);
    } catch (IllegalArgumentException e) {
      throw altered(digest, e.getMessage());
    } catch (IOException e) {
      throw unreadable(digest, e);
    }
  }

  public LeafHashes leaves(long size) {
    return leaves(segments(), 0, size);
  }

  private LeafHashes leaves(List<Segment> segments, long from, long size) {
    var leaves = new LeafHashes();
    for (Segment segment : segments) {
      long next = from + leaves.size();
      if (segment.first() != next || next >= size) {
        break;
      }
      try {
        byte[] bytes = files.bytes(segment.leaves());
        for (int i = 0; bytes != null && i + Hashes.LENGTH <= bytes.length; i += Hashes.LENGTH) {
          leaves.add(java.util.Arrays.copyOfRange(bytes, i, i + Hashes.LENGTH));
        }
      } catch (IOException e) {
        throw unreadable(segment.leaves(), e);
      }
    }
    if (from + leaves.size() < size) {
      throw invalid("entry " + (from + leaves.size()), "its leaf hash is not kept here");
    }
    return leaves;
  }

  /** The tree that a checkpoint signs, for proofs of the entries that are kept here. */
  public Subtrees subtrees(Checkpoint signed) {
    List<Segment> kept = segments();
    String edge = kept.isEmpty() ? Segment.FOLDER : kept.getFirst().tree();
    try {
      byte[] bytes = kept.isEmpty() ? null : files.bytes(edge);
      if (bytes == null) {
        throw altered(edge, "it is missing");
      }
      Frontier before = TreeFile.read(bytes).tree();
      LeafHashes leaves = leaves(kept, before.size(), signed.head().size());
      Frontier tree = before.copy();
      for (long i = 0; i < signed.head().size() - before.size(); i++) {
        tree.add(leaves.get(i));
      }
      sealed(signed, tree, Segment.FOLDER);
      return new Subtrees(before, leaves);
    } catch (IllegalArgumentException e) {
      throw altered(edge, e.getMessage());
    } catch (IOException e) {
      throw unreadable(edge, e);
    }
  }

  private AlteredLogException altered(String what, @Nullable String why) {
    return new AlteredLogException(files.place(), what + ": " + why);
  }

  private InvalidLogException invalid(String what, @Nullable String why) {
    return new InvalidLogException(
        files.place() + ": " + what + ": " + why + ". Try: plumbline audit verify");
  }

  private InvalidLogException unreadable(String name, IOException cause) {
    var fault = new InvalidLogException(files.place() + ": " + name + " cannot be read: " + cause);
    fault.initCause(cause);
    return fault;
  }
}
