package dev.plumbline.log;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The public half of the key that signs checkpoints, with the name it signs under (C2SP
 * signed-note, Ed25519).
 */
public final class VerifierKey {

  private static final int MAX_CACHED = 1024;
  private static final byte ED25519 = 1;
  private static final byte[] SPKI = HexFormat.of().parseHex("302a300506032b6570032100");

  private final String name;
  private final byte[] raw;
  private final PublicKey key;

  /** Cached successful verifications, since the same checkpoints are read repeatedly. */
  private final Set<String> verified = new HashSet<>();

  private VerifierKey(String name, byte[] raw) {
    this.name = name;
    this.raw = raw;
    try {
      this.key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(spki()));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("not an Ed25519 public key: " + e.getMessage(), e);
    }
  }

  /** Of the 32 bytes that RFC 8032 calls the public key. */
  static VerifierKey of(String name, byte[] raw) {
    return new VerifierKey(name, raw.clone());
  }

  /** Reads PEM ({@code openssl pkey -pubout}) or a verifier key ({@code NAME+hash+base64}). */
  public static VerifierKey read(String name, String text) {
    return text.startsWith("-----BEGIN") ? ofPem(name, text) : ofNote(text.strip());
  }

  private static VerifierKey ofPem(String name, String text) {
    byte[] spki = Pem.read("PUBLIC KEY", text);
    if (spki.length != SPKI.length + Hashes.LENGTH
        || !Arrays.equals(spki, 0, SPKI.length, SPKI, 0, SPKI.length)) {
      throw new IllegalArgumentException("not an Ed25519 public key");
    }
    return new VerifierKey(name, Arrays.copyOfRange(spki, SPKI.length, spki.length));
  }

  private static VerifierKey ofNote(String text) {
    String[] parts = text.split("\\+", 3);
    byte[] bytes = parts.length == 3 ? decoded(parts[2]) : new byte[0];
    if (bytes.length != 1 + Hashes.LENGTH || bytes[0] != ED25519) {
      throw new IllegalArgumentException(
          "neither PEM nor a verifier key NAME+hash+base64 for Ed25519");
    }
    var key = new VerifierKey(parts[0], Arrays.copyOfRange(bytes, 1, bytes.length));
    if (!HexFormat.of().formatHex(key.id()).equals(parts[1])) {
      throw new IllegalArgumentException("the hash of the verifier key is not that of its key");
    }
    return key;
  }

  private static byte[] decoded(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  /** The name it signs under: the origin of the log. */
  public String name() {
    return name;
  }

  /** What signatures name it by: four bytes. */
  public byte[] id() {
    var text = new ByteArrayOutputStream();
    text.writeBytes(name.getBytes(StandardCharsets.UTF_8));
    text.write('\n');
    text.write(ED25519);
    text.writeBytes(raw);
    return Arrays.copyOf(Hashes.of(text.toByteArray()), 4);
  }

  /** As tools for signed notes take it: {@code NAME+hash+base64}. */
  public String note() {
    byte[] typed = new byte[1 + raw.length];
    typed[0] = ED25519;
    System.arraycopy(raw, 0, typed, 1, raw.length);
    return name
        + "+"
        + HexFormat.of().formatHex(id())
        + "+"
        + Base64.getEncoder().encodeToString(typed);
  }

  public String pem() {
    return Pem.write("PUBLIC KEY", spki());
  }

  private byte[] spki() {
    byte[] spki = Arrays.copyOf(SPKI, SPKI.length + raw.length);
    System.arraycopy(raw, 0, spki, SPKI.length, raw.length);
    return spki;
  }

  public boolean verifies(byte[] text, byte[] signature) {
    byte[] both = Arrays.copyOf(text, text.length + signature.length);
    System.arraycopy(signature, 0, both, text.length, signature.length);
    String known = Hashes.hex(Hashes.of(both)) + text.length;
    synchronized (verified) {
      if (verified.contains(known)) {
        return true;
      }
    }
    boolean holds = holds(text, signature);
    if (holds) {
      synchronized (verified) {
        if (verified.size() >= MAX_CACHED) {
          verified.clear();
        }
        verified.add(known);
      }
    }
    return holds;
  }

  private boolean holds(byte[] text, byte[] signature) {
    try {
      var verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(key);
      verifier.update(text);
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /**
   * The text of a signed note (C2SP signed-note), as {@link SigningKey#note} makes it.
   *
   * @return null unless it has one signature, which is valid and of this key
   */
  public @Nullable String verified(String note) {
    int end = note.lastIndexOf("\n\n");
    if (end < 0) {
      return null;
    }
    String text = note.substring(0, end + 1);
    try {
      return Checkpoint.signature(note.substring(end + 2)).covers(text, this) ? text : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  public boolean sameKey(VerifierKey other) {
    return Arrays.equals(raw, other.raw);
  }

  /** Keys as text (RFC 7468). */
  static final class Pem {

    private Pem() {}

    static String write(String label, byte[] content) {
      return "-----BEGIN "
          + label
          + "-----\n"
          + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
              .encodeToString(content)
          + "\n-----END "
          + label
          + "-----\n";
    }

    /** The content of the only block there is, of that label. */
    static byte[] read(String label, String text) {
      String first = "-----BEGIN " + label + "-----";
      String last = "-----END " + label + "-----";
      String body = text.strip();
      if (!body.startsWith(first) || !body.endsWith(last)) {
        throw new IllegalArgumentException("not PEM of a " + label);
      }
      body = body.substring(first.length(), body.length() - last.length());
      try {
        return Base64.getDecoder().decode(body.replaceAll("\\s", ""));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("invalid PEM: " + e.getMessage(), e);
      }
    }
  }
}
