package dev.plumbline.log.verify;

import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.Frontier;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.verify.Verdict.Fault;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds which witness of a log was altered where they differ: the one that does not yield the root
 * of a trusted checkpoint when another one does.
 */
final class FaultAttribution {

  private final List<Anchor> anchors;
  private final LineCheck lines;

  FaultAttribution(List<Anchor> anchors, LineCheck lines) {
    this.anchors = anchors;
    this.lines = lines;
  }

  void add(List<Fault> faults) {
    Fault leaf = lines.leaf();
    Fault link = lines.link();
    if (leaf != null || link != null) {
      faults.addFirst(altered(leaf, link));
    }
    Fault note = lines.notes().note();
    if (note != null && nothingIn(faults, note.from(), note.to() + 1)) {
      faults.add(note);
    }
    long held = lines.notes().signed();
    for (Anchor anchor : anchors) {
      held = anchor.linesHold() ? Math.max(held, anchor.size()) : held;
    }
    for (Anchor anchor : anchors) {
      long last = Math.max(0, anchor.size() - 1);
      if (!anchor.linesReach() && lines.faults().isEmpty()) {
        faults.add(
            new Fault(
                lines.reached(),
                Math.max(lines.reached(), last),
                "segments",
                0,
                "they are missing: %s says there are %d entries"
                    .formatted(anchor.name(), anchor.size())));
      } else if (anchor.linesReach() && !anchor.linesHold() && nothingIn(faults, 0, last)) {
        faults.add(
            new Fault(
                Math.min(before(anchor), last),
                last,
                "segments",
                0,
                "rewritten: %s has another root".formatted(anchor.name())));
      }
    }
    if (lines.notes().unsigned() != null) {
      faults.add(lines.notes().unsigned());
    }
    if (lines.reached() > held && nothingIn(faults, 0, Long.MAX_VALUE - 1)) {
      faults.add(
          new Fault(held, lines.reached() - 1, "segments", 0, "no valid checkpoint covers them"));
    }
  }

  private long before(Anchor anchor) {
    long held = 0;
    boolean signedAnew = false;
    for (Anchor each : anchors) {
      if (each.linesHold()) {
        signedAnew |= each.size() >= anchor.size();
        held = each.size() < anchor.size() ? Math.max(held, each.size()) : held;
      }
    }
    return signedAnew ? held : Math.max(held, lines.notes().signed());
  }

  private static boolean nothingIn(List<Fault> faults, long from, long to) {
    return faults.stream().noneMatch(each -> from <= each.from() && each.from() <= to);
  }

  private Fault altered(@Nullable Fault leaf, @Nullable Fault link) {
    long first =
        Math.min(
            leaf == null ? Long.MAX_VALUE : leaf.from(),
            link == null ? Long.MAX_VALUE : link.from());
    for (Anchor anchor : anchors) {
      if (anchor.size() <= first) {
        continue;
      }
      if (anchor.leavesHold() && leaf != null) {
        return leaf;
      }
      if (anchor.linesHold() && leaf != null) {
        return new Fault(
            leaf.from(),
            leaf.to(),
            leaf.what().substring(leaf.what().indexOf("segments/")),
            0,
            "its stored hash was altered: its line matches " + anchor.name());
      }
      if (anchor.chainHolds() && link != null) {
        return new Fault(
            link.from(), link.from(), link.file(), Math.max(0, link.line() - 1), "it was altered");
      }
    }
    if (leaf == null || (link != null && link.from() < leaf.from())) {
      return Objects.requireNonNull(link);
    }
    return leaf;
  }

  /**
   * A trusted checkpoint, and what the three witnesses of the log make of it: the lines, the file
   * of leaf hashes, and the hash of each entry that the next one carries. Whichever gives its root
   * has not been altered up to there, and shows where the others have.
   */
  static final class Anchor {

    private final String name;
    private final Checkpoint checkpoint;
    private @Nullable String lines;
    private @Nullable String leaves;
    private @Nullable String chain;

    Anchor(String name, Checkpoint checkpoint) {
      this.name = name;
      this.checkpoint = checkpoint;
    }

    String name() {
      return name;
    }

    long size() {
      return checkpoint.head().size();
    }

    void lines(Frontier tree) {
      lines = tree.size() == size() ? Hashes.hex(tree.root()) : lines;
    }

    void leaves(Frontier tree) {
      leaves = tree.size() == size() ? Hashes.hex(tree.root()) : leaves;
    }

    void chain(Frontier tree) {
      chain = tree.size() == size() ? Hashes.hex(tree.root()) : chain;
    }

    boolean linesHold() {
      return checkpoint.head().root().equals(lines);
    }

    boolean linesReach() {
      return lines != null;
    }

    boolean leavesHold() {
      return checkpoint.head().root().equals(leaves);
    }

    boolean chainHolds() {
      return checkpoint.head().root().equals(chain);
    }
  }
}
