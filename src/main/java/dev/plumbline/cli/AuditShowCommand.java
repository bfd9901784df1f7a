package dev.plumbline.cli;

import dev.plumbline.audit.ask.AnswerJson;
import dev.plumbline.audit.ask.NodeAnswer;
import dev.plumbline.audit.ask.NodeQuestions;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumbline audit show}: what an auditor asks of one node at one time. */
@Command(
    name = "show",
    description = "Answer an auditor's questions about one node at one time, from the log alone.",
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nNode:%n")
public final class AuditShowCommand implements Callable<Integer> {

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private AskOptions asked;

  @Parameters(
      arity = "1",
      paramLabel = "NODE",
      description = "The name of a Node or NodeClaim, or the id of an instance.")
  @SuppressWarnings("NullAway.Init")
  private String node;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      required = true,
      description = "The time that is asked about (2026-12-01T08:00:00Z, or a day in UTC).")
  private @Nullable String at;

  @Option(names = "--all", description = "List everything, down to the last fact.")
  private boolean all;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "table",
      description = "table (default) or json.")
  @SuppressWarnings("NullAway.Init")
  private String form;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    AskOptions.known("-o", form, List.of("table", "json"), command);
    Instant time = When.of(at, command);
    return asked.ask(
        command,
        (archive, log) -> {
          NodeAnswer answer =
              new NodeQuestions(archive).ask(node, time == null ? Instant.MAX : time);
          PrintWriter out = command.getOut();
          if (form.equalsIgnoreCase("json")) {
            out.print(AnswerJson.of(answer) + "\n");
          } else {
            var paper = new Paper(out, command.getColorScheme().ansi().enabled());
            new AnswerWriter(paper, all).write(answer);
          }
        });
  }
}
