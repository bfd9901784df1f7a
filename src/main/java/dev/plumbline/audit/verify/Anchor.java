package dev.plumbline.audit.verify;

import dev.plumbline.audit.Checkpoint;
import dev.plumbline.audit.Frontier;
import dev.plumbline.audit.Hashes;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint that is believed, and what the three witnesses of the log make of it: the lines, the
 * file of leaf hashes, and the hash of each entry that the next one carries. Whichever gives its
 * root has not been altered up to there, and shows where the others have.
 */
final class Anchor {

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

  /** Whether there were as many entries at all. */
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
