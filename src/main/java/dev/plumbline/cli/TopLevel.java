package dev.plumbline.cli;

import dev.plumbline.cli.command.Version;
import dev.plumbline.cli.table.TextFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** What is above the verbs: the name of the program and the options that all verbs have. */
@Command(
    name = "plumbline",
    description = "The policy brain for Karpenter on AWS: rules over facts of EC2 and Kubernetes.",
    versionProvider = Version.class,
    exitCodeList = {
      "0:success",
      "1:a scenario, a check or an action failed, or an internal error",
      "2:invalid input, with a line of advice",
      "3:changes are planned (plan --exit-code), the rules would be held (diff --exit-code), or would"
          + " have decided otherwise (backtest --exit-code), or a log is broken (fleet --exit-code)"
    })
abstract class TopLevel implements Runnable {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this text.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  private boolean version;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      scope = ScopeType.INHERIT,
      description = "auto (default: on a terminal, unless NO_COLOR is set), always or never.")
  private void color(@Nullable String when) {
    if (when != null) {
      spec.commandLine().setColorScheme(Colours.when(when, spec.commandLine()));
    }
  }

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no verb given. Try: evaluate, or --help.");
  }

  private static final class Colours {

    private static final List<String> WHEN = List.of("auto", "always", "never");

    private Colours() {}

    static ColorScheme when(String when, CommandLine command) {
      return Help.defaultColorScheme(
          switch (when.toLowerCase(Locale.ROOT)) {
            case "auto" -> Ansi.AUTO;
            case "always" -> Ansi.ON;
            case "never" -> Ansi.OFF;
            default ->
                throw new ParameterException(
                    command,
                    "--color: unknown value '" + when + "'. " + TextFormat.suggestion(when, WHEN));
          });
    }
  }
}
