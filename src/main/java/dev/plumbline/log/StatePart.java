package dev.plumbline.log;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.LineDifference.LineVisitor;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The facts, conclusions or objects of an entry of kind {@code state}, one a line. They are kept as
 * an object, or as the difference from an earlier object; the digest of all lines is in the entry.
 */
public enum StatePart {
  FACTS("facts", "factsDigest"),
  CONCLUSIONS("conclusions", "settlementDigest"),
  OBJECTS("objects", "objectsDigest");

  private final String field;
  private final String digest;

  StatePart(String field, String digest) {
    this.field = field;
    this.digest = digest;
  }

  /** The field with the object that holds all lines, or their difference from the base. */
  public String field() {
    return field;
  }

  /** The field with the object that they differ from; absent where there is none. */
  public String base() {
    return field + "Base";
  }

  /** The field with the SHA-256 of all lines, hexadecimal. */
  public String digest() {
    return digest;
  }

  /**
   * All lines.
   *
   * @throws IllegalArgumentException when the log does not hold them, or they are not those of the
   *     digest
   */
  public byte[] text(LogReader log, ObjectNode state) {
    byte[] kept = object(log, state, field);
    byte[] base = base(log, state);
    if (base == null) {
      return kept;
    }
    byte[] text = LineDifference.apply(base, kept);
    check(text, state);
    return text;
  }

  private void check(byte[] text, ObjectNode state) {
    String found = Hashes.hex(Hashes.of(text));
    if (!found.equals(state.path(digest).asText())) {
      throw new IllegalArgumentException(
          "the lines of %s have the digest %s, recorded is %s"
              .formatted(field, found, state.path(digest)));
    }
  }

  /**
   * The lines one by one, in order, and whether each is in the base.
   *
   * @throws IllegalArgumentException as {@link #text}
   */
  public void lines(LogReader log, ObjectNode state, LineVisitor visitor) {
    byte[] kept = object(log, state, field);
    byte[] base = base(log, state);
    if (base == null) {
      new String(kept, StandardCharsets.UTF_8).lines().forEach(line -> visitor.line(line, false));
    } else {
      check(LineDifference.apply(base, kept), state);
      LineDifference.lines(base, kept, visitor);
    }
  }

  private byte @Nullable [] base(LogReader log, ObjectNode state) {
    return state.has(base()) ? object(log, state, base()) : null;
  }

  private static byte[] object(LogReader log, ObjectNode state, String field) {
    String digest = state.path(field).asText();
    byte[] content = log.object(digest);
    if (content == null) {
      throw new IllegalArgumentException("the log does not hold the object " + digest);
    }
    return content;
  }
}
