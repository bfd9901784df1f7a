package dev.plumbline.cli;

import dev.plumbline.host.Evaluated;
import dev.plumbline.host.Evaluation;
import dev.plumbline.host.SnapshotReader;
import dev.plumbline.source.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumbline explain}: why something holds, down to the facts, or why it does not. */
@Command(
    name = "explain",
    description = "Say why something holds, down to the facts, or why it does not.",
    synopsisSubcommandLabel = "VERB",
    commandListHeading = "%nVerbs:%n",
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nWhat and where:%n",
    subcommands = {})
public final class ExplainCommand implements Callable<Integer> {

  private static final List<String> FORMS = List.of("tree", "json", "mermaid");

  @Parameters(
      arity = "0..*",
      paramLabel = "WHAT [SNAPSHOT]",
      description = {
        "An object, KIND/NAME, or a conclusion, 'TYPE field=value …' in quotes; not with --why-not.",
        "Then a snapshot folder. Without one: the example that ships with Plumbline."
      })
  private List<String> arguments = new ArrayList<>();

  @Option(
      names = "--why-not",
      paramLabel = "CONCLUSION",
      description = "A conclusion that does not hold, 'TYPE field=value …' in quotes.")
  private @Nullable String whyNot;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private ExplainOptions options;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  private final SnapshotReader folders;
  private final Layers layers;

  /** Reads snapshots from folders. */
  public ExplainCommand() {
    this(SnapshotReader.FOLDERS, Evaluation::with);
  }

  ExplainCommand(SnapshotReader folders, Layers layers) {
    this.folders = folders;
    this.layers = layers;
  }

  @Override
  public Integer call() {
    CommandLine command = spec.commandLine();
    String form = options.form(FORMS, command);
    int first = whyNot == null ? 1 : 0;
    if (arguments.size() < first) {
      throw new ParameterException(
          command, "nothing to explain. Maybe an object, such as NodePool/default.");
    }
    if (arguments.size() > first + 1) {
      throw new ParameterException(
          command,
          arguments.get(first + 1)
              + " is one too many. Maybe put the conclusion in quotes: 'TYPE field=value'.");
    }
    String path = arguments.size() > first ? arguments.get(first) : null;
    try (var progress = new Progress(command.getErr())) {
      progress.now("compiling rules");
      Evaluation evaluation = options.rules(layers);
      progress.now("reading");
      Snapshot snapshot = options.snapshot(evaluation, folders, path, command);
      progress.now("settling");
      Evaluated evaluated = evaluation.of(snapshot);
      command.getOut().println(form + evaluated.settlement().size());
    }
    return CommandLine.ExitCode.OK;
  }
}
