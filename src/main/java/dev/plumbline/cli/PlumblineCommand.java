package dev.plumbline.cli;

import io.quarkus.picocli.runtime.annotations.TopCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program: its verbs, one file each. */
@TopCommand
@Command(
    name = "plumbline",
    description =
        "The policy brain for Karpenter on AWS: facts in, rules over them, conclusions out.",
    synopsisSubcommandLabel = "VERB",
    commandListHeading = "%nVerbs:%n",
    optionListHeading = "%nOptions:%n",
    versionProvider = Version.class,
    subcommands = {
      EvaluateCommand.class,
      PlanCommand.class,
      DiffCommand.class,
      LintCommand.class,
      TestCommand.class,
      RulesCommand.class,
      ScenarioCommand.class,
      ServeCommand.class,
      SnapshotCommand.class,
      ReleaseCommand.class,
      AuditCommand.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  plumbline evaluate                      decide over the example that ships with it",
      "  plumbline evaluate my-cluster           decide over a snapshot folder",
      "  plumbline plan my-cluster               what it would change there, as a diff",
      "  plumbline rules init my-rules           the rules as files, to edit them",
      "  plumbline diff --rules my-rules prod    what other rules would change there",
      "  plumbline lint my-rules                 check a rule folder before it is used",
      "  plumbline test my-rules                 run the scenarios of a rule folder",
      "  plumbline serve --snapshot my-cluster   decide anew on every edit of it",
      "  plumbline evaluate --help               what else it can do",
      "",
      "Exit codes: 0 answered, 1 a scenario or lint failed or internal fault, 2 bad input, 3"
          + " something to do",
      "(plan --exit-code) or held (diff --exit-code)."
    })
public final class PlumblineCommand implements Runnable {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  private boolean version;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  /** Nothing but the name of the program asks for nothing. */
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "no verb given. Maybe evaluate, or --help for all of them.");
  }
}
