package dev.plumbline.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.cli.PlumblineCommand.HelpCommand;
import dev.plumbline.cli.PlumblineCommand.VersionCommand;
import dev.plumbline.cli.audit.AuditCommand;
import dev.plumbline.cli.audit.BacktestCommand;
import dev.plumbline.cli.audit.FleetCommand;
import dev.plumbline.cli.command.CompletionCommand;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.ManCommand;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.command.Version;
import dev.plumbline.cli.demo.DemoCommand;
import dev.plumbline.cli.evaluate.EvaluateCommand;
import dev.plumbline.cli.evaluate.ExplainCommand;
import dev.plumbline.cli.evaluate.PlanCommand;
import dev.plumbline.cli.evaluate.RehearseCommand;
import dev.plumbline.cli.lsp.LspCommand;
import dev.plumbline.cli.rules.BenchCommand;
import dev.plumbline.cli.rules.DiffCommand;
import dev.plumbline.cli.rules.FmtCommand;
import dev.plumbline.cli.rules.LintCommand;
import dev.plumbline.cli.rules.RulesCommand;
import dev.plumbline.cli.rules.ScenarioCommand;
import dev.plumbline.cli.rules.TestCommand;
import dev.plumbline.cli.serve.ReleaseCommand;
import dev.plumbline.cli.serve.ServeCommand;
import dev.plumbline.cli.serve.SnapshotCommand;
import io.quarkus.picocli.runtime.annotations.TopCommand;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** All verbs. */
@TopCommand
@Command(
    subcommands = {
      EvaluateCommand.class,
      PlanCommand.class,
      RehearseCommand.class,
      DiffCommand.class,
      BacktestCommand.class,
      FleetCommand.class,
      ExplainCommand.class,
      LintCommand.class,
      FmtCommand.class,
      LspCommand.class,
      TestCommand.class,
      BenchCommand.class,
      RulesCommand.class,
      ScenarioCommand.class,
      ServeCommand.class,
      SnapshotCommand.class,
      ReleaseCommand.class,
      AuditCommand.class,
      DemoCommand.class,
      CompletionCommand.class,
      ManCommand.class,
      VersionCommand.class,
      HelpCommand.class
    },
    footer = {
      "  plumbline evaluate                        evaluate the example that ships with it",
      "  plumbline evaluate my-cluster             evaluate a snapshot folder",
      "  plumbline plan my-cluster                 what would be changed there, as a diff",
      "  plumbline explain NodePool/x my-cluster   why something holds; --why-not: why it does not",
      "  plumbline rules init my-rules             the rules as files, to edit them",
      "  plumbline diff --rules my-rules prod      what other rules would change there",
      "  plumbline lint my-rules                   check a rule folder before it is used",
      "  plumbline test my-rules                   run the scenarios of a rule folder",
      "  plumbline serve --snapshot my-cluster     evaluate it again on every edit",
      "  plumbline demo                            the story of one image, evaluated live",
      "  plumbline evaluate --help                 all options of a verb"
    })
public final class PlumblineCommand extends TopLevel {

  @Command(
      name = "help",
      description = "Show the help of a verb, as its --help does.",
      footer = {
        "  plumbline help",
        "      all verbs",
        "  plumbline help audit query",
        "      one of them"
      })
  public static final class HelpCommand extends Verb {

    @Parameters(
        arity = "0..*",
        paramLabel = "VERB",
        description = "Which one. Without: all of them.")
    private List<String> verbs = new ArrayList<>();

    @Override
    public Integer call() {
      CommandLine asked = Errors.verb(verbs, command());
      asked.usage(data(), command().getColorScheme());
      return ExitCodes.ANSWERED;
    }
  }

  /** {@code plumbline version}: the same as {@code --version}, for programs, too. */
  @Command(
      name = "version",
      description = "Show the version, the build and the digest of the shipped rules.",
      footer = {
        "  plumbline version",
        "      a line each, as --version",
        "  plumbline version -o json | jq -r .rules",
        "      the digest that a decision by the shipped rules carries"
      })
  public static final class VersionCommand extends Verb {

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
}
