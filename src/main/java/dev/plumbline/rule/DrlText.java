package dev.plumbline.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text of one rule file and the places in it. {@link #code} is the same text with comments and
 * the inside of strings blanked, so that a place found in one is the place in the other.
 */
final class DrlText {

  private final String file;
  private final String text;
  private final String code;
  private final List<Integer> lineStarts = new ArrayList<>();
  private int openQuote = -1;

  /**
   * The text of a file.
   *
   * @param file its name, as people know it
   */
  DrlText(String file, String text) {
    this.file = file;
    this.text = text;
    this.code = blanked(text);
    lineStarts.add(0);
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\n') {
        lineStarts.add(i + 1);
      }
    }
  }

  /** The text as it is. */
  String text() {
    return text;
  }

  /** The text without comments and the inside of strings, of the same length. */
  String code() {
    return code;
  }

  /** Where a string opens that does not close on its line; -1 when all do. */
  int openQuote() {
    return openQuote;
  }

  /** Where a line begins, counted from 1; the end of the text for a line past the last. */
  int start(int line) {
    return line > lineStarts.size() ? text.length() : lineStarts.get(Math.max(line, 1) - 1);
  }

  /** The first place of a word in the code between two places; -1 when it is not there. */
  int find(String word, int from, int to) {
    String before = Character.isJavaIdentifierPart(word.charAt(0)) ? "(?<![\\w$])" : "";
    String after =
        Character.isJavaIdentifierPart(word.charAt(word.length() - 1)) ? "(?![\\w$])" : "";
    Matcher matcher =
        Pattern.compile(before + Pattern.quote(word) + after)
            .matcher(code)
            .region(Math.min(from, to), to)
            .useTransparentBounds(true);
    return matcher.find() ? matcher.start() : -1;
  }

  /** A problem at a place; -1 when it concerns the whole file. */
  RuleProblem problem(int place, String message) {
    if (place < 0) {
      return new RuleProblem(file, 0, 0, message);
    }
    int line = 1;
    while (line < lineStarts.size() && lineStarts.get(line) <= place) {
      line++;
    }
    return new RuleProblem(file, line, place - start(line) + 1, message);
  }

  /** A problem of a line, at its first word. */
  RuleProblem problemOfLine(int line, String message) {
    int place = start(line);
    while (place < text.length() && " \t".indexOf(text.charAt(place)) >= 0) {
      place++;
    }
    return line < 1 ? problem(-1, message) : problem(Math.min(place, text.length()), message);
  }

  /** Where the bracket that opens at {@code open} closes; null when it does not before the end. */
  @Nullable Integer closing(int open, int end) {
    int depth = 0;
    for (int i = open; i < end; i++) {
      if ("([{".indexOf(code.charAt(i)) >= 0) {
        depth++;
      } else if (")]}".indexOf(code.charAt(i)) >= 0 && --depth == 0) {
        return i;
      }
    }
    return null;
  }

  private String blanked(String source) {
    var out = new StringBuilder(source);
    int i = 0;
    while (i < source.length()) {
      char c = source.charAt(i);
      int end;
      if (source.startsWith("//", i)) {
        end = source.indexOf('\n', i);
        i = blank(out, i, end < 0 ? source.length() : end);
      } else if (source.startsWith("/*", i)) {
        end = source.indexOf("*/", i + 2);
        i = blank(out, i, end < 0 ? source.length() : end + 2);
      } else if (c == '"' || c == '\'') {
        end = closingQuote(source, i);
        if (end < 0) {
          openQuote = openQuote < 0 ? i : openQuote;
          i++;
        } else {
          i = blank(out, i + 1, end) + 1;
        }
      } else {
        i++;
      }
    }
    return out.toString();
  }

  private static int closingQuote(String source, int open) {
    for (int i = open + 1; i < source.length() && source.charAt(i) != '\n'; i++) {
      if (source.charAt(i) == '\\') {
        i++;
      } else if (source.charAt(i) == source.charAt(open)) {
        return i;
      }
    }
    return -1;
  }

  private static int blank(StringBuilder out, int from, int to) {
    for (int i = from; i < to; i++) {
      if (out.charAt(i) != '\n') {
        out.setCharAt(i, ' ');
      }
    }
    return to;
  }
}
