package dev.plumbline.log;

import dev.plumbline.log.MerkleTree.LeafHashes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The subtrees of a log of which the later entries are kept, for many proofs: the roots of large
 * ones are computed once. Not thread-safe.
 */
public final class Subtrees {

  /** Smaller ones are computed each time. */
  private static final int MIN_KEPT = 256;

  private final long first;
  private final LeafHashes leaves;
  private final Map<Range, byte[]> roots = new HashMap<>();

  private record Range(long from, long to) {}

  /**
   * Of a log.
   *
   * @param before the tree of the entries that are not kept; empty when all are
   * @param leaves the hashes of the entries that follow
   */
  public Subtrees(Frontier before, LeafHashes leaves) {
    this.first = before.size();
    this.leaves = leaves;
    long from = 0;
    long bit = Long.highestOneBit(first);
    for (byte[] root : before.subtrees()) {
      while ((first & bit) == 0) {
        bit >>= 1;
      }
      roots.put(new Range(from, from + bit), root);
      from += bit;
      bit >>= 1;
    }
  }

  /** The hash of an entry that is kept. */
  public byte[] leaf(long index) {
    require(index, first + leaves.size());
    return leaves.get(index - first);
  }

  /**
   * The hashes from an entry to the root of the tree of the first {@code size} entries.
   *
   * @throws IllegalArgumentException when it is not kept, or there are fewer
   */
  public List<byte[]> inclusion(long index, long size) {
    require(index, Math.min(size, first + leaves.size()));
    if (size > first + leaves.size()) {
      throw new IllegalArgumentException("no leaf " + index + " in a tree of " + size);
    }
    var proof = new ArrayList<byte[]>();
    inclusion(index, 0, size, proof);
    return proof;
  }

  /**
   * The hashes that show that the tree of the first {@code from} entries is the beginning of that
   * of the first {@code to}.
   *
   * @throws IllegalArgumentException when it ends before the first entry that is kept
   */
  public List<byte[]> consistency(long from, long to) {
    if (from < 0 || from > to || to > first + leaves.size()) {
      throw new IllegalArgumentException("no tree of " + from + " in a tree of " + to);
    }
    var proof = new ArrayList<byte[]>();
    if (from > 0 && from < to) {
      requireKept(from);
      consistency(from, 0, to, true, proof);
    }
    return proof;
  }

  /**
   * The root of the tree of the first {@code size} entries.
   *
   * @throws IllegalArgumentException when it ends before the first entry that is kept
   */
  public byte[] root(long size) {
    if (size < 0 || size > first + leaves.size()) {
      throw new IllegalArgumentException("no tree of " + size);
    }
    if (size == 0) {
      return new Frontier().root();
    }
    requireKept(size);
    return root(0, size);
  }

  private void consistency(long old, long from, long to, boolean whole, List<byte[]> proof) {
    if (old == to) {
      if (!whole) {
        proof.add(root(from, to));
      }
      return;
    }
    long middle = MerkleTree.middle(from, to);
    if (old <= middle) {
      consistency(old, from, middle, whole, proof);
      proof.add(root(middle, to));
    } else {
      consistency(old, middle, to, false, proof);
      proof.add(root(from, middle));
    }
  }

  private void requireKept(long size) {
    if (size < first) {
      throw new IllegalArgumentException(
          "of the first %d entries nothing is kept here: what is kept begins with entry %d"
              .formatted(size, first));
    }
  }

  private void require(long index, long end) {
    if (index >= 0 && index < first) {
      throw new IllegalArgumentException(
          "entry %d is not kept here: what is kept begins with entry %d".formatted(index, first));
    }
    if (index < 0 || index >= end) {
      throw new IllegalArgumentException("no leaf " + index + " in a tree of " + end);
    }
  }

  private void inclusion(long index, long from, long to, List<byte[]> proof) {
    if (to - from == 1) {
      return;
    }
    long middle = MerkleTree.middle(from, to);
    if (index < middle) {
      inclusion(index, from, middle, proof);
      proof.add(root(middle, to));
    } else {
      inclusion(index, middle, to, proof);
      proof.add(root(from, middle));
    }
  }

  private byte[] root(long from, long to) {
    if (from >= first && to - from <= MIN_KEPT) {
      return MerkleTree.root(leaves, from - first, to - first);
    }
    var range = new Range(from, to);
    byte[] known = roots.get(range);
    if (known == null) {
      long middle = MerkleTree.middle(from, to);
      known = Hashes.node(root(from, middle), root(middle, to));
      roots.put(range, known);
    }
    return known;
  }
}
