package dev.plumbline.audit;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Keys as text (RFC 7468). */
final class Pem {

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
      throw new IllegalArgumentException("it is no PEM of a " + label);
    }
    body = body.substring(first.length(), body.length() - last.length());
    try {
      return Base64.getDecoder().decode(body.replaceAll("\\s", ""));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("its PEM is broken: " + e.getMessage(), e);
    }
  }
}
