package dev.plumbline.cli.shell;

import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumbline help}: the same as {@code --help} of a verb. */
@Command(
    name = "help",
    description = "Show the help of a verb, as its --help does.",
    footer = {
      "  plumbline help",
      "      all verbs",
      "  plumbline help audit query",
      "      one of them"
    })
public final class HelpCommand implements Callable<Integer> {

  @Parameters(arity = "0..*", paramLabel = "VERB", description = "Which one. Without: all of them.")
  private List<String> verbs = new ArrayList<>();

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine asked = Errors.verb(verbs, spec);
    asked.usage(spec.commandLine().getOut(), spec.commandLine().getColorScheme());
    return ExitCodes.ANSWERED;
  }
}
