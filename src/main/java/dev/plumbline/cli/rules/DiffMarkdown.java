package dev.plumbline.cli.rules;

import dev.plumbline.conclusion.RevisionHold;
import dev.plumbline.host.ScenarioReport;
import dev.plumbline.host.rules.DifferenceCounts;
import dev.plumbline.host.rules.RuleComparison.OverSnapshot;
import java.util.List;

/** What other rules would change, as a comment for a pull request. */
final class DiffMarkdown {

  private final StringBuilder text = new StringBuilder();

  private DiffMarkdown() {}

  static String of(DiffReport report) {
    var markdown = new DiffMarkdown();
    markdown.write(report);
    return markdown.text.toString();
  }

  private void write(DiffReport report) {
    line("## Rules: " + report.outcome());
    line("");
    line(
        code(report.before().rules())
            + " "
            + code(report.before().brief())
            + " → "
            + code(report.after().rules())
            + " "
            + code(report.after().brief())
            + "; files that differ: "
            + files(report.text().difference().files()));
    line("");
    items(report.text().difference().summary());
    for (ScenarioReport.Result failed : report.text().failed()) {
      line("- ❌ scenario failed: " + code(failed.file()) + " " + plain(failed.name()));
    }
    report.text().verdict().holds().forEach(this::hold);
    table(report);
    report.over().forEach(this::snapshot);
  }

  private void table(DiffReport report) {
    line("");
    line("| snapshot | conclusions | actions | held by |");
    line("|---|---|---|---|");
    for (OverSnapshot over : report.over()) {
      List<String> rules =
          over.verdict().holds().stream().map(RevisionHold::rule).distinct().toList();
      row(plain(over.snapshot()), over.difference().counts(), String.join(", ", rules));
    }
    if (report.over().size() > 1) {
      row("**all**", report.sum(), "");
    }
  }

  private void row(String name, DifferenceCounts counts, String rules) {
    line(
        "| "
            + name
            + " | "
            + counts.conclusions()
            + " | "
            + counts.actions()
            + " | "
            + rules
            + " |");
  }

  private void snapshot(OverSnapshot over) {
    if (over.difference().none()) {
      return;
    }
    line("");
    line("### " + plain(over.snapshot()));
    line("");
    items(over.difference().summary());
    over.verdict().holds().forEach(this::hold);
  }

  private void hold(RevisionHold hold) {
    line("- ⛔ **" + hold.rule() + "** " + plain(hold.message()));
  }

  private void items(List<String> lines) {
    lines.forEach(each -> line("- " + plain(each)));
  }

  private static String files(List<String> files) {
    return files.isEmpty() ? "none" : String.join(", ", files.stream().map(f -> code(f)).toList());
  }

  private static String code(String text) {
    return "`" + text.replace("`", "'") + "`";
  }

  /** Text whose signs Markdown would take for its own. */
  private static String plain(String text) {
    return text.replaceAll("([\\\\`*_|<>\\[\\]~])", "\\\\$1").replace("@", "&#64;");
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
