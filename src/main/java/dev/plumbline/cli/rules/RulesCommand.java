package dev.plumbline.cli.rules;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plumbline rules}: what is done with rules beside evaluating them, one file each. */
@Command(
    name = "rules",
    description = "Rules of your own, and their revisions: which one serves, what waits, and why.",
    subcommands = {
      RulesInitCommand.class,
      RulesStatusCommand.class,
      RulesDiffCommand.class,
      RulesApproveCommand.class,
      RulesRollbackCommand.class
    })
public final class RulesCommand implements Runnable {

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  /** Alone it asks for nothing. */
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "no verb given. Maybe status, or --help for all of them.");
  }
}
