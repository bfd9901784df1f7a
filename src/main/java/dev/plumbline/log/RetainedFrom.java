package dev.plumbline.log;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A signed note by which the writer of a log says that a copy of it begins later, because a bucket
 * has what is before. It cannot be read as a checkpoint.
 *
 * @param first the first entry that is kept
 */
public record RetainedFrom(long first) {

  public static final String FILE = "retained";

  private static final Pattern TEXT =
      Pattern.compile("[^\\n]+\\nretained from entry (0|[1-9][0-9]{0,17})\\n");

  /** Signs that entries before {@code first} were removed by retention. */
  public byte[] signed(SigningKey key) {
    return key.note(key.verifier().name() + "\nretained from entry " + first + "\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads such a note.
   *
   * @throws IllegalArgumentException when it is none, or not signed by the key
   */
  public static RetainedFrom read(byte[] note, VerifierKey key) {
    String all = new String(note, StandardCharsets.UTF_8);
    int end = all.indexOf("\n\n") + 1;
    Matcher text = TEXT.matcher(all.substring(0, end));
    if (!text.matches()
        || !all.startsWith(key.name() + "\n")
        || !Checkpoint.signature(all.substring(end + 1)).covers(all.substring(0, end), key)) {
      throw new IllegalArgumentException("it is not signed by the key of the log");
    }
    return new RetainedFrom(Long.parseLong(text.group(1)));
  }
}
