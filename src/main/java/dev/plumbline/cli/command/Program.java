package dev.plumbline.cli.command;

import dev.plumbline.cli.table.TextOutput;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Common behavior of all commands: UTF-8 on stdout, errors on one line, exit codes. */
public final class Program {

  private Program() {}

  /** The same for the streams of this process. */
  public static CommandLine onConsole(CommandLine commandLine) {
    return configure(
        commandLine
            .setOut(new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)))
            .setErr(
                new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true)));
  }

  public static CommandLine configure(CommandLine commandLine) {
    complete(commandLine);
    return commandLine
        .setUsageHelpWidth(TextOutput.WIDTH)
        .setUsageHelpAutoWidth(false)
        .setUnmatchedOptionsArePositionalParams(false)
        .setParameterExceptionHandler(Errors::badArguments)
        .setExecutionExceptionHandler(Errors::failed)
        .setExecutionStrategy(
            parsed -> {
              try {
                Errors.refuseUnknownVerb(parsed);
                return new CommandLine.RunLast().execute(parsed);
              } catch (OutOfMemoryError | StackOverflowError e) {
                return Errors.exhausted(e, commandLine.getErr());
              } finally {
                commandLine.getOut().flush();
              }
            });
  }

  private static void complete(CommandLine command) {
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
    command.getSubcommands().values().forEach(Program::complete);
  }

  /** Whether it does nothing itself and only holds verbs. */
  public static boolean group(CommandSpec spec) {
    return !spec.subcommands().isEmpty() && spec.userObject() instanceof Runnable;
  }
}
