package dev.plumbline.cli.command;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What the help of every verb has in common: headings, and what its exit codes mean. */
public final class HelpTexts {

  private HelpTexts() {}

  /** Completes the help of a command and of all verbs below it. */
  public static void complete(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    UsageMessageSpec usage = spec.usageMessage();
    usage.synopsisSubcommandLabel("VERB");
    usage.commandListHeading("%nVerbs:%n");
    usage.optionListHeading("%nOptions:%n");
    if (usage.parameterListHeading().isEmpty()) {
      usage.parameterListHeading("%nArguments:%n");
    }
    if (usage.footer().length > 0) {
      usage.footerHeading("%nExamples:%n");
    }
    usage.exitCodeListHeading(
        group(spec) && usage.exitCodeList().isEmpty() ? "" : "%nExit codes:%n");
    if (!group(spec)) {
      usage.exitCodeList(ExitCodes.words(usage.exitCodeList()));
    }
    command.getSubcommands().values().forEach(HelpTexts::complete);
  }

  /** Whether it does nothing itself and only holds verbs. */
  public static boolean group(CommandSpec spec) {
    return !spec.subcommands().isEmpty() && spec.userObject() instanceof Runnable;
  }
}
