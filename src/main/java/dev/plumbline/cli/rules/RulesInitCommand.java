package dev.plumbline.cli.rules;

import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code plumbline rules init}: the shipped rules as files, to be edited. */
@Command(
    name = "init",
    description = {
      "Copy the shipped rules into a new folder, to edit them.",
      "With their scenarios and data. The folder is an overlay on the shipped rules: keep only the"
          + " files that differ."
    },
    parameterListHeading = "%nFolder:%n",
    footer = {
      "  plumbline rules init my-rules",
      "      then edit, plumbline test my-rules, plumbline evaluate --rules my-rules",
      "  plumbline rules init /etc/plumbline/rules",
      "      for plumbline serve --rules /etc/plumbline/rules, which takes every edit"
    })
public final class RulesInitCommand extends Verb {

  @Parameters(paramLabel = "DIR", description = "A folder that is not there yet, or empty.")
  @SuppressWarnings("NullAway.Init")
  private Path folder;

  @Override
  public Integer call() {
    Map<String, String> files = RuleFiles.shipped().all();
    try {
      refuseUnlessEmpty();
      Files.createDirectories(folder);
      for (var file : files.entrySet()) {
        Files.writeString(folder.resolve(file.getKey()), file.getValue());
      }
    } catch (IOException e) {
      throw refused("cannot be written: " + e + ".");
    }
    PrintWriter out = out();
    out.println(TextFormat.count(files.size(), "file") + " written to " + folder + ". Now");
    out.println("  edit one, or write x.drl with x.scenarios.yaml beside it");
    out.println(
        "  delete what you leave as it is: the shipped file then counts, also after upgrades");
    out.println("  plumbline test " + folder + "                  run the scenarios");
    out.println("  plumbline evaluate --rules " + folder + "      see what follows from them");
    out.println(
        "  plumbline serve --rules " + folder + "         let them decide; edits count at once");
    return ExitCodes.ANSWERED;
  }

  private void refuseUnlessEmpty() throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw refused("is not a folder. Try: another name.");
    }
    try (Stream<Path> held = Files.list(folder)) {
      if (held.findAny().isPresent()) {
        throw refused("is not empty, and nothing of yours is overwritten. Try: a new folder.");
      }
    }
  }

  private ParameterException refused(String fault) {
    return invalid(folder + ": " + fault);
  }
}
