package dev.plumbline.log.store;

import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.DecisionLog.LogHead;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogReader;
import dev.plumbline.log.MerkleTree.LeafHashes;
import dev.plumbline.log.VerifierKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log from its files, without a lock and while another process may write: what was
 * acknowledged is never changed, and nothing else is read.
 */
public final class StoredLog implements LogReader {

  public static final String CHECKPOINT = "checkpoint";

  public static final String PUBLIC_KEY = "public-key.pem";

  private final LogFiles files;

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
      throw invalid(CHECKPOINT, e.getMessage());
    }
  }

  public VerifierKey key() {
    try {
      return VerifierKey.read(head().origin(), text(PUBLIC_KEY));
    } catch (IllegalArgumentException e) {
      throw invalid(PUBLIC_KEY, e.getMessage());
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
      return Segment.all(files);
    } catch (IOException e) {
      throw unreadable(Segment.FOLDER, e);
    }
  }

  @Override
  public void read(long from, long to, Predicate<Entry> wanted) {
    long end = Math.min(to, head().size());
    if (from >= end) {
      return;
    }
    List<Segment> segments = segments();
    long next = Math.max(0, from);
    for (int i = 0; i < segments.size() && next >= 0 && next < end; i++) {
      long until = i + 1 < segments.size() ? segments.get(i + 1).first() : Long.MAX_VALUE;
      if (next < until) {
        next = read(segments.get(i), next, Math.min(until, end), wanted);
      }
    }
    if (next >= 0 && next < end) {
      throw invalid("entry " + next, "it is missing");
    }
  }

  /** Returns where to continue; negative when no more entries are wanted. */
  private long read(Segment segment, long from, long to, Predicate<Entry> wanted) {
    if (from < segment.first()) {
      throw invalid("entry " + from, "not kept here: this copy begins at a later entry");
    }
    try (Lines lines = lines(segment)) {
      for (long i = segment.first(); i < from; i++) {
        lines.skip();
      }
      for (long i = from; i < to; i++) {
        byte[] line = lines.next();
        if (line == null) {
          return i;
        }
        if (!wanted.test(entry(segment, i, line))) {
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
    List<Segment> segments = segments();
    int next = 0;
    for (int i = 0; i < segments.size() && next < places.length; i++) {
      long until = i + 1 < segments.size() ? segments.get(i + 1).first() : Long.MAX_VALUE;
      if (places[next] < until) {
        int end = next;
        while (end < places.length && places[end] < until) {
          end++;
        }
        if (!read(segments.get(i), Arrays.copyOfRange(places, next, end), wanted)) {
          return;
        }
        next = end;
      }
    }
  }

  private boolean read(Segment segment, long[] places, Predicate<Entry> wanted) {
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
        throw invalid("entry " + place, "it is missing");
      }
      if (!wanted.test(entry(segment, place, Arrays.copyOfRange(text, from, end)))) {
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
      throw invalid(segment.packedLines(), e.getMessage());
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
      throw invalid(segment.packedLines(), e.getMessage());
    }
  }

  private Entry entry(Segment segment, long sequence, byte[] line) {
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
      throw invalid(digest, e.getMessage());
    } catch (IOException e) {
      throw unreadable(digest, e);
    }
  }

  public LeafHashes leaves(long size) {
    var leaves = new LeafHashes();
    for (Segment segment : segments()) {
      if (segment.first() != leaves.size() || leaves.size() >= size) {
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
    if (leaves.size() < size) {
      throw invalid("entry " + leaves.size(), "its leaf hash is not kept here");
    }
    return leaves;
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
