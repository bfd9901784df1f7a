package dev.plumbline.log;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 as the log uses it: of leaves, of nodes (RFC 6962, section 2.1), of content. */
public final class Hashes {

  /** How long a hash is, in bytes. */
  public static final int LENGTH = 32;

  private static final byte LEAF = 0;
  private static final byte NODE = 1;

  private Hashes() {}

  public static byte[] leaf(byte[] content) {
    MessageDigest digest = sha256();
    digest.update(LEAF);
    return digest.digest(content);
  }

  /** Of a node: of a one byte and its two halves. */
  public static byte[] node(byte[] left, byte[] right) {
    MessageDigest digest = sha256();
    digest.update(NODE);
    digest.update(left);
    return digest.digest(right);
  }

  public static byte[] of(byte[] content) {
    return sha256().digest(content);
  }

  public static String hex(byte[] hash) {
    return HexFormat.of().formatHex(hash);
  }

  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
