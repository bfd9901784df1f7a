package dev.plumbline.language;

/**
 * Text of other people as a terminal, a log line or a message may have it: names of images, tags
 * and messages of conditions may hold escape sequences that rewrite the screen, line breaks that
 * forge a line, and marks that reverse what follows.
 */
public final class Printable {

  private Printable() {}

  /**
   * {@code text} with every control character (C0, DEL, C1), line or paragraph separator and
   * character that changes the direction of text in the form of {@code \\u001b}; the same instance
   * when there is none.
   */
  public static String of(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isPrintable(text.charAt(i))) {
        return escaped(text, i);
      }
    }
    return text;
  }

  /** Like {@link #of}, of a text of several lines: its line feeds and tabs stay. */
  public static String lines(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\n' && c != '\t' && !isPrintable(c)) {
        var lines = new StringBuilder(text.length() + 16);
        for (int j = 0; j < text.length(); j++) {
          char each = text.charAt(j);
          append(each, each == '\n' || each == '\t' || isPrintable(each), lines);
        }
        return lines.toString();
      }
    }
    return text;
  }

  private static String escaped(String text, int first) {
    var escaped = new StringBuilder(text.length() + 16).append(text, 0, first);
    for (int i = first; i < text.length(); i++) {
      append(text.charAt(i), isPrintable(text.charAt(i)), escaped);
    }
    return escaped.toString();
  }

  private static void append(char c, boolean asIs, StringBuilder out) {
    if (asIs) {
      out.append(c);
    } else {
      out.append("\\u%04x".formatted((int) c));
    }
  }

  private static boolean isPrintable(char c) {
    return c >= 0x20
        && (c < 0x7f || c > 0x9f)
        && c != '\u2028'
        && c != '\u2029'
        && c != '\u061c'
        && c != '\u200e'
        && c != '\u200f'
        && (c < '\u202a' || c > '\u202e')
        && (c < '\u2066' || c > '\u2069')
        && c != '\ufeff';
  }
}
