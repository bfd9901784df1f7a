package dev.plumbline.log;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * How a text of lines differs from an earlier one, as a text of its own: {@code =3} keeps the next
 * three lines of the earlier text, {@code -2} leaves the next two out, {@code +} is followed by a
 * line that is new. What remains of the earlier text after the last of these is left out. Every
 * line of both texts ends with a line feed.
 *
 * <p>It is small where equal lines stand in the same order in both texts, as in sorted ones.
 */
public final class LineDifference {

  private static final int HASH = 16;

  private LineDifference() {}

  /**
   * The lines of an earlier text by their hashes, so that the text itself need not be kept. Where
   * two lines are equal, the later one counts.
   */
  public static final class Base {
    private final Map<ByteBuffer, Integer> places = new HashMap<>();

    public Base(byte[] text) {
      int place = 0;
      for (int start = 0; start < text.length; place++) {
        int end = end(text, start);
        places.put(hash(text, start, end), place);
        start = end;
      }
    }

    /** How {@code after} differs from this text. */
    public byte[] to(byte[] after) {
      var difference = new ByteArrayOutputStream();
      int next = 0;
      int kept = 0;
      for (int start = 0; start < after.length; ) {
        int end = end(after, start);
        int place = places.getOrDefault(hash(after, start, end), -1);
        if (place >= next) {
          if (place > next) {
            kept = count(difference, '=', kept);
            int unused = count(difference, '-', place - next);
          }
          kept++;
          next = place + 1;
        } else {
          kept = count(difference, '=', kept);
          difference.write('+');
          difference.write(after, start, end - start);
        }
        start = end;
      }
      int unused = count(difference, '=', kept);
      return difference.toByteArray();
    }

    private static int count(ByteArrayOutputStream out, char what, int lines) {
      if (lines > 0) {
        out.writeBytes((what + Integer.toString(lines) + '\n').getBytes(StandardCharsets.US_ASCII));
      }
      return 0;
    }

    private static ByteBuffer hash(byte[] text, int start, int end) {
      byte[] hash = Hashes.of(Arrays.copyOfRange(text, start, end));
      return ByteBuffer.wrap(Arrays.copyOf(hash, HASH));
    }
  }

  @FunctionalInterface
  private interface Lines {

    /**
     * Takes a line.
     *
     * @param end behind its line feed
     * @param kept whether the earlier text has it
     */
    void line(byte[] text, int start, int end, boolean kept);
  }

  /**
   * The text that differs so from {@code before}.
   *
   * @throws IllegalArgumentException when it is not a difference from that text
   */
  public static byte[] apply(byte[] before, byte[] difference) {
    var after = new ByteArrayOutputStream(before.length + difference.length);
    walk(before, difference, (text, start, end, kept) -> after.write(text, start, end - start));
    return after.toByteArray();
  }

  /** Takes a line of a text that differs from an earlier one. */
  @FunctionalInterface
  public interface LineVisitor {

    /**
     * Takes the next line.
     *
     * @param line without its line feed
     * @param kept whether the earlier text has it
     */
    void line(String line, boolean kept);
  }

  /**
   * The lines of the text that differs so from {@code before}, in order.
   *
   * @throws IllegalArgumentException when it is not a difference from that text
   */
  public static void lines(byte[] before, byte[] difference, LineVisitor visitor) {
    walk(
        before,
        difference,
        (text, start, end, kept) ->
            visitor.line(new String(text, start, end - start - 1, StandardCharsets.UTF_8), kept));
  }

  private static void walk(byte[] before, byte[] difference, Lines lines) {
    int next = 0;
    for (int start = 0; start < difference.length; ) {
      int end = end(difference, start);
      switch (difference[start]) {
        case '+' -> lines.line(difference, start + 1, end, false);
        case '=', '-' -> {
          boolean kept = difference[start] == '=';
          for (int left = number(difference, start + 1, end - 1); left > 0; left--) {
            if (next >= before.length) {
              throw new IllegalArgumentException("it needs more lines than the text before has");
            }
            int after = end(before, next);
            if (kept) {
              lines.line(before, next, after, true);
            }
            next = after;
          }
        }
        default ->
            throw new IllegalArgumentException(
                "a line begins with '" + (char) difference[start] + "', not with =, - or +");
      }
      start = end;
    }
  }

  private static int number(byte[] text, int start, int end) {
    String number = new String(text, start, end - start, StandardCharsets.US_ASCII);
    try {
      int lines = Integer.parseInt(number);
      if (lines > 0 && Integer.toString(lines).equals(number)) {
        return lines;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new IllegalArgumentException("'" + number + "' is not a number of lines");
  }

  /** Behind the line feed of the line that begins at {@code start}. */
  private static int end(byte[] text, int start) {
    for (int i = start; i < text.length; i++) {
      if (text[i] == '\n') {
        return i + 1;
      }
    }
    throw new IllegalArgumentException("its last line has no line feed");
  }
}
