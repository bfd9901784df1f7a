package dev.plumbline.log.verify;

import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.Frontier;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.VerifierKey;
import dev.plumbline.log.store.Lines;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.StoredObjects;
import dev.plumbline.log.store.TreeFile;
import dev.plumbline.log.verify.FaultAttribution.Anchor;
import dev.plumbline.log.verify.Verdict.Fault;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a log from first to last and records inconsistencies. */
final class LineCheck {

  private final LogFiles files;
  private final List<Anchor> anchors;
  private final List<String> warnings;
  private final Consumer<Entry> reader;
  private final ObjectCheck objects;
  private final CheckpointCheck notes;
  private final List<Fault> faults = new ArrayList<>();

  private Frontier tree = new Frontier();
  private Frontier chain = new Frontier();
  private String last = "";
  private @Nullable Instant at;
  private long backwards;
  private boolean begun;
  private boolean broken;
  private @Nullable Fault leaf;
  private @Nullable Fault link;

  LineCheck(
      LogFiles files,
      @Nullable VerifierKey key,
      List<Anchor> anchors,
      List<String> warnings,
      Consumer<Entry> reader) {
    this.files = files;
    this.anchors = anchors;
    this.warnings = warnings;
    this.reader = reader;
    this.objects = new ObjectCheck(files);
    this.notes = new CheckpointCheck(key);
  }

  ObjectCheck objects() {
    return objects;
  }

  /** Faults that need no comparison: an invalid entry, missing content. */
  List<Fault> faults() {
    return faults;
  }

  /** The first line that does not match its stored leaf hash; null when there is none. */
  @Nullable Fault leaf() {
    return leaf;
  }

  /** The first line that does not match the hash in the next line; null when there is none. */
  @Nullable Fault link() {
    return link;
  }

  CheckpointCheck notes() {
    return notes;
  }

  long reached() {
    return tree.size();
  }

  void read(SegmentFiles segment) throws IOException {
    if (broken) {
      return;
    }
    edge(segment);
    int before = faults.size();
    boolean sound = leaf == null && link == null;
    try (Lines lines = segment.lines()) {
      int note = notes.check(segment, 0, tree);
      while (!broken && tree.size() < segment.end()) {
        byte[] line = lines.next();
        if (line == null) {
          missing(segment, lines);
        } else {
          line(segment, line);
          note = notes.check(segment, note, tree);
        }
      }
      if (!broken) {
        behind(segment, lines, note);
      }
    }
    if (segment.fault() != null && faults.size() == before && (!sound || leaf == null)) {
      long end = Math.max(segment.segment().first(), segment.end() - 1);
      faults.add(new Fault(segment.segment().first(), end, segment.file(), 0, segment.fault()));
    }
  }

  private void edge(SegmentFiles segment) throws IOException {
    byte[] bytes = files.bytes(segment.segment().tree());
    long first = segment.segment().first();
    if (!begun && bytes != null) {
      try {
        TreeFile edge = TreeFile.read(bytes);
        if (edge.tree().size() == first) {
          tree = edge.tree();
          chain = tree.copy();
          last = edge.last();
        }
      } catch (IllegalArgumentException e) {
        tree = new Frontier(); // reported below, since it is not what it should be
      }
    }
    begun = true;
    anchors();
    byte[] expected = new TreeFile(tree, last).bytes();
    if (tree.size() != first || !Arrays.equals(expected, bytes)) {
      faults.add(
          new Fault(
              first,
              first,
              segment.segment().tree(),
              0,
              "not the Merkle frontier before this entry"));
      broken = tree.size() != first;
    }
  }

  private void missing(SegmentFiles segment, Lines lines) {
    String why = segment.fault();
    broken(
        segment,
        tree.size(),
        why != null ? why : lines.torn() ? "its line has no end" : "it is missing: the file ends");
  }

  private void broken(SegmentFiles segment, long from, String what) {
    faults.add(new Fault(from, tree.size(), segment.file(), line(segment), what));
    broken = true;
  }

  private long line(SegmentFiles segment) {
    return tree.size() - segment.segment().first() + 1;
  }

  private void line(SegmentFiles segment, byte[] line) throws IOException {
    long place = tree.size();
    Entry entry;
    try {
      entry = EntryForm.read(line);
    } catch (IllegalArgumentException e) {
      broken(segment, place, String.valueOf(e.getMessage()));
      return;
    }
    if (entry.sequence() != place) {
      boolean twice = entry.sequence() == place - 1 && place > segment.segment().first();
      broken(
          segment,
          twice ? place - 1 : place,
          twice
              ? "two lines say they are entry " + (place - 1)
              : "the line in its place says it is entry " + entry.sequence());
      return;
    }
    if (!EntryForm.isCanonical(line)) {
      broken(segment, place, "it is not in canonical form");
      return;
    }
    byte[] hash = Hashes.leaf(line);
    if (!entry.previous().equals(last) && link == null) {
      link =
          new Fault(
              Math.max(0, place - 1),
              place,
              segment.file(),
              line(segment),
              "the hash it carries of the previous entry does not match");
    }
    byte[] kept = segment.leaf(place);
    if (!Arrays.equals(hash, kept) && leaf == null) {
      leaf =
          new Fault(
              place,
              place,
              segment.file(),
              line(segment),
              "its hash is not the one in " + segment.segment().leaves());
    }
    link(entry.previous());
    tree.add(hash);
    last = Hashes.hex(hash);
    anchors();
    time(entry);
    Fault missing = objects.check(entry);
    if (missing != null) {
      faults.add(missing);
    }
    reader.accept(entry);
  }

  private void link(String previous) {
    if (chain.size() < tree.size()) {
      byte[] hash;
      try {
        hash = HexFormat.of().parseHex(previous);
      } catch (IllegalArgumentException e) {
        hash = new byte[0];
      }
      chain.add(Arrays.copyOf(hash, Hashes.LENGTH));
      anchors.forEach(anchor -> anchor.chain(chain));
    }
  }

  private void anchors() {
    for (Anchor anchor : anchors) {
      if (anchor.size() == tree.size()) {
        anchor.lines(tree);
      }
    }
  }

  private void time(Entry entry) {
    if (at != null && entry.at().isBefore(at) && backwards++ == 0) {
      warnings.add("time goes backwards at entry %d: %s".formatted(entry.sequence(), entry.at()));
    }
    at = entry.at();
  }

  private void behind(SegmentFiles segment, Lines lines, int note) {
    String name = segment.file();
    String what = "";
    if (lines.bytes() < segment.content().length) {
      what = "lines";
    } else if (segment.leaves().length > (tree.size() - segment.segment().first()) * 32) {
      name = segment.segment().leaves();
      what = "hashes";
    } else if (note < segment.notes().size()) {
      name = segment.segment().checkpoints();
      what = "checkpoints";
    }
    if (what.isEmpty()) {
      return;
    }
    if (segment.last()) {
      warnings.add(
          ("%s: there are %s after entry %d, the last one acknowledged: they are not in the log."
                  + " A writer is appending to it, or was stopped.")
              .formatted(name, what, tree.size() - 1));
    } else {
      faults.add(
          new Fault(
              Math.max(segment.segment().first(), tree.size() - 1),
              tree.size(),
              name,
              0,
              "there are " + what + " that were never acknowledged"));
    }
  }

  void end(long end) {
    if (!broken && !last.isEmpty()) {
      link(last);
    }
    if (!broken && tree.size() < end) {
      faults.add(
          new Fault(tree.size(), end - 1, "segments", 0, "they are missing: the log ends before"));
      broken = true;
    }
    if (backwards > 1) {
      warnings.add("time goes backwards %d times in all".formatted(backwards));
    }
  }

  static final class ObjectCheck {

    private final LogFiles files;
    private final Set<String> seen = new HashSet<>();

    ObjectCheck(LogFiles files) {
      this.files = files;
    }

    @Nullable Fault check(Entry entry) throws IOException {
      Fault fault = null;
      for (String digest : StoredObjects.namedIn(entry.body())) {
        if (fault == null && seen.add(digest)) {
          String what = what(digest);
          if (what != null) {
            fault =
                new Fault(entry.sequence(), entry.sequence(), StoredObjects.file(digest), 0, what);
          }
        }
      }
      return fault;
    }

    /** Checks objects that no entry names, which a crash can leave, and counts all objects. */
    long rest(List<Fault> faults) throws IOException {
      long count = 0;
      for (String name : files.names(StoredObjects.FOLDER)) {
        if (name.endsWith(".unfinished")) {
          continue;
        }
        count++;
        String digest = StoredObjects.ofFile(name);
        String what =
            digest == null ? "not an object name" : seen.add(digest) ? what(digest) : null;
        if (what != null) {
          faults.add(Fault.ofFile(name, what));
        }
      }
      return count;
    }

    private @Nullable String what(String digest) throws IOException {
      try {
        return StoredObjects.read(files, digest) == null ? "the object it names is missing" : null;
      } catch (IllegalArgumentException e) {
        return String.valueOf(e.getMessage());
      }
    }
  }
}
