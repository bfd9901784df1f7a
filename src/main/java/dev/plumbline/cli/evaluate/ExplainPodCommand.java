package dev.plumbline.cli.evaluate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.PodTable;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.why.PodExplanation;
import dev.plumbline.why.WhatIfSession;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline explain pod}: why a pod still waits for a node, pool by pool. */
@Command(
    name = "pod",
    description = "Explain why a pod is pending, pool by pool.",
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nWhat and where:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  plumbline explain pod shop/render-0",
      "      one of the pods that wait in the example that ships with it",
      "  plumbline explain pod shop/cart-0 prod",
      "      what keeps each NodePool of a snapshot folder from launching a node for it"
    })
public final class ExplainPodCommand extends Verb {

  private static final String EXAMPLE = "pending-pod";
  private static final List<String> FORMATS = List.of("text", "json");
  private static final JsonFactory JSON = new JsonFactory();

  @Parameters(index = "0", arity = "1", paramLabel = "NAMESPACE/NAME", description = "The pod.")
  @SuppressWarnings("NullAway.Init")
  private String pod;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "SNAPSHOT",
      description = "A snapshot folder. Without one: the example " + EXAMPLE + ".")
  private @Nullable String path;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (default) or json.")
  private String format = "text";

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private ExplainOptions options;

  @Override
  public Integer call() throws IOException {
    CommandLine command = command();
    String wanted = OutputFormat.of(format, FORMATS, command);
    String name = pod.substring(pod.startsWith(ObjectKind.POD + "/") ? 4 : 0);
    PrintWriter err = command.getErr();
    PodExplanation explanation;
    try (var progress = new Progress(err)) {
      ExplainOptions.Ground ground =
          options.ground(
              Evaluation::with, SnapshotReader.FOLDERS, path, EXAMPLE, progress, command);
      progress.now("settling");
      try (var trial = new WhatIfSession(ground.rules(), ground.facts())) {
        explanation =
            PodExplanation.of(
                ground.facts(),
                trial.settlement(),
                name.indexOf('/') < 0 ? "default/" + name : name);
      } catch (IllegalArgumentException e) {
        throw new InvalidInputException(e);
      }
    } catch (InvalidInputException e) {
      e.lines().forEach(line -> Errors.print(line, err));
      return CommandLine.ExitCode.USAGE;
    }
    answer(explanation, wanted, command);
    return CommandLine.ExitCode.OK;
  }

  private static void answer(PodExplanation explanation, String format, CommandLine command)
      throws IOException {
    PrintWriter out = command.getOut();
    if (format.equals("text")) {
      new PodTable(TextOutput.of(command)).write(explanation);
      return;
    }
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      explanation.write(json);
    }
    out.print(text);
    out.print('\n');
  }
}
