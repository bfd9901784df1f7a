package dev.plumbline.cli.lsp;

import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import java.io.InputStream;
import java.io.PrintStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plumbline lsp}: help for rule authors in their editor. */
@Command(
    name = "lsp",
    description = {
      "Run the language server (LSP over stdio), as editors do.",
      "For rules (*.drl) and the scenarios, messages and parameters beside them. A folder of rules"
          + " is an overlay on the shipped ones, as for lint."
    },
    footer = {
      "  plumbline lsp",
      "      as the command of a language server; docs/editors.md has the settings of editors",
      "  plumbline lsp --stdio",
      "      the same, as many editors start every language server"
    },
    exitCodeList = {
      "0:shut down by the editor, or the end of its messages",
      "1:exit without shutdown, or an internal error",
      "2:an option that it does not have"
    })
public final class LspCommand extends Verb {

  @Option(names = "--stdio", description = "Use stdin and stdout, as it does without, too.")
  private boolean stdio;

  @Override
  public Integer call() {
    InputStream in = System.in;
    PrintStream out = System.out;
    // Whatever else would be printed does not get between messages.
    System.setOut(System.err);
    try {
      return RuleServer.serve(in, out) ? ExitCodes.ANSWERED : ExitCodes.FAILED;
    } finally {
      System.setOut(out);
    }
  }
}
