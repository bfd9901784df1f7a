package dev.plumbline.log;

import dev.plumbline.log.Entry.Draft;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Entries about to be appended, all or none.
 *
 * @param lines each without a line feed
 */
public record Batch(List<byte[]> lines, List<byte[]> leaves, Frontier tree) {

  /**
   * Gives drafts their place.
   *
   * @param previous the leaf hash of the entry before them, hexadecimal; empty for the first
   * @throws IllegalArgumentException when one of them holds what canonical JSON cannot carry
   */
  public static Batch of(List<Draft> drafts, Frontier tree, String previous) {
    var lines = new ArrayList<byte[]>(drafts.size());
    var leaves = new ArrayList<byte[]>(drafts.size());
    Frontier grown = tree.copy();
    String last = previous;
    for (Draft draft : drafts) {
      byte[] line = EntryForm.line(grown.size(), last, draft);
      byte[] leaf = Hashes.leaf(line);
      lines.add(line);
      leaves.add(leaf);
      grown.add(leaf);
      last = Hashes.hex(leaf);
    }
    return new Batch(lines, leaves, grown);
  }

  public byte[] text() {
    var text = new ByteArrayOutputStream();
    for (byte[] line : lines) {
      text.writeBytes(line);
      text.write('\n');
    }
    return text.toByteArray();
  }

  public byte[] hashes() {
    var hashes = new ByteArrayOutputStream(leaves.size() * Hashes.LENGTH);
    leaves.forEach(hashes::writeBytes);
    return hashes.toByteArray();
  }
}
