package dev.plumbline.cli.audit;

import dev.plumbline.backtest.Backtest.Settings;
import dev.plumbline.backtest.BacktestEngine;
import dev.plumbline.backtest.TimeWindow;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.command.Version;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.record.Replay;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbline audit replay}: runs the log again and compares what follows. */
@Command(
    name = "replay",
    description = {
      "Evaluate the recorded facts and rules again, and compare.",
      "Facts and rules are taken from the log alone; the result is compared byte by byte."
    },
    exitCodeList = {"0:no difference", "1:a difference, an altered log, or an internal error"},
    footer = {
      "  plumbline audit replay --rules my-rules",
      "      what other rules would have decided, as plumbline backtest does over many logs",
      "  plumbline audit replay",
      "      everything that is recorded",
      "  plumbline audit replay --from 2026-11-01 --to 2026-11-08 --log s3://logs/prod",
      "      a week of a log in a bucket"
    })
public final class AuditReplayCommand extends Verb {

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private AuditOptions log;

  @Option(
      names = "--from",
      paramLabel = "SEQ|TIME",
      description = "The first entry (default: the first of all). It begins at the state before.")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "SEQ|TIME",
      description = "The last entry (default: the last of all), or the time before which to end.")
  private @Nullable String to;

  @Option(
      names = "--every-settlement",
      description =
          "Evaluate also those that have no entry since nothing but the time changed, and compare"
              + " that nothing else does.")
  private boolean everySettlement;

  @Option(
      names = "--rules",
      paramLabel = "DIR",
      description =
          "Decide again by the shipped rules overlaid with this folder, and show what differs from"
              + " the rules that decided.")
  private @Nullable Path rules;

  @Override
  public Integer call() {
    PrintWriter out = out();
    PrintWriter err = err();
    try {
      if (rules != null) {
        return backtest(rules);
      }
      var replay =
          new Replay(
              log.open(),
              line -> {
                err.println("plumbline: " + line);
                err.flush();
              });
      Replay.Report report =
          (everySettlement ? replay.everySettlement() : replay)
              .run(
                  place(replay, "--from", from, 0, 0),
                  place(replay, "--to", to, 1, Long.MAX_VALUE));
      err.println("plumbline: " + report.pace() + " decisions/s");
      err.flush();
      out.println(
          "entries %d to %d: %s replayed, %s and %s compared"
              .formatted(
                  report.first(),
                  report.end() - 1,
                  TextFormat.count(report.decisions(), "decision"),
                  TextFormat.count(report.plans(), "plan"),
                  TextFormat.count(report.states(), "state")));
      if (everySettlement) {
        out.println(
            "%s without an entry evaluated"
                .formatted(TextFormat.count(report.skipped(), "settlement")));
        if (report.untold() > 0) {
          out.println(
              "%s not evaluated: each was recorded as one with the next"
                  .formatted(TextFormat.count(report.untold(), "settlement")));
        }
      }
      if (report.plans() < report.decisions()) {
        out.println(
            "%s not replayed: recorded by a version that did not record the objects they are made from"
                .formatted(TextFormat.count(report.decisions() - report.plans(), "plan")));
      }
      String here = Version.current();
      List<String> others =
          report.recordedBy().stream().filter(version -> !version.equals(here)).toList();
      if (!others.isEmpty()) {
        out.println(
            "recorded by version %s, replayed by %s: a difference may come from the program"
                .formatted(String.join(", ", others), here));
      }
      if (report.difference() == null) {
        out.println("0 differences");
        return ExitCodes.ANSWERED;
      }
      out.println("first difference: entry " + report.differs() + ", " + report.difference());
      return ExitCodes.FAILED;
    } catch (InvalidLogException e) {
      throw new InvalidInputException(e);
    } finally {
      out.flush();
    }
  }

  private int backtest(Path overlay) {
    var opened = log.stored();
    var replay = new Replay(opened, line -> {});
    long end = opened.head().size();
    long first = place(replay, "--from", from, 0, 0);
    long last = place(replay, "--to", to, 1, Long.MAX_VALUE);
    if (first >= Math.min(last, end)) {
      throw invalid("--from is not before --to, or not in the log. Try: an earlier entry or time.");
    }
    var window =
        new TimeWindow(
            from == null ? null : replay.time(first), last >= end ? null : replay.time(last));
    var settings = new Settings(window, 1, Runtime.getRuntime().availableProcessors());
    LogFiles files = log.files().patient(line -> Errors.print(line, err()));
    BacktestReport report =
        BacktestReport.run(List.of(files), overlay, settings, BacktestEngine.LOCAL, err());
    BacktestWriter.table(report, text());
    out().flush();
    return report.difference().isEmpty() ? report.exitCode(false) : ExitCodes.FAILED;
  }

  /** The place that an option names: a sequence, or the first entry at or after a time. */
  private long place(
      Replay replay, String option, @Nullable String value, int beyond, long otherwise) {
    if (value == null) {
      return otherwise;
    }
    try {
      if (value.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return Long.parseLong(value) + beyond;
      }
      return replay.at(OffsetDateTime.parse(value).toInstant());
    } catch (DateTimeException | NumberFormatException e) {
      throw invalid(
          option
              + " "
              + value
              + " is neither an entry nor a time. Try: 4711 or"
              + " 2026-12-01T08:00:00Z.");
    }
  }
}
