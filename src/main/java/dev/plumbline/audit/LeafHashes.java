package dev.plumbline.audit;

import java.util.Arrays;

/** The leaf hashes of a log in order, close together: 32 bytes each. */
public final class LeafHashes {

  private byte[] bytes = new byte[64 * Hashes.LENGTH];
  private int size;

  /** Adds one. */
  public void add(byte[] leaf) {
    if (bytes.length == size * Hashes.LENGTH) {
      bytes = Arrays.copyOf(bytes, bytes.length * 2);
    }
    System.arraycopy(leaf, 0, bytes, size * Hashes.LENGTH, Hashes.LENGTH);
    size++;
  }

  /** The one at a place from 0. */
  public byte[] get(long index) {
    int from = Math.toIntExact(index * Hashes.LENGTH);
    return Arrays.copyOfRange(bytes, from, from + Hashes.LENGTH);
  }

  /** How many there are. */
  public int size() {
    return size;
  }
}
