package dev.plumbline.cli.rules;

import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.scenario.InvalidScenarioException;
import dev.plumbline.scenario.ScenarioRunner;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import dev.plumbline.source.InvalidSourceException;
import dev.plumbline.source.PolicyData;
import io.quarkus.runtime.Quarkus;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline test}: runs the scenarios beside the rules. */
@Command(
    name = "test",
    description = {
      "Run the scenarios of rules: x.scenarios.yaml against x.drl.",
      "With a folder: its scenarios, and those of the shipped rules that it replaces.",
      "A scenario fails on an unexpected conclusion and on a missing one."
    },
    parameterListHeading = "%nRules:%n",
    footer = {
      "  plumbline test",
      "      runs the scenarios of the shipped rules",
      "  plumbline test my-rules -o junit > TEST-rules.xml",
      "      for a build server",
      "  plumbline test my-rules --threshold 100",
      "      fails in CI as soon as there is a rule that no scenario needs",
      "  plumbline test --watch my-rules",
      "      runs what an edit touches, until Ctrl-C"
    },
    exitCodeList = {
      "0:every scenario passed",
      "1:a scenario failed, less is covered than --threshold, or an internal error"
    })
public final class TestCommand extends Verb {

  private static final List<String> FORMATS = List.of("table", "json", "junit");

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "An overlay on the shipped rules. Without one: the shipped rules.")
  private @Nullable Path folder;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table (default), json or junit (XML).")
  private String format = "table";

  @Option(names = "--all", description = "In a table, list the scenarios that passed, too.")
  private boolean all;

  @Option(
      names = "--threshold",
      paramLabel = "PERCENT",
      description = {
        "Exit with 1 when scenarios need fewer of the rules, 0 to 100. A scenario needs a rule",
        "without which it would fail."
      })
  private @Nullable String threshold;

  @Option(
      names = "--watch",
      description = "Run the scenarios that an edit in DIR touches, until Ctrl-C.")
  private boolean watch;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = data();
    PrintWriter err = err();
    format = OutputFormat.of(format, FORMATS, command());
    Double least = threshold == null ? null : percentage(threshold);
    if (watch) {
      watch(out);
      return ExitCodes.ANSWERED;
    }
    RuleFiles files;
    ScenarioReport report;
    try (var progress = new Progress(err)) {
      progress.now("running scenarios");
      files = folder == null ? RuleFiles.shipped() : RuleFiles.in(folder);
      PolicyData data = PolicyData.read(files.all(), files::display);
      if (!data.switches().isEmpty()) {
        RuleSet.compile(files, data.switches());
      }
      report = ScenarioRunner.run(files);
    } catch (InvalidRulesException | InvalidScenarioException | InvalidSourceException e) {
      String.valueOf(e.getMessage()).lines().forEach(line -> Errors.print(line, err));
      return ExitCodes.BAD_INPUT;
    }
    if (report.results().isEmpty() && !dataAlone(files)) {
      Errors.print(
          (folder == null ? "the shipped rules" : folder)
              + ": no scenario here. Try: add x.scenarios.yaml beside x.drl.",
          err);
      return ExitCodes.BAD_INPUT;
    }
    switch (format) {
      case "json" -> ScenarioReportWriter.json(report, out);
      case "junit" -> ScenarioReportWriter.junit(report, out);
      default -> {
        ScenarioReportWriter.table(report, text(), all);
      }
    }
    boolean covered = least == null || report.covers(least);
    if (least != null && !covered) {
      uncovered(report, least, err);
    }
    return report.passed() && covered ? ExitCodes.ANSWERED : ExitCodes.FAILED;
  }

  private double percentage(String text) {
    double percent;
    try {
      percent = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      percent = Double.NaN;
    }
    // Not "percent < 0 || percent > 100", which NaN would pass.
    if (!(percent >= 0 && percent <= 100)) {
      throw invalid("--threshold: " + text + " is not a percentage. Try: 0 to 100.");
    }
    return percent;
  }

  private static void uncovered(ScenarioReport report, double threshold, PrintWriter err) {
    Errors.print(
        "scenarios need "
            + report.neededBy().size()
            + " of "
            + TextFormat.count(report.rules(), "rule")
            + " ("
            + number(report.coverage())
            + " %), less than --threshold "
            + number(threshold)
            + ". Try: a scenario that fails without each of these:",
        err);
    for (Rule rule : report.unneeded()) {
      Errors.print("  " + rule.id() + " \"" + rule.name() + "\" (" + rule.place() + ")", err);
    }
  }

  /** 80 and 66.6, not 80.0. */
  private static String number(double number) {
    return Double.isFinite(number)
        ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
        : Double.toString(number);
  }

  /** Whether only data is laid over the shipped rules, which no scenario tests. */
  static boolean dataAlone(RuleFiles files) {
    return !files.overlay().isEmpty()
        && files.overlay().keySet().stream().noneMatch(name -> name.endsWith(".drl"));
  }

  private void watch(PrintWriter out) {
    if (threshold != null) {
      throw invalid("--watch has no end at which --threshold counts. Try: leave out one of them.");
    }
    if (folder == null || !format.equals("table")) {
      throw invalid(
          folder == null
              ? "--watch needs a folder. Try: plumbline test --watch my-rules."
              : "--watch prints only a table. Try: leave out -o.");
    }
    boolean colour = command().getColorScheme().ansi().enabled();
    var scenarios = new ScenarioWatch(folder, out, colour, all);
    var watching = new Thread(scenarios::watch, "plumbline-test-watch");
    watching.setDaemon(true);
    watching.start();
    Quarkus.waitForExit();
  }
}
