package dev.plumbline.cli.audit;

import dev.plumbline.backtest.Backtest.Settings;
import dev.plumbline.backtest.BacktestEngine;
import dev.plumbline.backtest.TimeWindow;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.TimeOption;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.log.store.LogFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline backtest}: what other rules would have decided on recorded facts. */
@Command(
    name = "backtest",
    description = {
      "Show what other rules would have decided on recorded facts.",
      "The facts of decision logs are evaluated again by these rules and by those that decided."
    },
    parameterListHeading = "%nLogs:%n",
    footer = {
      "  plumbline backtest --rules my-rules audit-log",
      "      what my-rules would have decided, over one log",
      "  plumbline backtest --rules my-rules logs s3://logs/prod --clusters 'prod-*'",
      "      over the logs of several clusters",
      "  plumbline backtest --rules my-rules audit-log --evidence e.tgz --key key.pem",
      "      with signed evidence, for plumbline audit verify --evidence",
      "  plumbline backtest audit-log --from 2026-11-01 -o markdown --exit-code",
      "      what an upgrade to this version would have decided, for a pull request"
    },
    exitCodeList = {
      "1:a log was altered or a segment could not be decided, or an internal error",
      "3:something would have been decided otherwise (--exit-code)"
    })
public final class BacktestCommand extends Verb {

  private static final List<String> FORMATS = List.of("table", "json", "markdown");

  private static final String FLINK = "flink";

  private final BacktestEngine engine;

  @Parameters(
      arity = "1..*",
      paramLabel = "LOG",
      description =
          "Decision logs: folders or s3://bucket/prefix,\nwith one log or one for each cluster.")
  private List<String> logs = List.of();

  @Option(
      names = "--rules",
      paramLabel = "DIR",
      description = "Overlay the shipped rules and data with this folder.")
  private @Nullable Path rules;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Count from this time on (2026-11-01T08:00:00Z, or a day in UTC).")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Count up to this time.")
  private @Nullable String to;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private LogLocations.Clusters clusters;

  @Option(
      names = "--sample",
      paramLabel = "PERCENT",
      description = "How much of the segments to decide again; the same ones each time.")
  private @Nullable String sample;

  @Option(
      names = "--parallel",
      paramLabel = "COUNT",
      description = "Segments at the same time (default: one for each processor).")
  private @Nullable Integer parallel;

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description = "local (default), or flink: a job on many machines.")
  private @Nullable String named;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table (default), json or markdown (for a pull request).")
  private String format = "table";

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private EvidenceOptions evidence;

  @Option(
      names = "--exit-code",
      description = "Exit with 3 when something would have been decided otherwise.")
  private boolean exitCode;

  public BacktestCommand() {
    this(BacktestEngine.LOCAL);
  }

  /** Decides elsewhere than in this program: a job on Flink. */
  public BacktestCommand(BacktestEngine engine) {
    this.engine = engine;
  }

  @Override
  public Integer call() throws IOException {
    checkEngine();
    format = OutputFormat.of(format, FORMATS, command());
    Instant begin = TimeOption.of("--from", from, command());
    Instant end = TimeOption.of("--to", to, command());
    if (begin != null && end != null && !begin.isBefore(end)) {
      throw invalid("--from " + from + " is not before --to " + to + ". Try: an earlier time.");
    }
    int threads = parallel == null ? engine.parallelism() : parallel;
    if (threads < 1) {
      throw invalid("--parallel: " + threads + " is less than 1. Try: 2.");
    }
    var settings = new Settings(new TimeWindow(begin, end), share(), threads);
    List<LogFiles> chosen = chosen();
    EvidenceOptions.Target target = evidence.target(chosen, command());
    BacktestReport report = BacktestReport.run(chosen, rules, settings, engine, err());
    switch (format) {
      case "json" -> data().print(BacktestWriter.json(report).toPrettyString() + "\n");
      case "markdown" -> out().print(BacktestWriter.markdown(report));
      default -> BacktestWriter.table(report, text());
    }
    out().flush();
    data().flush();
    if (target != null) {
      target.write(BacktestWriter.json(report), report, err());
    }
    return report.exitCode(exitCode);
  }

  /** Flink is no part of this program: its job comes with an engine of its own. */
  private void checkEngine() {
    boolean local = engine == BacktestEngine.LOCAL;
    if (named == null || named.equals(local ? "local" : FLINK)) {
      return;
    }
    if (local && named.equals(FLINK)) {
      throw invalid(
          "--engine flink: this program does not carry Flink. Try: ./mvnw -Pflink package"
              + " -DskipTests, and the job of docs/backtest.md with the same options.");
    }
    throw invalid(
        "--engine "
            + named
            + " is none that this program has. Try: "
            + (local ? "local." : "flink."));
  }

  private double share() {
    if (sample == null) {
      return 1;
    }
    String number = sample.endsWith("%") ? sample.substring(0, sample.length() - 1) : "";
    try {
      double percent = Double.parseDouble(number);
      if (percent > 0 && percent <= 100) {
        return percent / 100;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw invalid("--sample " + sample + " is not a percentage above 0% and up to 100%. Try: 5%.");
  }

  private List<LogFiles> chosen() throws IOException {
    var chosen = new ArrayList<LogFiles>();
    var names = new TreeSet<String>();
    for (LogFiles each : new LogLocations(logs).find(Set.of())) {
      LogFiles log = each.patient(line -> Errors.print(line, err()));
      String origin = AuditOptions.origin(log);
      String name = origin.substring(origin.lastIndexOf('/') + 1);
      names.add(name);
      if (name.isEmpty() || clusters.accept(name)) {
        chosen.add(log);
      }
    }
    if (chosen.isEmpty()) {
      throw clusters.matchNone(names, command());
    }
    return chosen;
  }
}
