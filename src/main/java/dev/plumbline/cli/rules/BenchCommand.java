package dev.plumbline.cli.rules;

import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.cli.command.TimeOption;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.rules.BenchReport.Candidate;
import dev.plumbline.engine.SettlementProfile.UsageMeter;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.source.Snapshot;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline bench}: what each rule costs over a snapshot. */
@Command(
    name = "bench",
    description = {
      "Show what each rule costs over a snapshot.",
      "It also says how much slower the snapshot is settled than with the shipped rules alone.",
      "Counts are the same on every machine; times and memory are those of this one."
    },
    parameterListHeading = "%nRules and snapshot:%n",
    footer = {
      "  plumbline bench my-rules prod",
      "      which rules of my-rules take longest over a snapshot folder",
      "  plumbline bench my-rules prod --runs 0 -o json",
      "      the counts alone, to compare them with those of another commit",
      "  plumbline bench shipped prod --top 30",
      "      the costliest of the shipped rules"
    })
public final class BenchCommand extends Verb {

  private static final String SHIPPED = "shipped";

  private static final List<String> FORMATS = List.of("table", "json", "markdown");

  private static final int TOP = 10;

  private static final int MAX_RUNS = 1_000;

  @Parameters(
      index = "0",
      paramLabel = "RULES",
      description =
          "An overlay on the shipped rules, or the word shipped: the shipped rules alone.")
  @SuppressWarnings("NullAway.Init")
  private String rules;

  @Parameters(index = "1", paramLabel = "SNAPSHOT", description = "A snapshot folder.")
  @SuppressWarnings("NullAway.Init")
  private String snapshot;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "Evaluate at this time (2026-12-01T08:00:00Z, or a day in UTC), not the snapshot's own.")
  private @Nullable String at;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Measure so many times and show the best (default: 5). With 0, show the counts alone.")
  private int runs = 5;

  @Option(
      names = "--top",
      paramLabel = "N",
      description =
          "Show the costliest N rules of RULES and of the others (default: 10; in JSON, all).")
  private @Nullable Integer top;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table (default), json or markdown (for a pull request).")
  private String format = "table";

  @Override
  public Integer call() {
    Instant time = TimeOption.of(at, command());
    format = OutputFormat.of(format, FORMATS, command());
    if (runs < 0 || runs > MAX_RUNS) {
      throw invalid("--runs: " + runs + " is not possible. Try: 0 to " + MAX_RUNS + ".");
    }
    if (top != null && top < 1) {
      throw invalid("--top: " + top + " is not possible. Try: 1 or more.");
    }
    BenchReport report;
    Instant evaluated;
    try (var progress = new Progress(err())) {
      progress.now("compiling " + rules);
      boolean isShipped = rules.equals(SHIPPED);
      Evaluation evaluation = Evaluation.with(isShipped ? null : Path.of(rules));
      Snapshot read = evaluation.read(SnapshotReader.FOLDERS, snapshot, time);
      evaluated = read.at();
      Candidate shipped = isShipped ? null : shipped(time);
      progress.now("settling " + snapshot + " " + (runs + 1) + " times");
      report =
          BenchReport.of(
              new Candidate(rules, evaluation.rules(), evaluation.facts(read).values()),
              shipped,
              runs,
              UsageMeter.ofThread());
    } catch (InvalidRulesException e) {
      throw new InvalidInputException(e);
    }
    write(new BenchWriter(report, snapshot, evaluated));
    return ExitCodes.ANSWERED;
  }

  /** Read anew, since a snapshot has the parameters that the rules declare. */
  private Candidate shipped(@Nullable Instant time) {
    Evaluation evaluation = Evaluation.with((Path) null);
    Snapshot read = evaluation.read(SnapshotReader.FOLDERS, snapshot, time);
    return new Candidate(SHIPPED, evaluation.rules(), evaluation.facts(read).values());
  }

  private void write(BenchWriter writer) {
    PrintWriter out = out();
    switch (format) {
      case "json" ->
          data().print(writer.json(top == null ? Integer.MAX_VALUE : top).toPrettyString() + "\n");
      case "markdown" -> out.print(writer.markdown(top == null ? TOP : top));
      default -> writer.table(text(), top == null ? TOP : top);
    }
    out.flush();
  }
}
