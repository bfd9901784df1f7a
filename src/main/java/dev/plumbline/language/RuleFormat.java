package dev.plumbline.language;

import dev.plumbline.language.Token.Kind;
import java.util.List;
import java.util.Set;

/**
 * The indentation of rule text, as the shipped rules have it: {@code rule}, {@code when}, {@code
 * then} and {@code end} at the margin, annotations and statements by four spaces. Lines within
 * parentheses and comments move with the line that they continue. Nothing else changes but white
 * space at the end of a line, and of the file.
 */
public final class RuleFormat {

  private static final int INDENT = 4;

  private static final Set<String> AT_MARGIN = Set.of("package", "import", "rule", "when", "then");

  private static final Set<String> CONJUNCTIONS = Set.of("and", "or", "&&", "||");

  private enum Section {
    FILE,
    ANNOTATIONS,
    STATEMENTS
  }

  private final String text;
  private final List<Token> tokens;
  private int next;
  private int depth;
  private int shift;
  private Section section = Section.FILE;

  private RuleFormat(RuleText text) {
    this.text = text.text();
    this.tokens = text.tokens();
  }

  /** The formatted text; the same text when it holds what is no token. */
  public static String of(String text) {
    var read = new RuleText("", text);
    return read.problems().isEmpty() && !read.isBlank() ? new RuleFormat(read).format() : text;
  }

  private String format() {
    String newLine = text.contains("\r\n") ? "\r\n" : "\n";
    var formatted = new StringBuilder();
    int at = 0;
    for (String line : text.split("\n", -1)) {
      String content = line.strip();
      int indent = content.isEmpty() ? 0 : indent(at, line, content);
      formatted.append(" ".repeat(indent)).append(content).append(newLine);
      at += line.length() + 1;
      pass(at);
    }
    return formatted.toString().stripTrailing() + newLine;
  }

  private int indent(int at, String line, String content) {
    int written = width(line);
    if (depth > 0 || continues() || isInComment(at)) {
      return Math.max(0, written + shift);
    }
    Token first = tokens.get(next);
    boolean isToken = first.at() == at + line.indexOf(content);
    int indent = isToken ? indent(first) : section == Section.FILE ? 0 : INDENT;
    shift = indent - written;
    return indent;
  }

  private int indent(Token first) {
    boolean atMargin =
        switch (section) {
          case FILE -> true;
          case ANNOTATIONS -> first.is("when");
          case STATEMENTS ->
              first.is("then") || first.is("end") || AT_MARGIN.contains(first.text());
        };
    return atMargin && first.kind() != Kind.TEXT ? 0 : INDENT;
  }

  /** Whether the line goes on with a condition of the line before. */
  private boolean continues() {
    return section == Section.STATEMENTS
        && (CONJUNCTIONS.contains(tokens.get(next).text())
            || next > 0 && CONJUNCTIONS.contains(tokens.get(next - 1).text()));
  }

  /** Whether a block comment that opened in an earlier line is open at {@code at}. */
  private boolean isInComment(int at) {
    int from = next == 0 ? 0 : tokens.get(next - 1).end();
    int i = from;
    while (i < at) {
      if (text.startsWith("//", i)) {
        int end = text.indexOf('\n', i);
        i = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", i)) {
        int end = text.indexOf("*/", i + 2);
        if (end < 0 || end >= at) {
          return true;
        }
        i = end + 2;
      } else {
        i++;
      }
    }
    return false;
  }

  private static int width(String line) {
    int width = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\t') {
        width += INDENT - width % INDENT;
      } else if (c == ' ') {
        width++;
      } else {
        break;
      }
    }
    return width;
  }

  /** Reads the tokens before {@code end}. */
  private void pass(int end) {
    while (next + 1 < tokens.size() && tokens.get(next).at() < end) {
      Token token = tokens.get(next++);
      if (token.is("rule") && tokens.get(next).kind() == Kind.TEXT) {
        section = Section.ANNOTATIONS;
        depth = 0;
      } else if (section == Section.ANNOTATIONS && token.is("when")) {
        section = Section.STATEMENTS;
        depth = 0;
      } else if (section == Section.STATEMENTS && depth == 0 && token.is("end")) {
        section = Section.FILE;
      } else if (token.kind() == Kind.SIGN) {
        depth += token.is("(") ? 1 : token.is(")") && depth > 0 ? -1 : 0;
      }
    }
  }
}
