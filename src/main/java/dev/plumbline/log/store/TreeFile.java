package dev.plumbline.log.store;

import dev.plumbline.log.Frontier;
import dev.plumbline.log.Hashes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * An earlier state of a log: its size, the leaf hash of its last entry, the edge of its tree; a
 * line each, hashes in hexadecimal. That it is true is seen from the root, which a checkpoint
 * signs.
 *
 * @param last the leaf hash of the last entry, hexadecimal; empty when there is none
 */
public record TreeFile(Frontier tree, String last) {

  public byte[] bytes() {
    var text = new StringBuilder().append(tree.size()).append('\n').append(last).append('\n');
    tree.subtrees().forEach(hash -> text.append(Hashes.hex(hash)).append('\n'));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The state after so many more entries.
   *
   * @param leaves their leaf hashes, one after the other
   * @throws IllegalArgumentException when there are fewer
   */
  public TreeFile after(byte[] leaves, long entries) {
    if (leaves.length / Hashes.LENGTH < entries) {
      throw new IllegalArgumentException("the leaf hash of an entry is missing");
    }
    Frontier grown = tree.copy();
    String newest = last;
    for (int i = 0; i < entries; i++) {
      byte[] leaf = Arrays.copyOfRange(leaves, i * Hashes.LENGTH, (i + 1) * Hashes.LENGTH);
      grown.add(leaf);
      newest = Hashes.hex(leaf);
    }
    return new TreeFile(grown, newest);
  }

  public static TreeFile read(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    String[] lines = text.split("\n", -1);
    try {
      List<byte[]> subtrees = new ArrayList<>();
      for (int i = 2; i < lines.length - 1; i++) {
        subtrees.add(HexFormat.of().parseHex(lines[i]));
      }
      var read = new TreeFile(new Frontier(Long.parseLong(lines[0]), subtrees), lines[1]);
      if (new String(read.bytes(), StandardCharsets.UTF_8).equals(text)) {
        return read;
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("not a Merkle frontier", e);
    }
    throw new IllegalArgumentException("not a Merkle frontier");
  }
}
