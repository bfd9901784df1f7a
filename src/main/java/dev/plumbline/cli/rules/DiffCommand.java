package dev.plumbline.cli.rules;

import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.cli.command.TimeOption;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.conclusion.RevisionConclusions.RevisionHold;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.revision.DifferenceCounts;
import dev.plumbline.revision.Revision;
import dev.plumbline.revision.RuleComparison;
import dev.plumbline.revision.RuleComparison.OverSnapshot;
import dev.plumbline.scenario.InvalidScenarioException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline diff}: what other rules would change over snapshots. */
@Command(
    name = "diff",
    description = {
      "Show what other rules would change over snapshots.",
      "Compares conclusions and actions, and names the limits (revision.*) that would hold the"
          + " rules."
    },
    parameterListHeading = "%nSnapshots:%n",
    footer = {
      "  plumbline diff --rules my-rules prod staging",
      "      what my-rules would change in two snapshots, compared with the shipped rules",
      "  plumbline diff --rules main/rules --rules branch/rules snapshots/* -o markdown",
      "      a comment for a pull request"
    },
    exitCodeList = "3:a limit would hold the rules, or a scenario failed (--exit-code)")
public final class DiffCommand extends Verb {

  private static final String SHIPPED = "shipped";

  private static final List<String> FORMATS = List.of("table", "json", "markdown");

  @Parameters(arity = "1..*", paramLabel = "SNAPSHOT", description = "Snapshot folders.")
  private List<String> snapshots = List.of();

  @Option(
      names = "--rules",
      required = true,
      paramLabel = "DIR",
      description =
          "Folders of rules, or the word shipped: the active ones, then the new ones. If given"
              + " once, the shipped rules are the active ones.")
  private List<String> rules = List.of();

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "Evaluate at this time (2026-12-01T08:00:00Z, or a day in UTC), not the snapshots' own.")
  private @Nullable String at;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table (default), json or markdown (for a pull request).")
  private String format = "table";

  @Option(
      names = "--exit-code",
      description = "Exit with 3 when a limit would hold the rules, or a scenario failed.")
  private boolean exitCode;

  @Override
  public Integer call() throws IOException {
    Instant time = TimeOption.of(at, command());
    format = OutputFormat.of(format, FORMATS, command());
    if (rules.size() > 2) {
      throw invalid(
          "--rules is given " + rules.size() + " times. Try: the active rules and the new ones.");
    }
    PrintWriter err = err();
    DiffReport report;
    try {
      report = compare(time, err);
    } catch (InvalidRulesException | InvalidScenarioException e) {
      String.valueOf(e.getMessage()).lines().forEach(line -> Errors.print(line, err));
      return ExitCodes.BAD_INPUT;
    }
    write(report);
    return exitCode && report.held() ? ExitCodes.SOMETHING : ExitCodes.ANSWERED;
  }

  private DiffReport compare(@Nullable Instant time, PrintWriter err) {
    String one = rules.size() == 1 ? SHIPPED : rules.getFirst();
    String other = rules.getLast();
    try (var progress = new Progress(err)) {
      progress.now("compiling " + one);
      Evaluation before = evaluation(one);
      progress.now("compiling " + other);
      Evaluation after = evaluation(other);
      var comparison = new RuleComparison(before, after, other);
      progress.now("running the scenarios of the files that differ");
      RuleComparison.Text text = comparison.text();
      var over = new ArrayList<RuleComparison.OverSnapshot>();
      for (String snapshot : snapshots) {
        progress.now(
            "comparing over " + snapshot + ", " + (over.size() + 1) + " of " + snapshots.size());
        over.add(comparison.over(SnapshotReader.FOLDERS, snapshot, time));
      }
      return new DiffReport(
          new DiffReport.Side(one, before.rules().digest()),
          new DiffReport.Side(other, after.rules().digest()),
          text,
          List.copyOf(over));
    }
  }

  private static Evaluation evaluation(String rules) {
    return Evaluation.with(rules.equals(SHIPPED) ? null : Path.of(rules));
  }

  private void write(DiffReport report) {
    PrintWriter out = out();
    switch (format) {
      case "json" -> data().print(DiffWriter.json(report).toPrettyString() + "\n");
      case "markdown" -> out.print(DiffWriter.markdown(report));
      default -> {
        new DiffWriter(text()).table(report);
      }
    }
    out.flush();
  }

  record DiffReport(Side before, Side after, RuleComparison.Text text, List<OverSnapshot> over) {

    /** Rules as they were named, and the SHA-256 of their files. */
    record Side(String rules, String digest) {

      String brief() {
        return Revision.brief(digest);
      }
    }

    /** Whether a limit or a failing scenario would hold the second rules back. */
    boolean held() {
      return !text.failed().isEmpty()
          || text.verdict().held()
          || over.stream().anyMatch(each -> each.verdict().held());
    }

    /** Whether an approval is all that the second rules need: limits hold them, nothing failed. */
    boolean approvable() {
      return held() && text.failed().isEmpty();
    }

    boolean none() {
      return text.difference().files().isEmpty()
          && over.stream().allMatch(each -> each.difference().isEmpty());
    }

    DifferenceCounts sum() {
      DifferenceCounts sum = DifferenceCounts.NONE;
      for (OverSnapshot each : over) {
        sum = sum.plus(each.difference().counts());
      }
      return sum;
    }

    /** The ids of the limits that hold, sorted. */
    List<String> limits() {
      var ids = new TreeSet<String>();
      holds().forEach(hold -> ids.add(hold.rule()));
      return List.copyOf(ids);
    }

    /** One sentence: whether the second rules would become active. */
    String outcome() {
      int failed = text.failed().size();
      if (failed > 0) {
        return "would be rejected: " + TextFormat.count(failed, "scenario") + " failed";
      }
      return held()
          ? "would be held by " + String.join(", ", limits()) + " until approved"
          : none() ? "nothing would change" : "within all limits";
    }

    private List<RevisionHold> holds() {
      var holds = new ArrayList<>(text.verdict().holds());
      over.forEach(each -> holds.addAll(each.verdict().holds()));
      return holds;
    }
  }
}
