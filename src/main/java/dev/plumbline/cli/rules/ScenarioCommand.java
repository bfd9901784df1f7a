package dev.plumbline.cli.rules;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plumbline scenario}: verbs for those who write scenarios. */
@Command(
    name = "scenario",
    description = "Write scenarios.",
    subcommands = {ScenarioFromCommand.class})
public final class ScenarioCommand implements Runnable {

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  /** Nothing but the name of the group asks for nothing. */
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "no verb given. Try: from, or --help.");
  }
}
