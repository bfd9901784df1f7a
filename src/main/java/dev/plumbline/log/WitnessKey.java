package dev.plumbline.log;

import dev.plumbline.log.Checkpoint.NoteSignature;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The public key of a witness, who has seen a checkpoint and that it continues every one that it
 * saw before (C2SP tlog-cosignature, {@code cosignature/v1} with Ed25519).
 */
public final class WitnessKey {

  private static final byte COSIGNATURE_V1 = 4;
  private static final int ID = 4;
  private static final int SIGNATURE = 64;

  private final VerifierKey key;
  private final byte[] id;

  private WitnessKey(VerifierKey key, byte[] id) {
    this.key = key;
    this.id = id;
  }

  /**
   * Reads a verifier key: {@code NAME+hash+base64}, as witnesses publish theirs.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static WitnessKey read(String text) {
    String[] parts = text.strip().split("\\+", 3);
    byte[] typed = {};
    if (parts.length == 3) {
      try {
        typed = Base64.getDecoder().decode(parts[2]);
      } catch (IllegalArgumentException e) {
        // reported below
      }
    }
    if (typed.length != 1 + Hashes.LENGTH || typed[0] != COSIGNATURE_V1) {
      throw new IllegalArgumentException(
          "not a verifier key NAME+hash+base64 of a witness (Ed25519, cosignature/v1)");
    }
    var named = new ByteArrayOutputStream();
    named.writeBytes(parts[0].getBytes(StandardCharsets.UTF_8));
    named.write('\n');
    named.writeBytes(typed);
    byte[] id = Arrays.copyOf(Hashes.of(named.toByteArray()), ID);
    if (!HexFormat.of().formatHex(id).equals(parts[1])) {
      throw new IllegalArgumentException("the hash of the verifier key is not that of its key");
    }
    return new WitnessKey(VerifierKey.of(parts[0], Arrays.copyOfRange(typed, 1, typed.length)), id);
  }

  /** The name that the witness signs under: {@code witness.example.com/w1}. */
  public String name() {
    return key.name();
  }

  /** The file of a log with the newest checkpoint that this witness has cosigned. */
  public String file() {
    return "witnessed-" + HexFormat.of().formatHex(id);
  }

  /**
   * When the witness cosigned a checkpoint, by its clock; null when it did not, or the signature is
   * not its own.
   */
  public @Nullable Instant cosigned(Checkpoint checkpoint) {
    for (NoteSignature each : checkpoint.signatures()) {
      byte[] bytes = Base64.getDecoder().decode(each.base64());
      if (each.name().equals(key.name())
          && bytes.length == ID + Long.BYTES + SIGNATURE
          && Arrays.equals(bytes, 0, ID, id, 0, ID)) {
        long seconds = ByteBuffer.wrap(bytes, ID, Long.BYTES).getLong();
        String text = "cosignature/v1\ntime " + seconds + "\n" + checkpoint.text();
        byte[] signature = Arrays.copyOfRange(bytes, ID + Long.BYTES, bytes.length);
        if (key.verifies(text.getBytes(StandardCharsets.UTF_8), signature)) {
          return Instant.ofEpochSecond(seconds);
        }
      }
    }
    return null;
  }

  /**
   * The checkpoint with the signatures of this witness that an answer to {@code add-checkpoint}
   * has.
   *
   * @throws IllegalArgumentException when none of them is good
   */
  public Checkpoint cosigned(Checkpoint checkpoint, String answer) {
    for (String line : answer.split("(?<=\n)")) {
      if (!line.isBlank()) {
        Checkpoint with = checkpoint.with(Checkpoint.signature(line));
        if (cosigned(with) != null) {
          return with;
        }
      }
    }
    throw new IllegalArgumentException("no signature of " + name() + " over this checkpoint");
  }
}
