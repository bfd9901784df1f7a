package dev.plumbline.cli.command;

import dev.plumbline.cli.table.PrintableWriter;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.fact.Nearest;
import dev.plumbline.language.AtWork;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.Printable;
import dev.plumbline.log.AlteredLogException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports errors: invalid input on one line with advice, an internal error with its stack trace.
 */
public final class Errors {

  private Errors() {}

  /** That what was given cannot be used. */
  public static InvalidInputException badInput(String message) {
    return new InvalidInputException(new IllegalArgumentException(message));
  }

  public static void print(String line, PrintWriter err) {
    err.println("plumbline: " + Printable.of(line));
    err.flush();
  }

  /** A command line that cannot be understood. */
  public static int badArguments(ParameterException exception, String[] arguments) {
    CommandLine command = exception.getCommandLine();
    String message =
        exception instanceof UnmatchedArgumentException unmatched
            ? unmatched(unmatched, command)
            : String.valueOf(exception.getMessage()).replaceAll("\\s*\\R\\s*", " ");
    if (exception instanceof MissingParameterException) {
      message += ". Try: " + command.getCommandSpec().qualifiedName() + " --help.";
    }
    print(message, command.getErr());
    return ExitCodes.BAD_INPUT;
  }

  private static String unmatched(UnmatchedArgumentException exception, CommandLine command) {
    String first = exception.getUnmatched().getFirst();
    if (first.startsWith("-")) {
      String name = first.indexOf('=') < 0 ? first : first.substring(0, first.indexOf('='));
      List<String> options = new ArrayList<>();
      for (OptionSpec option : command.getCommandSpec().options()) {
        options.addAll(List.of(option.names()));
      }
      List<String> near = Nearest.names(name, options);
      return "unknown option "
          + name
          + "."
          + (near.isEmpty()
              ? " Try: " + command.getCommandSpec().qualifiedName() + " --help."
              : " Did you mean " + near.getFirst() + "?");
    }
    return unknown(first, command);
  }

  /**
   * A command that has failed: bad input has its lines, and so has an altered log, which is not the
   * fault of who asks; everything else is an internal error.
   */
  public static int failed(Exception exception, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (exception instanceof InvalidInputException invalid) {
      invalid.lines().forEach(line -> print(line, err));
      return invalid.getCause() instanceof AlteredLogException
          ? ExitCodes.FAILED
          : ExitCodes.BAD_INPUT;
    }
    print("internal error (bug): " + exception + ". Stack trace:", err);
    exception.printStackTrace(PrintableWriter.of(err));
    err.flush();
    return ExitCodes.FAILED;
  }

  /** A command that needs more of the machine than it may have: which limit, and at what. */
  static int exhausted(VirtualMachineError error, PrintWriter err) {
    String at = AtWork.now() == null ? "" : " at " + AtWork.now();
    print(
        error instanceof StackOverflowError
            ? "nested too deeply" + at + ". Try: write it as several rules or objects."
            : "more than "
                + Runtime.getRuntime().maxMemory() / (1 << 20)
                + " MiB of memory needed"
                + at
                + ". Try: join patterns by a key, a smaller snapshot, or another -Xmx"
                + " (PLUMBLINE_JAVA_OPTS).",
        err);
    return ExitCodes.BAD_INPUT;
  }

  /** The verb of these words below the whole program; the program itself for none. */
  public static CommandLine verb(List<String> words, CommandLine asking) {
    CommandLine found = asking.getCommandSpec().root().commandLine();
    for (String word : words) {
      CommandLine next = found.getSubcommands().get(word);
      if (next == null) {
        throw new ParameterException(asking, unknown(word, found));
      }
      found = next;
    }
    return found;
  }

  /** With {@code --help} picocli shows the help of the last verb that it knows instead. */
  static void refuseUnknownVerb(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    CommandLine command = last.commandSpec().commandLine();
    for (String word : last.unmatched()) {
      if (!word.startsWith("-") && !command.getSubcommands().isEmpty()) {
        throw new ParameterException(command, unknown(word, command));
      }
    }
  }

  private static String unknown(String word, CommandLine command) {
    return command.getSubcommands().isEmpty()
        ? "'%s' is one argument too many. Try: %s --help."
            .formatted(word, command.getCommandSpec().qualifiedName())
        : "unknown verb '%s'. %s"
            .formatted(word, TextFormat.suggestion(word, command.getSubcommands().keySet()));
  }
}
