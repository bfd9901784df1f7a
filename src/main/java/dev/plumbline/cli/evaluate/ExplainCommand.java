package dev.plumbline.cli.evaluate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.cli.command.SnapshotOptions;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.engine.Selection;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.view.ImageTrainText;
import dev.plumbline.why.CompiledRules;
import dev.plumbline.why.ExplanationMermaid;
import dev.plumbline.why.ExplanationText;
import dev.plumbline.why.Explanations;
import dev.plumbline.why.Goal;
import dev.plumbline.why.Suggestions.Budget;
import dev.plumbline.why.Suggestions.Copy;
import dev.plumbline.why.WhatIfSession;
import dev.plumbline.why.WhyNot.Absence;
import dev.plumbline.why.World;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline explain}: why something holds, down to the facts, or why it does not. */
@Command(
    name = "explain",
    description = "Explain why something holds, down to the facts, or why not.",
    synopsisSubcommandLabel = "VERB",
    commandListHeading = "%nVerbs:%n",
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nWhat and where:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  plumbline explain EC2NodeClass/default prod",
      "      everything concluded about an object of a snapshot folder, down to facts",
      "  plumbline explain 'InstanceTypeUsable nodePool=gpu' prod -o mermaid",
      "      some conclusions, as a chart",
      "  plumbline explain --why-not 'InstanceTypeUsable nodePool=gpu instanceType=g5g.xlarge'"
          + " prod",
      "      why a conclusion does not hold, and the smallest changes after which it would",
      "  plumbline explain NodePool/gpu --log s3://audit/prod --at 2026-12-01T08:00:00Z",
      "      the same from a decision log, at a recorded time, by the rules of that time"
    },
    subcommands = {ExplainPodCommand.class})
public final class ExplainCommand extends Verb {

  private static final String EXAMPLE = "tour";
  private static final List<String> FORMATS = List.of("tree", "json", "mermaid");
  private static final JsonFactory JSON = new JsonFactory();

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  @Parameters(
      arity = "0..*",
      paramLabel = "WHAT [SNAPSHOT]",
      description = {
        "An object, KIND/NAME, or a conclusion, 'TYPE field=value …' in quotes; not with"
            + " --why-not.",
        "Then a snapshot folder. Without one: the example that ships with Plumbline."
      })
  private List<String> arguments = new ArrayList<>();

  @Option(
      names = "--why-not",
      paramLabel = "CONCLUSION",
      description = "A conclusion that does not hold, 'TYPE field=value …' in quotes.")
  private @Nullable String whyNot;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "tree",
      description = "tree (default), json or mermaid.")
  private String output = "tree";

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private ExplainOptions options;

  private final SnapshotReader folders;
  private final SnapshotOptions.RuleLayers layers;

  public ExplainCommand() {
    this(SnapshotReader.FOLDERS, Evaluation::with);
  }

  public ExplainCommand(SnapshotReader folders, SnapshotOptions.RuleLayers layers) {
    this.folders = folders;
    this.layers = layers;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine command = command();
    String format = OutputFormat.of(output, FORMATS, command);
    int first = whyNot == null ? 1 : 0;
    if (arguments.size() < first) {
      throw invalid("nothing to explain. Try: an object, such as NodePool/default.");
    }
    if (arguments.size() > first + 1) {
      throw invalid(
          arguments.get(first + 1)
              + " is one argument too many. Try: the conclusion in quotes, 'TYPE field=value'.");
    }
    String what = whyNot == null ? arguments.getFirst() : whyNot;
    Selection.Name object = null;
    Goal wanted = null;
    try {
      if (whyNot == null && what.matches("\\w+/\\S+")) {
        object = Selection.name(what);
      } else {
        wanted = Goal.of(what);
      }
    } catch (IllegalArgumentException e) {
      throw invalid((whyNot == null ? "" : "--why-not: ") + e.getMessage());
    }
    String path = arguments.size() > first ? arguments.get(first) : null;
    try (var progress = new Progress(command.getErr())) {
      ExplainOptions.Ground ground =
          options.ground(layers, folders, path, EXAMPLE, progress, command);
      Collection<Fact> facts = ground.facts();
      progress.now("settling");
      try (var trial = new WhatIfSession(ground.rules(), facts)) {
        var world = new World(facts, trial.settlement());
        var explanations = new Explanations(new CompiledRules(ground.rules()), world);
        if (object != null) {
          about(explanations, object, world, path, format);
        } else if (wanted != null) {
          asked(explanations, wanted, trial, format);
        }
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private void about(
      Explanations explanations,
      Selection.Name object,
      World world,
      @Nullable String path,
      String format)
      throws IOException {
    var selection = new Selection(Set.of(), object);
    String unknown = selection.unknownObject(world.facts().values(), world.settlement());
    if (unknown != null) {
      throw new InvalidInputException(
          new IllegalArgumentException((path == null ? "" : path + ": ") + unknown));
    }
    var words = ImageTrainText.of(object, world.facts().values(), world.settlement());
    if (format.equals("tree")) {
      write(words);
    }
    Explanations.Answer answer = explanations.about(selection::includes);
    if (format.equals("json")) {
      json(
          json -> {
            words.write(json);
            answer.write(json);
          });
      out().flush();
    } else {
      print(answer, object.toString(), format);
    }
  }

  private void write(ImageTrainText words) {
    var paper = TextOutput.of(command());
    for (ImageTrainText.Section section : words.sections()) {
      paper.line(0, paper.bold(section.title()));
      for (String line : section.lines()) {
        boolean below = line.startsWith("  ");
        paper.wrapped(below ? 4 : 2, line.strip());
      }
    }
    if (!words.sections().isEmpty()) {
      paper.blank();
    }
  }

  private void asked(Explanations explanations, Goal wanted, WhatIfSession trial, String format)
      throws IOException {
    Absence absence = explanations.absence(wanted);
    PrintWriter out = out();
    if (!absence.held().isEmpty()) {
      if (whyNot != null && format.equals("tree")) {
        out.println(wanted + " holds:\n");
      }
      print(explanations.explained(absence.held()), wanted.toString(), format);
      return;
    }
    if (whyNot == null && format.equals("mermaid")) {
      throw invalid(wanted + " does not hold. Try: --why-not '" + wanted + "'.");
    }
    var notHeld = explanations.notHeld(wanted, absence, Copy.of(trial), Budget.of(TIMEOUT));
    if (format.equals("json")) {
      json(json -> notHeld.write(json));
    } else if (format.equals("mermaid")) {
      throw invalid("-o mermaid shows only what holds. Try: -o tree or json.");
    } else {
      notHeld.lines().forEach(out::println);
    }
    out.flush();
  }

  private void print(Explanations.Answer answer, String what, String format) throws IOException {
    PrintWriter out = out();
    switch (format) {
      case "json" -> json(answer::write);
      case "mermaid" -> ExplanationMermaid.of(answer.explained()).forEach(out::println);
      default -> {
        if (answer.explained().isEmpty()) {
          out.println("Nothing is concluded about " + what + ".");
        }
        ExplanationText.of(answer.explained()).forEach(out::println);
        answer
            .left()
            .forEach(
                (type, left) ->
                    out.println(
                        "\nand " + left + " more " + type + ". Try: '" + type + " field=value'."));
      }
    }
    out.flush();
  }

  @FunctionalInterface
  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  private void json(Fields fields) throws IOException {
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
    }
    data().println(text);
  }
}
