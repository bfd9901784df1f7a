package dev.plumbline.cli.evaluate;

import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.cli.command.SnapshotOptions;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.EvaluationTable;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.engine.Selection;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.source.Snapshot;
import dev.plumbline.view.EvaluationDocument;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline evaluate}: a snapshot in, conclusions with their reasons out. */
@Command(
    name = "evaluate",
    description = "Evaluate snapshots, with the reason for every conclusion.",
    parameterListHeading = "%nSnapshots:%n",
    footer = {
      "  plumbline evaluate",
      "      evaluates the example that ships with Plumbline",
      "  plumbline evaluate prod staging --rules my-rules",
      "      evaluates two snapshot folders, with my-rules as an overlay on the shipped rules",
      "  plumbline evaluate prod --at 2026-12-01 --for EC2NodeClass/default --explain",
      "      what will hold for one node class on that day, and by which rules",
      "  plumbline evaluate prod -o json --only AmiResolved | jq '.conclusions[].ami'",
      "      for programs: one document a snapshot, each on one line"
    })
public final class EvaluateCommand extends Verb {

  private static final String TOUR = "tour";

  private static final List<String> FORMATS = List.of("table", "json", "yaml");

  @Parameters(
      arity = "0..*",
      paramLabel = "SNAPSHOT",
      description = "Snapshot folders. Without one: the example that ships with Plumbline.")
  private List<String> snapshots = new ArrayList<>();

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private SnapshotOptions options;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table (default), json (one line a snapshot) or yaml.")
  private String format = "table";

  @Option(
      names = "--only",
      paramLabel = "TYPE",
      split = ",",
      description = "Only conclusions of these types, such as AmiResolved,AmiObjection.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--for",
      paramLabel = "KIND/NAME",
      description = "Only conclusions that concern this object, such as NodePool/general.")
  private @Nullable String object;

  @Option(
      names = "--explain",
      description = "Show the rules behind every conclusion, with file and line.")
  private boolean explain;

  @Option(names = "--all", description = "In a table, list everything instead of summing up.")
  private boolean all;

  private final SnapshotReader folders;
  private final SnapshotOptions.RuleLayers layers;

  public EvaluateCommand() {
    this(SnapshotReader.FOLDERS, Evaluation::with);
  }

  public EvaluateCommand(SnapshotReader folders, SnapshotOptions.RuleLayers layers) {
    this.folders = folders;
    this.layers = layers;
  }

  @Override
  public Integer call() throws IOException {
    Instant time = options.at(command());
    format = OutputFormat.of(format, FORMATS, command());
    Selection selection = selection();
    Answers answers = answers();
    PrintWriter err = err();
    boolean allGood = true;
    try (var progress = new Progress(err)) {
      progress.now("compiling rules");
      Evaluation evaluation = options.evaluation(layers);
      if (snapshots.isEmpty()) {
        SnapshotOptions.example(TOUR, err);
      }
      SnapshotReader reader = snapshots.isEmpty() ? SnapshotReader.EXAMPLES : folders;
      for (String path : snapshots.isEmpty() ? List.of(TOUR) : snapshots) {
        try {
          progress.now("reading " + path);
          Snapshot snapshot = evaluation.read(reader, path, time);
          int facts = snapshot.facts().size();
          progress.now("settling " + TextFormat.count(facts, "fact") + " of " + path);
          EvaluationResult evaluated = evaluation.of(snapshot);
          String unknown = selection.unknownObject(snapshot.facts(), evaluated.settlement());
          if (unknown == null) {
            answers.write(evaluated, selection);
          } else {
            Errors.print(path + ": " + unknown, err);
            allGood = false;
          }
        } catch (InvalidInputException e) {
          e.lines().forEach(line -> Errors.print(line, err));
          allGood = false;
        }
      }
    }
    return allGood ? ExitCodes.ANSWERED : ExitCodes.BAD_INPUT;
  }

  /** Writes one answer after the other. */
  @FunctionalInterface
  private interface Answers {
    void write(EvaluationResult evaluated, Selection selection) throws IOException;
  }

  private Answers answers() {
    PrintWriter out = data();
    switch (format) {
      case "json" -> {
        EvaluationDocument json = EvaluationDocument.json(explain);
        return (evaluated, selection) -> json.write(evaluated, selection, out);
      }
      case "yaml" -> {
        EvaluationDocument yaml = EvaluationDocument.yaml(explain);
        return (evaluated, selection) -> yaml.write(evaluated, selection, out);
      }
      default -> {
        var table = new EvaluationTable(text(), all, explain);
        var begun = new AtomicBoolean();
        return (evaluated, selection) -> {
          if (begun.getAndSet(true)) {
            out.print("\n\n");
          }
          table.write(evaluated, selection);
        };
      }
    }
  }

  private Selection selection() {
    Set<String> types;
    try {
      types = Selection.types(only, ConclusionTypes.ALL, "conclusion");
    } catch (IllegalArgumentException e) {
      throw invalid("--only " + e.getMessage());
    }
    if (!types.isEmpty()) {
      // In a list without commas the further types look like snapshots.
      List<String> further =
          snapshots.stream()
              .filter(path -> ConclusionTypes.named(path) != null && !Files.exists(Path.of(path)))
              .toList();
      types.addAll(further);
      snapshots.removeAll(further);
    }
    try {
      return new Selection(types, object == null ? null : Selection.name(object));
    } catch (IllegalArgumentException e) {
      throw invalid("--for: " + e.getMessage());
    }
  }
}
