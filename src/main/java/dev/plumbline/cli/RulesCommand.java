package dev.plumbline.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plumbline rules}: the verbs of those who write rules. */
@Command(
    name = "rules",
    description = "Write rules of your own, and look after those that serve.",
    synopsisSubcommandLabel = "VERB",
    commandListHeading = "%nVerbs:%n",
    optionListHeading = "%nOptions:%n",
    subcommands = {RulesInitCommand.class})
public final class RulesCommand implements Runnable {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  private boolean help;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  /** Nothing but the name of the group asks for nothing. */
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "no verb of rules given. Maybe "
            + String.join(" or ", spec.subcommands().keySet())
            + ", or --help for what they do.");
  }
}
