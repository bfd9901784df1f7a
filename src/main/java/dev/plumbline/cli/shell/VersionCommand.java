package dev.plumbline.cli.shell;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.command.Version;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plumbline version}: the same as {@code --version}, for programs, too. */
@Command(
    name = "version",
    description = "Show the version, what it was built of, and the digest of the shipped rules.",
    footer = {
      "  plumbline version",
      "      a line each, as --version",
      "  plumbline version -o json | jq -r .rules",
      "      the digest that a decision by the shipped rules carries"
    })
public final class VersionCommand extends Verb {

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private OutputFormat output;

  @Override
  public Integer call() {
    PrintWriter out = out();
    if (output.json(command())) {
      ObjectNode json = new JsonMapper().createObjectNode();
      Version.all().forEach(json::put);
      out.print(json + "\n");
    } else {
      List.of(new Version().getVersion()).forEach(line -> out.print(line + "\n"));
    }
    return ExitCodes.ANSWERED;
  }
}
