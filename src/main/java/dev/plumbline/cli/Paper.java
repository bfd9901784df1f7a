package dev.plumbline.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Lines of text for people, of a width that a terminal shows. */
final class Paper {

  static final int WIDTH = 100;

  private final PrintWriter out;
  private final boolean colour;
  private final int width;
  private int lines;

  Paper(PrintWriter out, boolean colour) {
    this(out, colour, WIDTH);
  }

  Paper(PrintWriter out, boolean colour, int width) {
    this.out = out;
    this.colour = colour;
    this.width = width;
  }

  int width() {
    return width;
  }

  String bold(String text) {
    return paint("1", text);
  }

  String dim(String text) {
    return paint("2", text);
  }

  String red(String text) {
    return paint("31", text);
  }

  String green(String text) {
    return paint("32", text);
  }

  String yellow(String text) {
    return paint("33", text);
  }

  private String paint(String code, String text) {
    return colour && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  /** How many lines there are so far. */
  int lines() {
    return lines;
  }

  void blank() {
    line(0, "");
  }

  /** One line, as it is. */
  void line(int indent, String text) {
    out.print(" ".repeat(indent));
    out.print(text);
    out.print('\n');
    lines++;
  }

  /** Text that goes on under itself where it is too wide. */
  void wrapped(int indent, String text) {
    for (String line : wrap(text, width - indent)) {
      line(indent, line);
    }
  }

  /** The same in grey. */
  void wrappedDim(int indent, String text) {
    for (String line : wrap(text, width - indent)) {
      line(indent, dim(line));
    }
  }

  /** Text after a label; where it is too wide, it goes on under itself. */
  void labelled(int indent, String label, String painted, String text) {
    int hang = indent + label.length() + 2;
    List<String> lines = wrap(text, Math.max(40, width - hang));
    for (int i = 0; i < lines.size(); i++) {
      if (i == 0) {
        line(indent, lines.getFirst().isEmpty() ? painted : painted + "  " + lines.getFirst());
      } else {
        line(hang, lines.get(i));
      }
    }
  }

  static String pad(String text, int width) {
    return text.length() >= width ? text : text + " ".repeat(width - text.length());
  }

  static String padLeft(String text, int width) {
    return text.length() >= width ? text : " ".repeat(width - text.length()) + text;
  }

  static List<String> wrap(String text, int width) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (String word : text.split("\\s+", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
