package dev.plumbline.cli.rules;

import static dev.plumbline.cli.table.MarkdownText.code;
import static dev.plumbline.cli.table.MarkdownText.plain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.cli.rules.DiffCommand.DiffReport;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.conclusion.RevisionConclusions.RevisionHold;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.revision.DifferenceCounts;
import dev.plumbline.revision.Revision;
import dev.plumbline.revision.RuleComparison.OverSnapshot;
import dev.plumbline.revision.RuleComparison.RevisionVerdict;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import java.util.List;

/** Writes what other rules would change, for people. */
final class DiffWriter {

  private final TextOutput out;

  DiffWriter(TextOutput out) {
    this.out = out;
  }

  static ObjectNode json(DiffReport report) {
    return Json.of(report);
  }

  static String markdown(DiffReport report) {
    return Markdown.of(report);
  }

  /** The verdict and the names of what changes first, then the details; lists of files last. */
  void table(DiffReport report) {
    String outcome = report.outcome();
    out.wrapped(0, report.held() ? out.red(outcome) : out.green(outcome));
    for (ScenarioReport.Result failed : report.text().failed()) {
      out.labelled(2, out.red("failed"), failed.file() + ": \"" + failed.name() + "\"");
    }
    for (OverSnapshot over : report.over()) {
      over.difference().headline().forEach(line -> out.labelled(2, over.snapshot(), line));
    }
    text(report);
    report.over().forEach(this::snapshot);
    if (report.over().size() > 1) {
      sum(report);
    }
    sources(report);
  }

  private void text(DiffReport report) {
    List<String> summary = report.text().difference().summary();
    if (!summary.isEmpty() || report.text().verdict().held()) {
      out.blank();
      out.line(0, out.bold("rules"));
      holds(report.text().verdict());
      items(others(summary, report.text().verdict()));
    }
  }

  private void snapshot(OverSnapshot over) {
    out.blank();
    out.line(0, out.bold(over.snapshot()) + "  at " + over.at());
    holds(over.verdict());
    items(others(over.difference().summary(), over.verdict()));
  }

  private void items(List<String> lines) {
    lines.forEach(line -> out.labelled(2, "-", line));
  }

  /** The lines that no hold repeats. */
  private static List<String> others(List<String> summary, RevisionVerdict verdict) {
    return summary.stream()
        .filter(
            line -> verdict.holds().stream().noneMatch(it -> it.message().startsWith(line + ":")))
        .toList();
  }

  private void sources(DiffReport report) {
    List<String> files = report.text().difference().files();
    out.blank();
    out.labelled(
        0,
        "compared",
        report.before().rules()
            + " "
            + report.before().brief()
            + " -> "
            + report.after().rules()
            + " "
            + report.after().brief());
    out.labelled(0, "files", files.isEmpty() ? "the same" : String.join(", ", files));
    if (report.approvable()) {
      // On one line, to be copied.
      out.line(0, "approve  " + Revision.approveCommand(report.after().digest()));
    }
  }

  private void holds(RevisionVerdict verdict) {
    verdict.holds().forEach(hold -> out.labelled(2, out.yellow(hold.rule()), hold.message()));
  }

  private void sum(DiffReport report) {
    DifferenceCounts sum = report.sum();
    out.blank();
    out.line(
        0,
        out.bold(TextFormat.count(report.over().size(), "snapshot"))
            + "  conclusions "
            + sum.conclusions()
            + ", actions "
            + sum.actions());
    items(sum.summary());
  }

  private static final class Json {

    private Json() {}

    static ObjectNode of(DiffReport report) {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("outcome", report.outcome());
      json.put("held", report.held());
      side(json.putObject("before"), report.before());
      side(json.putObject("after"), report.after());
      ObjectNode text = json.putObject("text");
      ArrayNode files = text.putArray("files");
      report.text().difference().files().forEach(files::add);
      ArrayNode summary = text.putArray("summary");
      report.text().difference().summary().forEach(summary::add);
      impacts(text, report.text().difference().impacts(""));
      ArrayNode failed = text.putArray("failedScenarios");
      for (ScenarioReport.Result result : report.text().failed()) {
        failed.addObject().put("file", result.file()).put("name", result.name());
      }
      holds(text, report.text().verdict().holds());
      ArrayNode snapshots = json.putArray("snapshots");
      for (OverSnapshot over : report.over()) {
        ObjectNode item = snapshots.addObject();
        item.put("snapshot", over.snapshot());
        item.put("at", over.at().toString());
        item.set("difference", over.difference().json(Integer.MAX_VALUE));
        holds(item, over.verdict().holds());
      }
      DifferenceCounts sum = report.sum();
      ObjectNode all = json.putObject("sum");
      count(all.putObject("conclusions"), sum.conclusions());
      count(all.putObject("actions"), sum.actions());
      impacts(all, sum.impacts());
      return json;
    }

    private static void side(ObjectNode json, DiffReport.Side side) {
      json.put("rules", side.rules());
      json.put("digest", side.digest());
    }

    private static void count(ObjectNode json, DifferenceCounts.Count count) {
      json.put("added", count.added());
      json.put("removed", count.removed());
      json.put("changed", count.changed());
    }

    private static void impacts(ObjectNode json, List<RevisionImpact> impacts) {
      ArrayNode list = json.putArray("impacts");
      impacts.forEach(impact -> list.add(DifferenceCounts.json(impact)));
    }

    private static void holds(ObjectNode json, List<RevisionHold> holds) {
      ArrayNode list = json.putArray("holds");
      holds.forEach(
          hold -> list.addObject().put("rule", hold.rule()).put("message", hold.message()));
    }
  }

  /** What other rules would change, as a comment for a pull request. */
  private static final class Markdown {

    private final StringBuilder text = new StringBuilder();

    private Markdown() {}

    static String of(DiffReport report) {
      var markdown = new Markdown();
      markdown.write(report);
      return markdown.text.toString();
    }

    private void write(DiffReport report) {
      line("## Rules: " + report.outcome());
      line("");
      for (ScenarioReport.Result failed : report.text().failed()) {
        line("- ❌ scenario failed: " + code(failed.file()) + " " + plain(failed.name()));
      }
      for (OverSnapshot over : report.over()) {
        over.difference()
            .headline()
            .forEach(each -> line("- " + plain(over.snapshot()) + ": " + plain(each)));
      }
      report.text().verdict().holds().forEach(this::hold);
      items(others(report.text().difference().summary(), report.text().verdict()));
      table(report);
      report.over().forEach(this::snapshot);
      sources(report);
    }

    private void sources(DiffReport report) {
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
      if (report.approvable()) {
        line("");
        line("To approve it: " + code(Revision.approveCommand(report.after().digest())));
      }
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
      if (over.difference().isEmpty()) {
        return;
      }
      line("");
      line("### " + plain(over.snapshot()));
      line("");
      over.verdict().holds().forEach(this::hold);
      items(others(over.difference().summary(), over.verdict()));
    }

    private void hold(RevisionHold hold) {
      line("- ⛔ **" + hold.rule() + "** " + plain(hold.message()));
    }

    private void items(List<String> lines) {
      lines.forEach(each -> line("- " + plain(each)));
    }

    private static String files(List<String> files) {
      return files.isEmpty()
          ? "none"
          : String.join(", ", files.stream().map(f -> code(f)).toList());
    }

    private void line(String line) {
      text.append(line).append('\n');
    }
  }
}
