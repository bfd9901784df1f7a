package dev.plumbline.log;

import java.util.ArrayList;
import java.util.List;

/**
 * The right edge of a Merkle tree (RFC 6962): enough to add leaves and to know the root. It holds
 * one hash per bit that is set in its size, that of the largest subtree first.
 */
public final class Frontier {

  private final List<byte[]> subtrees;
  private long size;

  public Frontier() {
    this(0, List.of());
  }

  /**
   * Restores a frontier.
   *
   * @throws IllegalArgumentException when there are not as many hashes as the size has bits set
   */
  public Frontier(long size, List<byte[]> subtrees) {
    if (size < 0 || subtrees.size() != Long.bitCount(size)) {
      throw new IllegalArgumentException(
          "a tree of " + size + " leaves cannot have a frontier of " + subtrees.size() + " hashes");
    }
    this.size = size;
    this.subtrees = new ArrayList<>(subtrees);
  }

  public void add(byte[] leaf) {
    byte[] hash = leaf;
    for (long bits = size; (bits & 1) == 1; bits >>= 1) {
      hash = Hashes.node(subtrees.removeLast(), hash);
    }
    subtrees.add(hash);
    size++;
  }

  public long size() {
    return size;
  }

  public byte[] root() {
    if (size == 0) {
      return Hashes.of(new byte[0]);
    }
    byte[] hash = subtrees.getLast();
    for (int i = subtrees.size() - 2; i >= 0; i--) {
      hash = Hashes.node(subtrees.get(i), hash);
    }
    return hash;
  }

  public List<byte[]> subtrees() {
    return List.copyOf(subtrees);
  }

  public Frontier copy() {
    return new Frontier(size, subtrees);
  }
}
