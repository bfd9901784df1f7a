package dev.plumbline.cli;

import dev.plumbline.cli.command.Program;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** The whole program as a shell runs it, and what it has said. */
final class Terminal {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** The program, each time anew. */
  static CommandLine program() {
    return Program.configure(new CommandLine(new PlumblineCommand()));
  }

  /** Runs a verb; answers its exit code. */
  int run(String... words) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return program().setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true)).execute(words);
  }

  String out() {
    return out.toString();
  }

  String err() {
    return err.toString();
  }
}
