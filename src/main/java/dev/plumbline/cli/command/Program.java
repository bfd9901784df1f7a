package dev.plumbline.cli.command;

import dev.plumbline.cli.table.TextOutput;
import io.quarkus.picocli.runtime.PicocliCommandLineFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** How every verb answers: UTF-8 on stdout, errors on one line, the exit codes. */
@ApplicationScoped
public final class Program {

  @Produces
  public CommandLine commandLine(PicocliCommandLineFactory factory) {
    return configure(
        factory
            .create()
            .setOut(new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)))
            .setErr(
                new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true)));
  }

  public static CommandLine configure(CommandLine commandLine) {
    HelpTexts.complete(commandLine);
    return commandLine
        .setUsageHelpWidth(TextOutput.WIDTH)
        .setUsageHelpAutoWidth(false)
        .setUnmatchedOptionsArePositionalParams(false)
        .setParameterExceptionHandler(Errors::badArguments)
        .setExecutionExceptionHandler(Errors::failed)
        .setExecutionStrategy(
            parsed -> {
              try {
                return new CommandLine.RunLast().execute(parsed);
              } finally {
                commandLine.getOut().flush();
              }
            });
  }
}
