package dev.plumbline.log.verify;

import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.Frontier;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.VerifierKey;
import dev.plumbline.log.verify.Verdict.Fault;
import org.jspecify.annotations.Nullable;

/** Checks the checkpoints of the segments against the lines that were read. */
final class CheckpointCheck {

  private final @Nullable VerifierKey key;
  private long signed;
  private @Nullable Fault note;
  private @Nullable Fault unsigned;

  CheckpointCheck(@Nullable VerifierKey key) {
    this.key = key;
  }

  /** The first signed checkpoint of a segment whose root the lines have not; null when none is. */
  @Nullable Fault note() {
    return note;
  }

  /** The first checkpoint of a segment that is invalid or not signed; null when there is none. */
  @Nullable Fault unsigned() {
    return unsigned;
  }

  long signed() {
    return note == null ? signed : Math.min(signed, note.from());
  }

  /** Checks the checkpoints of the size that is reached; answers the next one. */
  int check(SegmentFiles segment, int from, Frontier tree) {
    int next = from;
    while (next < segment.notes().size()) {
      Checkpoint note = segment.notes().get(next).checkpoint();
      if (note == null || note.head().size() < tree.size()) {
        if (torn(segment, next)) {
          return next;
        }
        bad(segment, next, note == null ? segment.notes().get(next).fault() : "out of order");
        next++;
        continue;
      }
      if (note.head().size() > tree.size()) {
        return next;
      }
      if (key == null || !note.signedBy(key)) {
        bad(segment, next, "it is not signed by the key of the log");
      } else if (!note.head().root().equals(Hashes.hex(tree.root()))) {
        rewritten(segment, next, tree);
      } else {
        signed = tree.size();
      }
      next++;
    }
    return next;
  }

  private boolean torn(SegmentFiles segment, int index) {
    return segment.last() && signed >= segment.end() && index + 1 == segment.notes().size();
  }

  private void bad(SegmentFiles segment, int index, String what) {
    if (unsigned == null) {
      unsigned =
          Fault.ofFile(
              segment.segment().checkpoints(), "checkpoint %d: %s".formatted(index + 1, what));
    }
  }

  private void rewritten(SegmentFiles segment, int index, Frontier tree) {
    if (note == null) {
      long before = Math.max(0, tree.size() - 1);
      note =
          new Fault(
              Math.min(signed, before),
              before,
              segment.segment().checkpoints(),
              0,
              "checkpoint %d: its root is not that of the entries".formatted(index + 1));
    }
  }
}
