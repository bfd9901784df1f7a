package dev.plumbline.cli.rules;

import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.engine.Selection;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.scenario.ScenarioMaker;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "scenario",
    description = "Write scenarios.",
    subcommands = {ScenarioCommand.From.class})
public final class ScenarioCommand extends Verb.Group {

  /** {@code plumbline scenario from}: a real case as a scenario. */
  @Command(
      name = "from",
      description = {
        "Write a scenario from a real case.",
        "It has the conclusions about one object, and only the facts that the rules of that file"
            + " need for them. Every scenario is run before it is written."
      },
      parameterListHeading = "%nSnapshot:%n",
      footer = {
        "  plumbline scenario from my-cluster --for NodePool/gpu --conclusion NodePoolObjection",
        "      one for each rule file that concludes one; put it into x.scenarios.yaml beside"
            + " x.drl",
        "  plumbline scenario from prod --for EC2NodeClass/default --rules my-rules > draft.yaml",
        "      all that is concluded of a node class by rules of your own"
      },
      exitCodeList = {"0:written", "1:no scenario could be made, or an internal error"})
  public static final class From extends Verb {

    @Parameters(paramLabel = "SNAPSHOT", description = "A snapshot folder.")
    @SuppressWarnings("NullAway.Init")
    private String snapshot;

    @Option(
        names = "--for",
        required = true,
        paramLabel = "KIND/NAME",
        description = "The object, such as NodePool/gpu.")
    @SuppressWarnings("NullAway.Init")
    private String object;

    @Option(
        names = "--conclusion",
        split = ",",
        paramLabel = "TYPE",
        description = "Only conclusions of these types. Without: all about the object.")
    private List<String> types = new ArrayList<>();

    @Option(
        names = "--rules",
        paramLabel = "DIR",
        description = "The rules of this folder, as for evaluate.")
    private @Nullable Path rules;

    @Override
    public Integer call() {
      Selection selection = selection();
      PrintWriter err = err();
      PrintWriter out = data();
      try (var progress = new Progress(err)) {
        progress.now("compiling rules");
        Evaluation evaluation = Evaluation.with(rules);
        progress.now("settling " + snapshot);
        EvaluationResult evaluated =
            evaluation.of(evaluation.read(SnapshotReader.FOLDERS, snapshot, null));
        String unknown =
            selection.unknownObject(evaluated.snapshot().facts(), evaluated.settlement());
        if (unknown != null) {
          Errors.print(snapshot + ": " + unknown, err);
          return ExitCodes.BAD_INPUT;
        }
        var maker = new ScenarioMaker(evaluation, evaluated, selection);
        if (maker.files().isEmpty()) {
          Errors.print(
              snapshot
                  + ": nothing of "
                  + (types.isEmpty() ? "" : String.join(", ", types) + " for ")
                  + object
                  + " is concluded here. Try: plumbline evaluate --for "
                  + object
                  + ".",
              err);
          return ExitCodes.BAD_INPUT;
        }
        int written = 0;
        for (String file : maker.files()) {
          progress.now("looking for the least that " + file + " needs");
          ScenarioMaker.Result made = maker.make(file);
          if (made.text() == null) {
            Errors.print(file + ": " + made.fault(), err);
          } else {
            out.print((written++ == 0 ? "" : "---\n") + "# for " + made.scenarioFile() + "\n");
            out.print(made.text());
          }
        }
        return written > 0 ? ExitCodes.ANSWERED : ExitCodes.FAILED;
      }
    }

    private Selection selection() {
      try {
        Set<String> known = Selection.types(types, ConclusionTypes.ALL, "conclusion");
        return new Selection(known, Selection.name(object));
      } catch (IllegalArgumentException e) {
        throw invalid(String.valueOf(e.getMessage()));
      }
    }
  }
}
