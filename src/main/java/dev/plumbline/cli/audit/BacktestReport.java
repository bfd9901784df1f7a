package dev.plumbline.cli.audit;

import dev.plumbline.backtest.Backtest;
import dev.plumbline.backtest.Backtest.Settings;
import dev.plumbline.backtest.BacktestEngine;
import dev.plumbline.backtest.DifferenceGroup;
import dev.plumbline.backtest.DifferenceSummary;
import dev.plumbline.backtest.SegmentDifference;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.loop.Evaluation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a backtest found.
 *
 * @param rules as they were named
 * @param digest of the rules
 * @param edited the ids of the rules that differ from those that decided
 * @param data the keys of the facts that come with the rules and differ: parameters and the like
 * @param files the rules themselves
 */
record BacktestReport(
    String rules,
    String digest,
    Collection<String> edited,
    Collection<String> data,
    RuleFiles files,
    double share,
    Backtest.Result result) {

  /** Decides logs again by the shipped rules overlaid with a folder; null for the shipped ones. */
  static BacktestReport run(
      List<LogFiles> logs,
      @Nullable Path rules,
      Settings settings,
      BacktestEngine engine,
      PrintWriter err) {
    try (var progress = new Progress(err)) {
      progress.now("compiling " + (rules == null ? "the shipped rules" : rules));
      Evaluation candidate = Evaluation.with(rules);
      Backtest.Result result = engine.run(logs, candidate, settings, progress::now);
      err.println("plumbline: " + result.pace() + " decisions/s");
      err.flush();
      return new BacktestReport(
          rules == null ? "shipped" : rules.toString(),
          candidate.rules().digest(),
          result.edited(),
          result.data(),
          candidate.rules().files(),
          settings.share(),
          result);
    }
  }

  SegmentDifference difference() {
    return result.difference();
  }

  int exitCode(boolean wanted) {
    return !difference().failed().isEmpty()
        ? ExitCodes.FAILED
        : wanted && !difference().isEmpty() ? ExitCodes.SOMETHING : ExitCodes.ANSWERED;
  }

  List<DifferenceSummary> by(Function<DifferenceGroup, String> name) {
    return DifferenceSummary.by(
        difference().groups(),
        group -> {
          String of = name.apply(group);
          return of.isEmpty() ? List.of() : List.of(of);
        });
  }

  List<DifferenceSummary> byRule() {
    return DifferenceSummary.by(difference().groups(), group -> List.of(group.rules().split(",")));
  }

  /** Whether everything was decided again that was asked for, and nothing differs. */
  boolean isClean() {
    SegmentDifference all = difference();
    return all.isEmpty() && all.segments() > 0 && all.failed().isEmpty();
  }

  /** One sentence: how much differs, where, how many nodes it concerns, and what is not known. */
  String verdict() {
    int failed = difference().failed().size();
    return failed == 0
        ? decided()
        : "%s, but %s could not be decided"
            .formatted(decided(), failed == 1 ? "1 segment or log" : failed + " segments or logs");
  }

  private String decided() {
    SegmentDifference all = difference();
    if (all.isEmpty()) {
      return all.segments() == 0
          ? "nothing was decided again"
          : share < 1 ? "0 differences in the sample" : "0 differences";
    }
    DifferenceSummary sum = DifferenceSummary.by(all.groups(), group -> List.of("")).getFirst();
    return "%,d of %s would differ, in %d of %s, from %s to %s: %s node-hours"
        .formatted(
            all.differing(),
            TextFormat.count(all.decisions(), "decision"),
            by(DifferenceGroup::cluster).size(),
            TextFormat.count(result.clusters().size(), "cluster"),
            time(sum.first()),
            time(sum.last()),
            hours(sum.nodeHours()));
  }

  /** What was decided again. */
  String extent() {
    SegmentDifference all = difference();
    return "%s in %s%s of %s, %s hours"
        .formatted(
            TextFormat.count(all.decisions(), "decision"),
            share < 1 ? all.segments() + " of " : "",
            TextFormat.count(share < 1 ? result.listed() : all.segments(), "segment"),
            TextFormat.count(result.clusters().size(), "cluster"),
            hours(all.observed() / 3_600_000.0));
  }

  /** For people: to the second. */
  static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  static String hours(double hours) {
    return String.format(Locale.ROOT, hours > 0 && hours < 0.1 ? "%.4f" : "%,.1f", hours);
  }
}
