package dev.plumbline.cli.table;

import dev.plumbline.language.Printable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** Lines of text for people, wrapped to a width that a terminal shows. */
public final class TextOutput {

  public static final int WIDTH = 100;

  private static final int MIN_TEXT_WIDTH = 40;
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[\\d+m");

  /** The codes of {@link #paint}. */
  private static final Pattern PAINT = Pattern.compile("\u001b\\[(?:[012]|3[123])m");

  private final PrintWriter out;
  private final boolean colour;
  private final int width;
  private int lines;

  public TextOutput(PrintWriter out, boolean colour) {
    this(out, colour, WIDTH);
  }

  public TextOutput(PrintWriter out, boolean colour, int width) {
    this.out = out;
    this.colour = colour;
    this.width = width;
  }

  public static TextOutput of(CommandLine command) {
    return new TextOutput(command.getOut(), command.getColorScheme().ansi().enabled());
  }

  public int width() {
    return width;
  }

  public String bold(String text) {
    return paint("1", text);
  }

  public String dim(String text) {
    return paint("2", text);
  }

  public String red(String text) {
    return paint("31", text);
  }

  public String green(String text) {
    return paint("32", text);
  }

  public String yellow(String text) {
    return paint("33", text);
  }

  private String paint(String code, String text) {
    return colour && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  public int lines() {
    return lines;
  }

  public void flush() {
    out.flush();
  }

  public void blank() {
    line(0, "");
  }

  /** A heading after an empty line. */
  public void heading(String text) {
    blank();
    line(0, bold(text));
  }

  public void line(int indent, String text) {
    out.print(" ".repeat(indent));
    out.print(printable(text));
    out.print('\n');
    lines++;
  }

  /** Text of others with nothing that controls a terminal; only our own colours stay. */
  private String printable(String text) {
    if (!colour || text.indexOf('\u001b') < 0) {
      return Printable.of(text);
    }
    var line = new StringBuilder();
    Matcher own = PAINT.matcher(text);
    int from = 0;
    while (own.find()) {
      line.append(Printable.of(text.substring(from, own.start()))).append(own.group());
      from = own.end();
    }
    return line.append(Printable.of(text.substring(from))).toString();
  }

  public void wrapped(int indent, String text) {
    for (String line : wrap(text, width - indent)) {
      line(indent, line);
    }
  }

  public void wrappedDim(int indent, String text) {
    for (String line : wrap(text, width - indent)) {
      line(indent, dim(line));
    }
  }

  /** Text after a label, which may be coloured; where it is too wide, it continues under itself. */
  public void labelled(int indent, String label, String text) {
    int hang = indent + COLOUR.matcher(label).replaceAll("").length() + 2;
    List<String> lines = wrap(text, Math.max(MIN_TEXT_WIDTH, width - hang));
    String first = lines.getFirst();
    line(indent, first.isEmpty() ? label : label + "  " + first);
    lines.stream().skip(1).forEach(line -> line(hang, line));
  }

  /**
   * Rows with their cells below each other, two spaces between them.
   *
   * @param maxWidth of a column; a longer cell moves what follows it
   */
  public static List<String> columns(List<List<String>> rows, int maxWidth) {
    int[] widths = new int[rows.isEmpty() ? 0 : rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.min(maxWidth, Math.max(widths[i], row.get(i).length()));
      }
    }
    var lines = new ArrayList<String>();
    for (List<String> row : rows) {
      var line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(i + 1 < widths.length ? pad(row.get(i), widths[i]) + "  " : row.get(i));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  public static int longest(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(0);
  }

  public static String pad(String text, int width) {
    return text.length() >= width ? text : text + " ".repeat(width - text.length());
  }

  public static String padLeft(String text, int width) {
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
