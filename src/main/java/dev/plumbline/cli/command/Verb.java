package dev.plumbline.cli.command;

import dev.plumbline.cli.table.PrintableWriter;
import dev.plumbline.cli.table.TextOutput;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A verb: answers on stdout, reports everything else on stderr, returns an exit code. */
public abstract class Verb implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  protected final CommandLine command() {
    return spec.commandLine();
  }

  /** For people: what others wrote cannot control their terminal. */
  protected final PrintWriter out() {
    return PrintableWriter.of(command().getOut());
  }

  /** For programs: JSON, YAML, files. */
  protected final PrintWriter data() {
    return command().getOut();
  }

  protected final PrintWriter err() {
    return PrintableWriter.of(command().getErr());
  }

  protected final TextOutput text() {
    return TextOutput.of(command());
  }

  /** That the command line cannot be used; the message ends with advice. */
  protected final ParameterException invalid(String message) {
    return new ParameterException(command(), message);
  }

  public abstract static class Group implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public final void run() {
      throw new ParameterException(
          spec.commandLine(),
          "no verb given. Try: " + String.join(", ", spec.subcommands().keySet()) + " or --help.");
    }
  }
}
