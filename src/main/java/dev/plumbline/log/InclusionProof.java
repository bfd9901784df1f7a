package dev.plumbline.log;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.DecisionLog.LogHead;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * That an entry is in the log of a checkpoint, as bundles of evidence hold it: JSON, with hashes in
 * base64 (RFC 6962, 2.1.1).
 *
 * @param leafIndex the sequence number of the entry
 * @param treeSize how many entries the log of the checkpoint has
 * @param hashes from the leaf to the root
 */
public record InclusionProof(long leafIndex, long treeSize, List<byte[]> hashes) {

  /**
   * Of an entry.
   *
   * @param line the entry as the log holds it, without its line feed
   * @param head the log that the checkpoint signs
   * @throws InvalidLogException when the checkpoint does not cover it, or the log has another line
   */
  public static InclusionProof of(Subtrees tree, long sequence, byte[] line, LogHead head) {
    if (sequence >= head.size()) {
      throw new InvalidLogException(
          "entry "
              + sequence
              + " is not covered by the checkpoint, which ends before "
              + head.size()
              + ".");
    }
    if (!Arrays.equals(Hashes.leaf(line), tree.leaf(sequence))) {
      throw new InvalidLogException(
          "entry " + sequence + " does not match its leaf hash. Try: plumbline audit verify");
    }
    return new InclusionProof(sequence, head.size(), tree.inclusion(sequence, head.size()));
  }

  public ObjectNode json() {
    ObjectNode proof = JsonNodeFactory.instance.objectNode();
    proof.put("leafIndex", leafIndex).put("treeSize", treeSize);
    ArrayNode list = proof.putArray("hashes");
    hashes.forEach(hash -> list.add(Base64.getEncoder().encodeToString(hash)));
    return proof;
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static InclusionProof read(JsonNode json) {
    JsonNode index = json.path("leafIndex");
    JsonNode size = json.path("treeSize");
    if (!index.canConvertToExactIntegral()
        || !size.canConvertToExactIntegral()
        || !json.path("hashes").isArray()) {
      throw new IllegalArgumentException("not a proof: leafIndex, treeSize and hashes expected");
    }
    var hashes = new ArrayList<byte[]>();
    json.path("hashes").forEach(each -> hashes.add(Base64.getDecoder().decode(each.asText())));
    return new InclusionProof(index.longValue(), size.longValue(), List.copyOf(hashes));
  }

  /**
   * Whether it shows that this line is the entry of that number in the log that a checkpoint signs.
   */
  public boolean proves(byte[] line, long sequence, LogHead head) {
    return leafIndex == sequence
        && treeSize == head.size()
        && MerkleTree.included(
            Hashes.leaf(line), sequence, treeSize, hashes, HexFormat.of().parseHex(head.root()));
  }
}
