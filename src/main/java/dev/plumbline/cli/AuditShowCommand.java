package dev.plumbline.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code plumbline audit show}: what an auditor asks of one node at one time. */
@Command(
    name = "show",
    description = "Answer an auditor's questions about one node at one time, from the log alone.",
    parameterListHeading = "%nNode:%n",
    footer = {
      "  plumbline audit show ip-10-0-1-21.ec2.internal --at 2026-11-20T13:00:00Z",
      "      which image it ran then, why that one, by whose rules",
      "  plumbline audit show default-a7c20 --at 2026-11-20 --all -o json",
      "      of a NodeClaim, down to the last fact, for a program"
    })
public final class AuditShowCommand implements Callable<Integer> {

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private NodeOptions asked;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private TableOrJson output;

  @Option(names = "--all", description = "List everything, down to the last fact.")
  private boolean all;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    boolean json = output.json(command);
    return asked.ask(
        command,
        (answer, archive, log) -> {
          PrintWriter out = command.getOut();
          if (json) {
            out.print(answer.toJson() + "\n");
          } else {
            var paper = new Paper(out, command.getColorScheme().ansi().enabled());
            new AnswerWriter(paper, all).write(answer);
          }
        });
  }
}
