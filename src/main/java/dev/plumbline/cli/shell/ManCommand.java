package dev.plumbline.cli.shell;

import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verbs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumbline man}: the manual page of a verb. */
@Command(
    name = "man",
    description = "Print the manual page of a verb, in the language of man.",
    footer = {
      "  plumbline man audit query | man -l -",
      "      reads it",
      "  plumbline man > ~/.local/share/man/man1/plumbline.1",
      "      keeps that of the program, for man plumbline"
    })
public final class ManCommand implements Callable<Integer> {

  @Parameters(arity = "0..*", paramLabel = "VERB", description = "Which one. Without: the program.")
  private List<String> verbs = new ArrayList<>();

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(ManPage.of(Verbs.named(verbs, spec)));
    return ExitCodes.ANSWERED;
  }
}
