package dev.plumbline.cli.audit;

import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.TimeOption;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.fact.Durations;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.Entry;
import dev.plumbline.query.ControlFinding;
import dev.plumbline.query.ControlReport;
import dev.plumbline.query.ControlStatus;
import dev.plumbline.query.EntryFilter;
import dev.plumbline.query.LogArchive;
import dev.plumbline.query.NodePopulation;
import dev.plumbline.query.RecordedProgram;
import dev.plumbline.query.RuleBook;
import dev.plumbline.scenario.ScenarioRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbline audit controls}: how each control stands. */
@Command(
    name = "controls",
    description = {
      "Show the rules, findings and exceptions of each control.",
      "And what the rules checked, and where the evidence is."
    },
    exitCodeList = "1:the log was altered, or an internal error",
    footer = {
      "  plumbline audit controls",
      "      how each control stands at the end of the log",
      "  plumbline audit controls --at 2026-10-01 --coverage -o json",
      "      how it stood then, with the rules that no scenario holds"
    })
public final class AuditControlsCommand extends Verb {

  private static final int MAX_VIOLATIONS = 5;
  private static final int MAX_NODES = 5;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private AuditOptions.Questions asked;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = "At this time; else at the end of the log.")
  private @Nullable String at;

  @Option(
      names = "--coverage",
      description = "Run the recorded scenarios and name the rules that none of them holds.")
  private boolean coverage;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private OutputFormat output;

  @Override
  public Integer call() throws IOException {
    CommandLine command = command();
    boolean json = output.json(command);
    Instant asOf = TimeOption.of(at, command);
    return asked.ask(
        command,
        (archive, log) -> {
          Instant time = asOf == null ? last(archive) : asOf;
          var report = new ControlReport(archive);
          Set<String> covered = covered(archive, time);
          PrintWriter out = command.getOut();
          if (json) {
            out.print(report.toJson(time, covered) + "\n");
          } else {
            TextOutput paper = TextOutput.of(command);
            List<ControlStatus> controls = report.at(time, covered);
            population(report.population(time), report.programs(time), paper);
            table(controls, time, paper);
          }
        });
  }

  private static Instant last(LogArchive archive) {
    List<Entry> last = archive.query().newest(EntryFilter.ALL, 1);
    return last.isEmpty() ? Instant.EPOCH : last.getFirst().at();
  }

  private @Nullable Set<String> covered(LogArchive archive, Instant time) {
    Entry serving = coverage ? archive.rules().servingAt(archive.query().at(time)) : null;
    return serving == null ? null : RecordedCoverage.of(archive.rules(), serving);
  }

  /** Which nodes there were since the record begins, which were judged, and by what. */
  private static void population(
      NodePopulation population, List<RecordedProgram> programs, TextOutput paper) {
    paper.line(0, "at " + population.to() + ", recorded since " + population.begins());
    paper.line(0, population.text());
    population
        .notJudged()
        .forEach(
            (reason, nodes) ->
                paper.wrapped(2, "not judged: %s (%s)".formatted(reason, some(nodes))));
    population.gaps().forEach(gap -> paper.wrapped(2, gap.text()));
    programs.forEach(
        each -> paper.wrapped(0, "judged by %s, since %s".formatted(each.text(), each.since())));
  }

  private static String some(List<String> nodes) {
    String first = String.join(", ", nodes.subList(0, Math.min(MAX_NODES, nodes.size())));
    return nodes.size() <= MAX_NODES
        ? first
        : first + " and " + (nodes.size() - MAX_NODES) + " more";
  }

  private static void table(List<ControlStatus> controls, Instant at, TextOutput paper) {
    for (ControlStatus each : controls) {
      paper.blank();
      long open = each.open();
      paper.line(
          0,
          paper.bold(each.control())
              + "  "
              + each.observed().size()
              + " of "
              + TextFormat.count(each.rules().size(), "rule")
              + " observed on "
              + TextFormat.count(each.objects(), "object")
              + ", "
              + switch (each.state()) {
                case NOT_ASSESSED -> "not assessed";
                case OBSERVED -> "nothing judged";
                default ->
                    open == 0
                        ? paper.green("no violation") + " open"
                        : paper.red(TextFormat.count(open, "violation")) + " open";
              }
              + (each.violations().size() == open
                  ? ""
                  : ", " + (each.violations().size() - open) + " closed"));
      List<ControlFinding> newest =
          each.violations()
              .subList(
                  Math.max(0, each.violations().size() - MAX_VIOLATIONS), each.violations().size());
      newest.forEach(violation -> paper.wrapped(2, words(violation, at)));
      each.waivers()
          .forEach(
              waiver ->
                  paper.wrapped(
                      2,
                      "waiver %s of %s for %s by %s until %s%s"
                          .formatted(
                              waiver.id(),
                              waiver.rule(),
                              waiver.subject(),
                              waiver.owner(),
                              waiver.until(),
                              waiver.inForce() ? "" : " (ended)")));
      if (each.evidence().first() != null) {
        paper.line(
            2,
            paper.dim(
                "evidence: %,d entries, %d to %d"
                    .formatted(
                        each.evidence().count(), each.evidence().first(), each.evidence().last())));
      }
      List<String> uncovered = each.uncovered();
      if (uncovered != null) {
        paper.wrapped(
            2,
            uncovered.isEmpty()
                ? "every rule is held by a scenario"
                : "no scenario holds " + String.join(", ", uncovered));
      }
    }
  }

  private static String words(ControlFinding violation, Instant at) {
    String lasted = Durations.text(violation.span().lasted(at).truncatedTo(ChronoUnit.SECONDS));
    return "%s %s %s: %s (%s %s, entry %d)"
        .formatted(
            violation.open() ? "open" : "closed",
            violation.rule(),
            violation.subject(),
            violation.message(),
            violation.open() ? "for" : "after",
            lasted,
            violation.span().openedBy());
  }

  /** Which rules of a recorded revision its own scenarios cover: they are run again. */
  public static final class RecordedCoverage {

    private RecordedCoverage() {}

    /**
     * The ids of the rules without which a scenario of the revision would fail.
     *
     * @throws dev.plumbline.language.InvalidRulesException when this program cannot compile them
     */
    public static Set<String> of(RuleBook rules, Entry revision) {
      var texts = new TreeMap<String, String>();
      rules
          .files(revision)
          .forEach((name, digest) -> texts.put(name, rules.text(revision, digest)));
      return Set.copyOf(ScenarioRunner.run(RuleFiles.of(texts)).neededBy().keySet());
    }
  }
}
