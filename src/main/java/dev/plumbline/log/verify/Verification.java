package dev.plumbline.log.verify;

import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.DecisionLog.LogHead;
import dev.plumbline.log.Entry;
import dev.plumbline.log.Frontier;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.RetainedFrom;
import dev.plumbline.log.VerifierKey;
import dev.plumbline.log.WitnessKey;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.Segment;
import dev.plumbline.log.store.SegmentCheckpoints;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.log.store.TreeFile;
import dev.plumbline.log.verify.FaultAttribution.Anchor;
import dev.plumbline.log.verify.Verdict.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole log and verifies that it is unaltered, or reports the first fault. With a
 * checkpoint and public key kept elsewhere, any change before that checkpoint is detected, even by
 * the owner of the key.
 */
public final class Verification {

  private final LogFiles files;
  private final @Nullable VerifierKey given;
  private final @Nullable Checkpoint earlier;
  private @Nullable Long expected;
  private @Nullable WitnessKey witness;
  private Consumer<Entry> reader = entry -> {};
  private final List<String> warnings = new ArrayList<>();
  private final List<Fault> faults = new ArrayList<>();
  private final List<Anchor> anchors = new ArrayList<>();

  /**
   * Of a log.
   *
   * @param given the key it must be signed with; null to trust the one stored with the log
   */
  public Verification(LogFiles files, @Nullable VerifierKey given, @Nullable Checkpoint earlier) {
    this.files = files;
    this.given = given;
    this.earlier = earlier;
  }

  /** The first entry that must be there; else 0, or the one that retention has signed for. */
  public Verification from(long entry) {
    expected = entry;
    return this;
  }

  /** The witness that must have cosigned the earlier checkpoint. */
  public Verification witnessedBy(WitnessKey key) {
    witness = key;
    return this;
  }

  /**
   * Hands on the entries up to the newest checkpoint, in order, as they are read. Whether they are
   * unaltered is not known before the verdict.
   */
  public Verification reading(Consumer<Entry> reader) {
    this.reader = reader;
    return this;
  }

  public Verdict run() {
    try {
      return verdict();
    } catch (IOException e) {
      throw new InvalidLogException(files.place() + ": it cannot be read: " + e);
    }
  }

  private Verdict verdict() throws IOException {
    List<Segment> segments = Segment.all(files);
    byte[] newest = files.bytes(StoredLog.CHECKPOINT);
    if (segments.isEmpty() && newest == null) {
      throw new InvalidLogException(
          files.place() + ": there is no decision log. Try: another location with --log");
    }
    VerifierKey key = key(newest);
    Checkpoint head = head(newest, key);
    earlier(key);
    // An empty log has nothing to compare.
    if (head != null && !(segments.isEmpty() && head.head().size() == 0)) {
      anchors.add(new Anchor(StoredLog.CHECKPOINT, head));
    }
    long end = end(segments, head, key);
    for (int i = 0; i < segments.size(); i++) {
      long until = i + 1 < segments.size() ? segments.get(i + 1).first() : end;
      leaves(segments.get(i), until, i == 0);
    }
    long acknowledged = head == null ? 0 : head.head().size();
    Consumer<Entry> each =
        entry -> {
          if (entry.sequence() < acknowledged) {
            reader.accept(entry);
          }
        };
    var lines = new LineCheck(files, key, anchors, warnings, each);
    for (int i = 0; i < segments.size(); i++) {
      long until = i + 1 < segments.size() ? segments.get(i + 1).first() : end;
      lines.read(SegmentFiles.read(files, segments.get(i), until, i + 1 == segments.size()));
    }
    lines.end(end);
    faults.addAll(0, lines.faults());
    new FaultAttribution(anchors, lines).add(faults);
    long objects = lines.objects().rest(faults);
    long first = segments.isEmpty() ? 0 : segments.getFirst().first();
    beginning(first, end, key);
    LogHead stated = head == null ? null : head.head();
    return new Verdict(stated, first, objects, List.copyOf(warnings), first(faults));
  }

  /** Compares where the log begins with where it must. */
  private void beginning(long first, long end, @Nullable VerifierKey key) throws IOException {
    if (expected != null && expected >= end) {
      faults.add(
          new Fault(
              expected,
              expected,
              "segments",
              0,
              "it is missing: the log ends before it, with entries %d to %d"
                  .formatted(first, end - 1)));
      return;
    }
    if (first == 0) {
      return;
    }
    Long retained = expected == null && key != null ? retained(key) : null;
    long from = expected != null ? expected : retained != null ? retained : 0;
    if (first > from) {
      faults.add(
          new Fault(
              from,
              first - 1,
              "segments",
              0,
              ("they are missing: the log begins at entry %d. Try: verify the bucket that has all"
                      + " of it (--log s3://BUCKET/PREFIX), or, if this copy must begin there, --first"
                      + " %d")
                  .formatted(first, first)));
    } else {
      warnings.add(
          "entries 0 to %d are not kept here, only their hashes: this copy begins at entry %d%s"
              .formatted(
                  first - 1,
                  first,
                  retained == null
                      ? ""
                      : ", as its writer signed when it removed what the bucket has"));
    }
  }

  private @Nullable Long retained(VerifierKey key) throws IOException {
    byte[] note = files.bytes(RetainedFrom.FILE);
    try {
      return note == null ? null : RetainedFrom.read(note, key).first();
    } catch (IllegalArgumentException e) {
      faults.add(Fault.ofFile(RetainedFrom.FILE, String.valueOf(e.getMessage())));
      return null;
    }
  }

  private static @Nullable Fault first(List<Fault> faults) {
    Fault first = null;
    for (Fault each : faults) {
      if (first == null || each.from() < first.from()) {
        first = each;
      }
    }
    return first;
  }

  private @Nullable VerifierKey key(byte @Nullable [] newest) throws IOException {
    byte[] pem = files.bytes(StoredLog.PUBLIC_KEY);
    VerifierKey beside = null;
    String fault = "it is missing";
    if (pem != null) {
      try {
        String name = newest == null ? "" : new String(newest, StandardCharsets.UTF_8);
        name = name.contains("\n") ? name.substring(0, name.indexOf('\n')) : name;
        beside =
            VerifierKey.read(
                given == null ? name : given.name(), new String(pem, StandardCharsets.UTF_8));
        fault =
            beside.pem().equals(new String(pem, StandardCharsets.UTF_8)) ? "" : "it was altered";
      } catch (IllegalArgumentException e) {
        fault = String.valueOf(e.getMessage());
      }
    }
    if (fault.isEmpty() && given != null && beside != null && !given.sameKey(beside)) {
      fault = "it is not the given key";
    }
    if (!fault.isEmpty()) {
      faults.add(Fault.ofFile(StoredLog.PUBLIC_KEY, fault));
    }
    return given == null ? beside : given;
  }

  private @Nullable Checkpoint head(byte @Nullable [] newest, @Nullable VerifierKey key) {
    String fault = "it is missing";
    if (newest != null) {
      try {
        String text = new String(newest, StandardCharsets.UTF_8);
        Checkpoint head = Checkpoint.read(text);
        if (key != null && head.signedBy(key) && head.note().equals(text)) {
          return head;
        }
        fault = "it is not signed by the key of the log";
      } catch (IllegalArgumentException e) {
        fault = String.valueOf(e.getMessage());
      }
    }
    faults.add(Fault.ofFile(StoredLog.CHECKPOINT, fault));
    return null;
  }

  private void earlier(@Nullable VerifierKey key) {
    WitnessKey third = witness;
    if (third != null && (earlier == null || third.cosigned(earlier) == null)) {
      faults.add(
          Fault.ofFile(
              third.file(),
              earlier == null
                  ? "it is missing: no checkpoint that " + third.name() + " cosigned is kept here"
                  : third.name() + " has not cosigned this checkpoint"));
    }
    if (earlier == null) {
      return;
    }
    if (key == null || !earlier.signedBy(key)) {
      faults.add(
          Fault.ofFile(
              StoredLog.PUBLIC_KEY,
              "the given checkpoint is not signed by this key, or is of another log"));
    }
    anchors.add(new Anchor("the given checkpoint", earlier));
  }

  /** How many entries the log says it has: by its newest checkpoint or by those of its segments. */
  private long end(List<Segment> segments, @Nullable Checkpoint head, @Nullable VerifierKey key)
      throws IOException {
    long end = head == null ? 0 : head.head().size();
    long claimed = 0;
    if (!segments.isEmpty()) {
      byte[] notes = files.bytes(segments.getLast().checkpoints());
      for (SegmentCheckpoints.Note note :
          SegmentCheckpoints.read(notes == null ? new byte[0] : notes)) {
        Checkpoint each = note.checkpoint();
        if (each != null) {
          claimed = Math.max(claimed, each.head().size());
          if (key != null && each.head().size() > end && each.signedBy(key)) {
            end = each.head().size();
          }
        }
      }
    }
    return end == 0 ? claimed : end;
  }

  private @Nullable Frontier leaves;

  private void leaves(Segment segment, long end, boolean first) throws IOException {
    if (first) {
      leaves = tree(segment);
      if (leaves != null && leaves.size() == 0) {
        Frontier empty = leaves;
        anchors.forEach(anchor -> anchor.leaves(empty));
      }
    }
    byte[] bytes = files.bytes(segment.leaves());
    for (long i = segment.first(); leaves != null && i < end; i++) {
      byte[] leaf = SegmentFiles.leaf(bytes == null ? new byte[0] : bytes, i - segment.first());
      if (leaf == null || leaves.size() != i) {
        leaves = null;
        return;
      }
      leaves.add(leaf);
      for (Anchor anchor : anchors) {
        if (anchor.size() == leaves.size()) {
          anchor.leaves(leaves);
        }
      }
    }
  }

  private @Nullable Frontier tree(Segment segment) throws IOException {
    try {
      byte[] bytes = files.bytes(segment.tree());
      Frontier tree = bytes == null ? null : TreeFile.read(bytes).tree();
      return tree != null && tree.size() == segment.first() ? tree : null;
    } catch (IllegalArgumentException e) {
      return null; // reported where lines are read
    }
  }
}
