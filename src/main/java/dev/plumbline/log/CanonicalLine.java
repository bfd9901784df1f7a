package dev.plumbline.log;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Recognizes canonical JSON (RFC 8785) without parsing it: everything that entries are usually made
 * of. What it does not recognize, such as a number with a fraction or a name with other letters
 * than those of ASCII, may be canonical nevertheless.
 */
final class CanonicalLine {

  /** As exact as a double is, and written by it without an exponent. */
  private static final int MAX_DIGITS = 15;

  private static final int MAX_DEPTH = 200;

  /** The control characters with an escape of their own. */
  private static final String SHORT_ESCAPES = "btnfr\"\\";

  private final byte[] line;
  private int at;
  private int depth;
  private boolean ascii = true;

  private CanonicalLine(byte[] line) {
    this.line = line;
  }

  /** Whether it is certain that a line is canonical. */
  static boolean isRecognized(byte[] line) {
    var json = new CanonicalLine(line);
    return (json.peek() == '{' || json.peek() == '[')
        && json.value()
        && json.at == line.length
        && (json.ascii || isUnicode(line));
  }

  private static boolean isUnicode(byte[] line) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)) != null;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** The next byte, negative beyond ASCII; 0, which no JSON holds, at the end. */
  private int peek() {
    return at < line.length ? line[at] : 0;
  }

  private boolean take(char expected) {
    if (peek() != expected) {
      return false;
    }
    at++;
    return true;
  }

  private boolean value() {
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> text();
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      default -> integer();
    };
  }

  private boolean object() {
    if (++depth > MAX_DEPTH) {
      return false;
    }
    at++;
    if (!take('}')) {
      int before = -1;
      int beforeEnd = -1;
      do {
        int name = at;
        if (!name() || (before >= 0 && !isAfter(name, before, beforeEnd))) {
          return false;
        }
        before = name;
        beforeEnd = at;
        if (!take(':') || !value()) {
          return false;
        }
      } while (take(','));
      if (!take('}')) {
        return false;
      }
    }
    depth--;
    return true;
  }

  /** Whether the name from {@code name} up to here comes after another. */
  private boolean isAfter(int name, int before, int beforeEnd) {
    // Without the quotes: the closing one is not below every letter.
    int one = name + 1;
    int other = before + 1;
    while (one < at - 1 && other < beforeEnd - 1) {
      int difference = line[one++] - line[other++];
      if (difference != 0) {
        return difference > 0;
      }
    }
    return at - name > beforeEnd - before;
  }

  private boolean array() {
    if (++depth > MAX_DEPTH) {
      return false;
    }
    at++;
    if (!take(']')) {
      do {
        if (!value()) {
          return false;
        }
      } while (take(','));
      if (!take(']')) {
        return false;
      }
    }
    depth--;
    return true;
  }

  /** A text of printable ASCII without escapes, whose bytes are in the order of its letters. */
  private boolean name() {
    if (!take('"')) {
      return false;
    }
    while (true) {
      int next = peek();
      if (next == '"') {
        at++;
        return true;
      }
      if (next < ' ' || next == '\\') {
        return false;
      }
      at++;
    }
  }

  private boolean text() {
    at++;
    while (at < line.length) {
      int next = line[at++];
      if (next == '"') {
        return true;
      }
      if (next < 0) {
        ascii = false;
      } else if (next < ' ' || (next == '\\' && !escape())) {
        return false;
      }
    }
    return false;
  }

  private boolean escape() {
    int next = peek();
    at++;
    if (next != 'u') {
      return SHORT_ESCAPES.indexOf(next) >= 0;
    }
    if (at + 4 > line.length || line[at] != '0' || line[at + 1] != '0') {
      return false;
    }
    int high = line[at + 2] - '0';
    int low = "0123456789abcdef".indexOf(line[at + 3]);
    at += 4;
    int letter = high * 16 + low;
    return (high == 0 || high == 1) && low >= 0 && "\b\t\n\f\r".indexOf(letter) < 0;
  }

  private boolean word(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (!take(word.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean integer() {
    boolean negative = take('-');
    int begin = at;
    while (peek() >= '0' && peek() <= '9') {
      at++;
    }
    int digits = at - begin;
    boolean zero = digits > 0 && line[begin] == '0';
    return digits > 0 && digits <= MAX_DIGITS && (!zero || (digits == 1 && !negative));
  }
}
