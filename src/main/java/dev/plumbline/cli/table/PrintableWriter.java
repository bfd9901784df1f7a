package dev.plumbline.cli.table;

import dev.plumbline.language.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * Text for people: whatever is printed, no control character but the end of a line and tab reaches
 * the terminal.
 */
public final class PrintableWriter extends Writer {

  private final PrintWriter out;

  private PrintableWriter(PrintWriter out) {
    this.out = out;
  }

  /** Prints on {@code out}, which it does not buffer. */
  public static PrintWriter of(PrintWriter out) {
    return new PrintWriter(new PrintableWriter(out));
  }

  @Override
  public void write(char[] text, int from, int length) {
    write(new String(text, from, length));
  }

  @Override
  public void write(String text, int from, int length) {
    write(text.substring(from, from + length));
  }

  @Override
  public void write(String text) {
    out.write(Printable.lines(text.replace("\r\n", "\n")));
  }

  @Override
  public void flush() {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
