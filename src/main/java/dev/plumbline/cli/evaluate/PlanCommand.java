package dev.plumbline.cli.evaluate;

import static dev.plumbline.cli.table.TextFormat.count;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Plan;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.action.plan.Diff;
import dev.plumbline.action.plan.GitOps;
import dev.plumbline.action.plan.GitOps.Document;
import dev.plumbline.action.plan.PlanJson;
import dev.plumbline.action.plan.ProjectedState;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.cli.command.SnapshotOptions;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.view.PlanView;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline plan}: a snapshot in, what would be changed out. Changes nothing itself. */
@Command(
    name = "plan",
    description = "Show what would be changed, as a diff or as patches to commit.",
    parameterListHeading = "%nSnapshot:%n",
    footer = {
      "  plumbline plan prod",
      "      every change to the cluster of a snapshot folder, with its reasons",
      "  plumbline plan prod -o yaml --for EC2NodeClass/default",
      "      one object: the patch, to read or to apply",
      "  plumbline plan prod -o patch",
      "      all that Plumbline would write, as patches of a kustomization.yaml, to propose",
      "  plumbline plan prod -o kustomize --to gitops/plumbline",
      "      the same as the files of a kustomize component, to commit"
    },
    exitCodeList = "3:there is something to change (--exit-code)")
public final class PlanCommand extends Verb {

  private static final String TOUR = "tour";

  private static final List<String> FORMATS =
      List.of("table", "json", "yaml", "patch", "kustomize");

  @Parameters(
      arity = "0..1",
      paramLabel = "SNAPSHOT",
      description = "A snapshot folder. Without one: the example that ships with Plumbline.")
  private @Nullable String path;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private SnapshotOptions options;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description =
          "table (default), json, yaml (changes), patch (kustomize patches) or kustomize (files).")
  private String format = "table";

  @Option(
      names = "--for",
      paramLabel = "KIND/NAME",
      description = "Only what concerns this object, and what is made for it.")
  private @Nullable String object;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "With -o kustomize: write the files there, over those written before.")
  private @Nullable Path to;

  @Option(names = "--exit-code", description = "Exit with 3 when there is something to change.")
  private boolean exitCode;

  private final SnapshotOptions.RuleLayers layers;

  public PlanCommand() {
    this(Evaluation::with);
  }

  public PlanCommand(SnapshotOptions.RuleLayers layers) {
    this.layers = layers;
  }

  @Override
  public Integer call() throws IOException {
    Instant time = options.at(command());
    format = OutputFormat.of(format, FORMATS, command());
    if (to != null && !format.equals("kustomize")) {
      throw invalid("--to needs -o kustomize. Try: -o kustomize.");
    }
    EvaluationResult evaluated = evaluate(time);
    LiveObjects now = new LiveObjects(evaluated.snapshot().objects()).at(evaluated.snapshot().at());
    List<Action> all = new ClusterPlanner().plan(evaluated.settlement(), now).actions();
    List<Action> actions = all.stream().filter(action -> Concern.of(action, object)).toList();
    if (object != null && actions.isEmpty()) {
      refuseUnknown(object, now);
    }
    write(evaluated, now, actions);
    boolean something =
        actions.stream()
            .anyMatch(a -> a.held() == null && !(a.change() instanceof Change.PublishFindings));
    return exitCode && something ? ExitCodes.SOMETHING : ExitCodes.ANSWERED;
  }

  private EvaluationResult evaluate(@Nullable Instant time) {
    PrintWriter err = err();
    try (var progress = new Progress(err)) {
      progress.now("compiling rules");
      Evaluation evaluation = options.evaluation(layers);
      if (path == null) {
        SnapshotOptions.example(TOUR, err);
      }
      progress.now("planning");
      return evaluation.of(
          evaluation.read(
              path == null ? SnapshotReader.EXAMPLES : SnapshotReader.FOLDERS,
              path == null ? TOUR : path,
              time));
    }
  }

  private void write(EvaluationResult evaluated, LiveObjects now, List<Action> actions)
      throws IOException {
    PrintWriter out = data();
    switch (format) {
      case "json" -> out.print(json(evaluated, actions) + "\n");
      case "yaml" ->
          out.print(
              PlanDocuments.stream(concerned(GitOps.changes(now, then(evaluated, now))), actions));
      case "patch" ->
          out.print(
              PlanDocuments.patches(concerned(GitOps.desired(then(evaluated, now))), actions));
      case "kustomize" -> {
        SortedMap<String, String> files =
            PlanDocuments.component(concerned(GitOps.desired(then(evaluated, now))));
        if (to == null) {
          out.print(PlanDocuments.named(files));
        } else {
          PlanDocuments.write(to, files, command());
          files.keySet().forEach(file -> out.print(to.resolve(file) + "\n"));
        }
      }
      default -> {
        new PlanTable(text())
            .write(evaluated, PlanView.of(actions, evaluated.settlement().of(GateClosed.class)));
      }
    }
    out.flush();
  }

  private static LiveObjects then(EvaluationResult evaluated, LiveObjects now) {
    return ProjectedState.of(new ClusterPlanner(), evaluated.settlement(), now);
  }

  private List<Document> concerned(List<Document> documents) {
    return documents.stream().filter(document -> Concern.of(document, object)).toList();
  }

  private static ObjectNode json(EvaluationResult evaluated, List<Action> actions) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("snapshot", evaluated.snapshot().path());
    json.put("at", evaluated.snapshot().at().toString());
    json.put("rules", evaluated.rules().digest());
    json.put("facts", evaluated.factsDigest());
    json.set("actions", PlanJson.of(new Plan(actions)));
    return json;
  }

  private void refuseUnknown(String name, LiveObjects now) {
    List<String> known = now.all().keySet().stream().map(ObjectRef::key).toList();
    if (known.stream().noneMatch(name::equalsIgnoreCase)) {
      throw invalid("--for " + name + " does not exist. " + TextFormat.suggestion(name, known));
    }
  }

  private static final class Concern {

    private Concern() {}

    static boolean of(Action action, @Nullable String object) {
      JsonNode content =
          switch (action.change()) {
            case Change.Apply apply -> apply.applied();
            case Change.Delete delete -> delete.before();
            default -> null;
          };
      return of(action.object().key(), content, object);
    }

    static boolean of(Document document, @Nullable String object) {
      return of(document.object().key(), document.content(), object);
    }

    private static boolean of(String key, @Nullable JsonNode content, @Nullable String object) {
      return object == null
          || key.equalsIgnoreCase(object)
          || (content != null
              && ObjectKind.NODE_POOL
                  .key(
                      content
                          .path("metadata")
                          .path("labels")
                          .path("plumbline.dev/tier-of")
                          .asText())
                  .equalsIgnoreCase(object));
    }
  }

  /**
   * Writes a plan for people: each action with its diff and its reasons, then how many there are.
   */
  public static final class PlanTable {

    private final TextOutput out;

    public PlanTable(TextOutput out) {
      this.out = out;
    }

    public void write(EvaluationResult evaluated, PlanView plan) {
      out.line(0, out.bold(evaluated.snapshot().path()) + "  at " + evaluated.snapshot().at());
      plan.actions().forEach(this::action);
      out.blank();
      out.line(
          0,
          plan.changes() == 0
              ? "no changes"
              : "%s: %d to apply, %d observed only, %d held"
                  .formatted(
                      count(plan.changes(), "change"), plan.due(), plan.observed(), plan.held()));
      if (plan.healthy() > 0) {
        out.line(0, "no findings for " + count(plan.healthy(), "object"));
      }
      plan.waiting().forEach(line -> out.wrappedDim(2, line));
    }

    private void action(Action action) {
      out.blank();
      String mode = action.mode() == Mode.ENFORCE ? "enforce" : "observe";
      String held = action.held();
      out.line(
          0,
          out.bold(action.object().key())
              + "  "
              + action.kind().wire()
              + "  "
              + (action.due() ? out.green(mode) : out.dim(mode))
              + (held == null ? "" : out.yellow("  held")));
      for (String line : Diff.lines(action.change())) {
        String mark = line.strip();
        out.line(
            2,
            mark.startsWith("+") ? out.green(line) : mark.startsWith("-") ? out.red(line) : line);
      }
      if (held != null) {
        out.labelled(2, out.yellow("held"), held);
      }
      action.reasons().forEach(reason -> out.labelled(2, out.dim("why"), reason));
    }
  }
}
