package dev.plumbline.source;

import java.util.Arrays;

/**
 * Pods by the hash of their names, in 16 bytes each: the number of the node that one runs on, and
 * the number of what it is. Open addressing, at most three quarters full.
 */
final class PodTable {

  private static final int FIRST = 1_024;

  private long[] keys = new long[FIRST]; // 0 where there is none
  private int[] nodes = new int[FIRST];
  private int[] kinds = new int[FIRST];
  private int size;

  /** The key of a pod: 64 bits of a hash, of which 150,000 pods share one once in 10⁹ clusters. */
  static long key(String namespace, String name) {
    long hash = mixed(mixed(0xcbf29ce484222325L, namespace) * 31 + 1, name);
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    hash ^= hash >>> 33;
    return hash == 0 ? 1 : hash;
  }

  private static long mixed(long from, String text) {
    long hash = from;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  int size() {
    return size;
  }

  void clear() {
    Arrays.fill(keys, 0);
    size = 0;
  }

  /** Whether that is news. */
  boolean put(long key, int node, int kind) {
    int at = find(key);
    if (keys[at] == key && nodes[at] == node && kinds[at] == kind) {
      return false;
    }
    if (keys[at] != key) {
      if (4 * (size + 1) > 3 * keys.length) {
        grow();
        at = find(key);
      }
      keys[at] = key;
      size++;
    }
    nodes[at] = node;
    kinds[at] = kind;
    return true;
  }

  /** Whether it was there. */
  boolean remove(long key) {
    int gap = find(key);
    if (keys[gap] != key) {
      return false;
    }
    size--;
    int mask = keys.length - 1;
    // What was put aside for one that goes moves up, so that it is found again.
    for (int at = (gap + 1) & mask; keys[at] != 0; at = (at + 1) & mask) {
      int home = (int) keys[at] & mask;
      if (((at - home) & mask) >= ((at - gap) & mask)) {
        keys[gap] = keys[at];
        nodes[gap] = nodes[at];
        kinds[gap] = kinds[at];
        gap = at;
      }
    }
    keys[gap] = 0;
    return true;
  }

  void each(Visitor visitor) {
    for (int at = 0; at < keys.length; at++) {
      if (keys[at] != 0) {
        visitor.pod(nodes[at], kinds[at]);
      }
    }
  }

  @FunctionalInterface
  interface Visitor {
    void pod(int node, int kind);
  }

  /** Where a key is, or would be. */
  private int find(long key) {
    int mask = keys.length - 1;
    int at = (int) key & mask;
    while (keys[at] != 0 && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldNodes = nodes;
    int[] oldKinds = kinds;
    keys = new long[oldKeys.length * 2];
    nodes = new int[keys.length];
    kinds = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int at = find(oldKeys[i]);
        keys[at] = oldKeys[i];
        nodes[at] = oldNodes[i];
        kinds[at] = oldKinds[i];
      }
    }
  }
}
