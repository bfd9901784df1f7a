package dev.plumbline.cli.shell;

import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "help",
    description = "Show the help of a verb, as its --help does.",
    footer = {
      "  plumbline help",
      "      all verbs",
      "  plumbline help audit query",
      "      one of them"
    })
public final class HelpCommand extends Verb {

  @Parameters(arity = "0..*", paramLabel = "VERB", description = "Which one. Without: all of them.")
  private List<String> verbs = new ArrayList<>();

  @Override
  public Integer call() {
    CommandLine asked = Errors.verb(verbs, command());
    asked.usage(out(), command().getColorScheme());
    return ExitCodes.ANSWERED;
  }
}
