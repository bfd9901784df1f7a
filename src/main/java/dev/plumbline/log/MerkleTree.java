package dev.plumbline.log;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** Proofs over a Merkle tree, as RFC 6962 section 2.1 and RFC 9162 section 2.1 have them. */
public final class MerkleTree {

  private MerkleTree() {}

  /** The root over leaves {@code from} until before {@code to}. */
  public static byte[] root(LeafHashes leaves, long from, long to) {
    var edge = new Frontier();
    for (long i = from; i < to; i++) {
      edge.add(leaves.get(i));
    }
    return edge.root();
  }

  public static List<byte[]> inclusion(LeafHashes leaves, long index, long size) {
    if (index < 0 || index >= size || size > leaves.size()) {
      throw new IllegalArgumentException("no leaf " + index + " in a tree of " + size);
    }
    return new Subtrees(new Frontier(), leaves).inclusion(index, size);
  }

  public static List<byte[]> consistency(LeafHashes leaves, long from, long to) {
    return new Subtrees(new Frontier(), leaves).consistency(from, to);
  }

  /**
   * Where the left part of a tree ends: it has the largest power of two that leaves a right one.
   */
  static long middle(long from, long to) {
    return from + Long.highestOneBit(to - from - 1);
  }

  public static boolean included(
      byte[] leaf, long index, long size, List<byte[]> proof, byte[] root) {
    if (index < 0 || index >= size) {
      return false;
    }
    byte[] hash = leaf;
    long node = index;
    long last = size - 1;
    for (byte[] sibling : proof) {
      if (last == 0) {
        return false;
      }
      if ((node & 1) == 1 || node == last) {
        hash = Hashes.node(sibling, hash);
        while ((node & 1) == 0 && node != 0) {
          node >>= 1;
          last >>= 1;
        }
      } else {
        hash = Hashes.node(hash, sibling);
      }
      node >>= 1;
      last >>= 1;
    }
    return last == 0 && Arrays.equals(hash, root);
  }

  public static boolean consistent(
      long from, byte[] fromRoot, long to, byte[] toRoot, List<byte[]> proof) {
    if (from == to || from == 0) {
      return from <= to && proof.isEmpty() && (from == 0 || Arrays.equals(fromRoot, toRoot));
    }
    if (from > to || from < 0 || proof.isEmpty()) {
      return false;
    }
    Iterator<byte[]> hashes = proof.iterator();
    long node = from - 1;
    long last = to - 1;
    while ((node & 1) == 1) {
      node >>= 1;
      last >>= 1;
    }
    byte[] old = node == 0 ? fromRoot : hashes.next();
    byte[] now = old;
    while (hashes.hasNext()) {
      byte[] hash = hashes.next();
      if (last == 0) {
        return false;
      }
      if ((node & 1) == 1 || node == last) {
        old = Hashes.node(hash, old);
        now = Hashes.node(hash, now);
        while ((node & 1) == 0 && node != 0) {
          node >>= 1;
          last >>= 1;
        }
      } else {
        now = Hashes.node(now, hash);
      }
      node >>= 1;
      last >>= 1;
    }
    return last == 0 && Arrays.equals(old, fromRoot) && Arrays.equals(now, toRoot);
  }

  /** The leaf hashes of a log in order, close together: 32 bytes each. */
  public static final class LeafHashes {

    private byte[] bytes = new byte[64 * Hashes.LENGTH];
    private int size;

    public void add(byte[] leaf) {
      if (bytes.length == size * Hashes.LENGTH) {
        bytes = Arrays.copyOf(bytes, bytes.length * 2);
      }
      System.arraycopy(leaf, 0, bytes, size * Hashes.LENGTH, Hashes.LENGTH);
      size++;
    }

    public byte[] get(long index) {
      int from = Math.toIntExact(index * Hashes.LENGTH);
      return Arrays.copyOfRange(bytes, from, from + Hashes.LENGTH);
    }

    public int size() {
      return size;
    }
  }
}
