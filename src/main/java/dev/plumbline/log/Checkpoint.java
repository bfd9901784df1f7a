package dev.plumbline.log;

import dev.plumbline.log.DecisionLog.LogHead;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** A signed statement of the size and root of a log: C2SP tlog-checkpoint in a signed note. */
public record Checkpoint(LogHead head, String text, List<NoteSignature> signatures) {

  private static final String DASH = "\u2014 ";

  /**
   * A signature line.
   *
   * @param base64 the key's id, four bytes, and the signature
   */
  public record NoteSignature(String name, String base64) {

    static NoteSignature of(SigningKey key, String text) {
      byte[] signature = key.sign(text.getBytes(StandardCharsets.UTF_8));
      byte[] id = key.verifier().id();
      byte[] bytes = Arrays.copyOf(id, id.length + signature.length);
      System.arraycopy(signature, 0, bytes, id.length, signature.length);
      return new NoteSignature(key.verifier().name(), Base64.getEncoder().encodeToString(bytes));
    }

    private boolean isOf(VerifierKey key) {
      return name.equals(key.name()) && Arrays.equals(decoded(base64), 0, 4, key.id(), 0, 4);
    }

    boolean covers(String text, VerifierKey key) {
      byte[] bytes = decoded(base64);
      return isOf(key)
          && key.verifies(
              text.getBytes(StandardCharsets.UTF_8), Arrays.copyOfRange(bytes, 4, bytes.length));
    }

    String line() {
      return DASH + name + " " + base64 + "\n";
    }
  }

  public static Checkpoint sign(SigningKey key, Frontier tree) {
    String name = key.verifier().name();
    byte[] root = tree.root();
    String text =
        name + "\n" + tree.size() + "\n" + Base64.getEncoder().encodeToString(root) + "\n";
    return new Checkpoint(
        new LogHead(name, tree.size(), Hashes.hex(root)),
        text,
        List.of(NoteSignature.of(key, text)));
  }

  public static Checkpoint read(String note) {
    int end = note.lastIndexOf("\n\n");
    if (end < 0) {
      throw new IllegalArgumentException("not a signed note: no blank line before signatures");
    }
    String text = note.substring(0, end + 1);
    String[] lines = text.split("\n", -1);
    if (lines.length < 4 || lines[0].isEmpty()) {
      throw new IllegalArgumentException("not a checkpoint: origin, size and root expected");
    }
    byte[] root = decoded(lines[2]);
    if (root.length != Hashes.LENGTH) {
      throw new IllegalArgumentException("invalid root hash: " + lines[2]);
    }
    var signatures = new ArrayList<NoteSignature>();
    for (String line : note.substring(end + 2).split("(?<=\n)")) {
      signatures.add(signature(line));
    }
    return new Checkpoint(
        new LogHead(lines[0], size(lines[1]), Hashes.hex(root)), text, List.copyOf(signatures));
  }

  private static long size(String line) {
    try {
      long size = Long.parseLong(line);
      if (size >= 0 && line.equals(Long.toString(size))) {
        return size;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new IllegalArgumentException("invalid size: " + line);
  }

  static NoteSignature signature(String line) {
    String[] parts = line.split(" ", -1);
    if (parts.length == 3 && parts[2].endsWith("\n")) {
      var signature = new NoteSignature(parts[1], parts[2].substring(0, parts[2].length() - 1));
      if (decoded(signature.base64()).length > 4 && signature.line().equals(line)) {
        return signature;
      }
    }
    throw new IllegalArgumentException("invalid signature line: " + line.strip());
  }

  private static byte[] decoded(String base64) {
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      return Base64.getEncoder().encodeToString(bytes).equals(base64) ? bytes : new byte[0];
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  public boolean signedBy(VerifierKey key) {
    // Those of witnesses stand beside that of the log.
    return signatures.stream()
        .filter(each -> each.isOf(key))
        .findFirst()
        .map(each -> each.covers(text, key))
        .orElse(false);
  }

  /** The same, with one more signature. */
  Checkpoint with(NoteSignature signature) {
    var all = new ArrayList<>(signatures);
    all.add(signature);
    return new Checkpoint(head, text, List.copyOf(all));
  }

  public String note() {
    var note = new StringBuilder(text).append('\n');
    signatures.forEach(each -> note.append(each.line()));
    return note.toString();
  }
}
