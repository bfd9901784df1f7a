package dev.plumbline.cli.rules;

import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.host.ScenarioReport;
import dev.plumbline.host.rules.DifferenceCounts;
import dev.plumbline.host.rules.RevisionVerdict;
import dev.plumbline.host.rules.RuleComparison.OverSnapshot;
import java.util.List;

/** Writes what other rules would change, for people. */
final class DiffTable {

  private final TextOutput paper;

  DiffTable(TextOutput paper) {
    this.paper = paper;
  }

  void write(DiffReport report) {
    paper.line(
        0,
        paper.bold(report.before().rules())
            + " "
            + paper.dim(report.before().brief())
            + " -> "
            + paper.bold(report.after().rules())
            + " "
            + paper.dim(report.after().brief()));
    text(report);
    report.over().forEach(this::snapshot);
    paper.blank();
    if (report.over().size() > 1) {
      sum(report);
    }
    String outcome = report.outcome();
    paper.line(0, report.held() ? paper.red(outcome) : paper.green(outcome));
  }

  private void text(DiffReport report) {
    List<String> files = report.text().difference().files();
    paper.labelled(2, paper.dim("files"), files.isEmpty() ? "the same" : String.join(", ", files));
    report.text().difference().summary().forEach(line -> paper.wrapped(2, line));
    for (ScenarioReport.Result failed : report.text().failed()) {
      paper.labelled(2, paper.red("failed"), failed.file() + ": \"" + failed.name() + "\"");
    }
    holds(report.text().verdict());
  }

  private void snapshot(OverSnapshot over) {
    paper.blank();
    paper.line(0, paper.bold(over.snapshot()) + "  at " + over.at());
    over.difference().summary().forEach(line -> paper.wrapped(2, line));
    holds(over.verdict());
  }

  private void holds(RevisionVerdict verdict) {
    verdict.holds().forEach(hold -> paper.labelled(2, paper.yellow(hold.rule()), hold.message()));
  }

  private void sum(DiffReport report) {
    DifferenceCounts sum = report.sum();
    paper.line(
        0,
        paper.bold(TextFormat.count(report.over().size(), "snapshot"))
            + "  conclusions "
            + sum.conclusions()
            + ", actions "
            + sum.actions());
    sum.summary().forEach(line -> paper.wrapped(2, line));
  }
}
