package dev.plumbline.query;

import dev.plumbline.log.DecisionLog.LogHead;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Findings for other tools.
 *
 * @param controls the controls that the rules serve, sorted
 */
public record ExportedFindings(
    LogHead head,
    Instant from,
    Instant to,
    String version,
    List<String> controls,
    List<ControlFinding> findings) {

  /** The name of the log: the last part of its origin. */
  String name() {
    return head.origin().substring(head.origin().lastIndexOf('/') + 1);
  }

  /** The entry that opened a finding, for people: {@code production/17}. */
  String decision(ControlFinding each) {
    return name() + "/" + each.span().openedBy();
  }

  /** UUIDs of version 5 (RFC 9562): the same name gives the same one. */
  static final class Uuids {

    private static final UUID URL = UUID.fromString("6ba7b811-9dad-11d1-80b4-00c04fd430c8");

    private Uuids() {}

    static String of(String name) {
      try {
        MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
        sha1.update(
            ByteBuffer.allocate(16)
                .putLong(URL.getMostSignificantBits())
                .putLong(URL.getLeastSignificantBits())
                .array());
        byte[] hash =
            sha1.digest(("https://plumbline.dev/" + name).getBytes(StandardCharsets.UTF_8));
        hash[6] = (byte) (hash[6] & 0x0f | 0x50);
        hash[8] = (byte) (hash[8] & 0x3f | 0x80);
        ByteBuffer bytes = ByteBuffer.wrap(hash);
        return new UUID(bytes.getLong(), bytes.getLong()).toString();
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JDK has SHA-1", e);
      }
    }
  }
}
