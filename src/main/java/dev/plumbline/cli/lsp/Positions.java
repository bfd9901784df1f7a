package dev.plumbline.cli.lsp;

import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/** Offsets of a text as positions of the protocol, in UTF-16 units, and back. */
final class Positions {

  private Positions() {}

  /** The offset of a position; one behind the end of its line is that end. */
  static int offset(String text, Position position) {
    int at = 0;
    for (int line = 0; line < position.getLine(); line++) {
      int end = text.indexOf('\n', at);
      if (end < 0) {
        return text.length();
      }
      at = end + 1;
    }
    int end = text.indexOf('\n', at);
    return Math.min(at + position.getCharacter(), end < 0 ? text.length() : end);
  }

  static Position position(String text, int offset) {
    int line = 0;
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
      line++;
      start = end + 1;
    }
    return new Position(line, offset - start);
  }

  static Range range(String text, int from, int to) {
    return new Range(position(text, from), position(text, to));
  }

  /** The word, text or line that begins at {@code line} and {@code column}, 1-based; 0 for none. */
  static Range wordAt(String text, int line, int column) {
    int from = offset(text, new Position(Math.max(0, line - 1), Math.max(0, column - 1)));
    int end = text.indexOf('\n', from);
    end = end < 0 ? text.length() : end;
    int to = from;
    if (column > 0 && from < end && text.charAt(from) == '"') {
      int quote = text.indexOf('"', from + 1);
      to = quote < 0 || quote > end ? end : quote + 1;
    } else if (column > 0) {
      while (to < end && isWord(text.charAt(to))) {
        to++;
      }
    }
    return range(text, from, to > from ? to : Math.max(from, end));
  }

  static boolean isWord(char c) {
    return c == '$' || c == '_' || Character.isLetterOrDigit(c);
  }
}
