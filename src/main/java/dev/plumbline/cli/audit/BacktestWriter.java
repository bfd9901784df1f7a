package dev.plumbline.cli.audit;

import static dev.plumbline.cli.table.MarkdownText.code;
import static dev.plumbline.cli.table.MarkdownText.plain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.backtest.DifferenceGroup;
import dev.plumbline.backtest.DifferenceSummary;
import dev.plumbline.backtest.GroupTotals;
import dev.plumbline.backtest.SegmentDifference.FailedSegment;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.revision.Revision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Writes what a backtest found, for people and for programs. */
final class BacktestWriter {

  private static final int MAX_ROWS = 10;
  private static final int MAX_DIFFERENCES = 20;
  private static final int MAX_EDITED = 8;
  private static final int MAX_WIDTH = 44;

  private static final String AGES = "age of images, compared with those that were resolved";

  private BacktestWriter() {}

  /** A part of the report: rows below a heading. */
  private record Part(String name, List<DifferenceSummary> rows) {}

  private static List<Part> parts(BacktestReport report) {
    return Stream.of(
            new Part("rule", report.byRule()),
            new Part("cluster", report.by(DifferenceGroup::cluster)),
            new Part(ObjectKind.NODE_POOL.kind(), report.by(DifferenceGroup::nodePool)),
            new Part("image", report.by(DifferenceGroup::image)))
        .filter(part -> !part.rows().isEmpty())
        .toList();
  }

  private static List<String> cells(DifferenceSummary row) {
    return List.of(
        row.name(),
        String.valueOf(row.differences()),
        String.valueOf(row.decisions()),
        BacktestReport.hours(row.nodeHours()),
        BacktestReport.time(row.first()),
        BacktestReport.time(row.last()));
  }

  private static List<String> heading(String name) {
    return List.of(name, "differences", "decisions", "node-hours", "first", "last");
  }

  /** The largest exposure of what matters most first. */
  private static List<Map.Entry<DifferenceGroup, GroupTotals>> groups(BacktestReport report) {
    var groups = new ArrayList<>(report.difference().groups().entrySet());
    groups.sort(
        (a, b) -> {
          int kind = a.getKey().kind().compareTo(b.getKey().kind());
          int exposure = Long.compare(b.getValue().exposure(), a.getValue().exposure());
          int decisions = Long.compare(b.getValue().decisions(), a.getValue().decisions());
          return kind != 0
              ? kind
              : exposure != 0
                  ? exposure
                  : decisions != 0 ? decisions : a.getKey().compareTo(b.getKey());
        });
    return groups;
  }

  private static String title(DifferenceGroup group) {
    return "%s %s %s"
        .formatted(word(group.kind()), group.type(), word(group.change()))
        .replace(" message", " with another message");
  }

  private static String word(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }

  private static String place(DifferenceGroup group) {
    var place = new ArrayList<String>(List.of("cluster " + group.cluster()));
    if (!group.nodePool().isEmpty()) {
      place.add(ObjectKind.NODE_POOL.key(group.nodePool()));
    }
    if (!group.nodeClass().isEmpty()) {
      place.add(ObjectKind.EC2_NODE_CLASS.key(group.nodeClass()));
    }
    if (!group.image().isEmpty()) {
      place.add(group.image());
    }
    return String.join(", ", place);
  }

  private static String extent(GroupTotals totals) {
    return "after %s, at most %d at a time, %s hours, %s node-hours"
        .formatted(
            TextFormat.count(totals.decisions(), "decision"),
            totals.most(),
            BacktestReport.hours(totals.hours()),
            BacktestReport.hours(totals.nodeHours()));
  }

  private static String some(Collection<String> names) {
    List<String> all = List.copyOf(names);
    if (all.isEmpty()) {
      return "none";
    }
    return String.join(", ", all.subList(0, Math.min(MAX_EDITED, all.size())))
        + (all.size() > MAX_EDITED ? " and " + (all.size() - MAX_EDITED) + " more" : "");
  }

  private static String deviating(BacktestReport report) {
    return "%s: this program does not conclude there what was recorded (%s), a difference may come"
            .formatted(
                TextFormat.count(report.difference().deviating().size(), "segment"),
                report.difference().deviating().first())
        + " from the program";
  }

  static void table(BacktestReport report, TextOutput out) {
    String verdict = report.verdict();
    out.wrapped(0, report.isClean() ? out.green(verdict) : out.yellow(verdict));
    out.labelled(2, "decided again", report.extent());
    out.labelled(2, "by", report.rules() + " " + Revision.brief(report.digest()));
    out.labelled(2, "rules that differ", some(report.edited()));
    if (!report.data().isEmpty()) {
      out.labelled(2, "data that differs", some(report.data()));
    }
    if (!report.difference().deviating().isEmpty()) {
      out.labelled(2, out.yellow("not reproduced"), deviating(report));
    }
    for (FailedSegment each : report.difference().failed()) {
      out.labelled(2, out.red("failed"), each.segment() + ": " + each.reason());
    }
    for (Part part : parts(report)) {
      out.blank();
      var rows = new ArrayList<>(List.of(heading(part.name())));
      part.rows().stream().limit(MAX_ROWS).forEach(row -> rows.add(cells(row)));
      List<String> lines = TextOutput.columns(rows, MAX_WIDTH);
      out.line(0, out.bold(lines.getFirst()));
      lines.stream().skip(1).forEach(line -> out.line(0, line));
      more(part.rows().size() - MAX_ROWS, out);
    }
    List<String> ages = ImageAgeLines.of(report.difference().images());
    if (!ages.isEmpty()) {
      out.blank();
      out.line(0, out.bold(AGES));
      ages.stream().limit(MAX_ROWS).forEach(each -> out.wrapped(0, each));
      more(ages.size() - MAX_ROWS, out);
    }
    List<Map.Entry<DifferenceGroup, GroupTotals>> groups = groups(report);
    groups.stream()
        .limit(MAX_DIFFERENCES)
        .forEach(each -> difference(each.getKey(), each.getValue(), out));
    more(groups.size() - MAX_DIFFERENCES, out);
  }

  private static void more(int more, TextOutput out) {
    if (more > 0) {
      out.line(2, "and " + more + " more (-o json has all)");
    }
  }

  private static void difference(DifferenceGroup group, GroupTotals totals, TextOutput out) {
    out.blank();
    out.line(0, out.bold(title(group)) + "  " + group.rules().replace(",", ", "));
    out.wrapped(2, place(group));
    out.wrapped(2, extent(totals));
    for (GroupTotals.Evidence each : totals.evidence()) {
      out.labelled(2, each.id(), BacktestReport.time(each.at()) + "  " + each.subject());
    }
  }

  static String markdown(BacktestReport report) {
    var text = new StringBuilder("## Backtest: " + plain(report.verdict()) + "\n\n");
    line(
        "Decided again: %s, by %s %s. Rules that differ: %s. Data that differs: %s."
            .formatted(
                plain(report.extent()),
                code(report.rules()),
                code(Revision.brief(report.digest())),
                plain(some(report.edited())),
                plain(some(report.data()))),
        text);
    if (!report.difference().deviating().isEmpty()) {
      line("\n- ⚠️ " + plain(deviating(report)), text);
    }
    for (FailedSegment each : report.difference().failed()) {
      line("\n- ❌ " + code(each.segment()) + " " + plain(each.reason()), text);
    }
    for (Part part : parts(report)) {
      line("", text);
      row(heading(part.name()), text);
      line("|---|---|---|---|---|---|", text);
      part.rows().stream().limit(MAX_ROWS).forEach(row -> row(cells(row), text));
    }
    List<String> ages = ImageAgeLines.of(report.difference().images());
    if (!ages.isEmpty()) {
      line("\nThe " + AGES + ":\n", text);
      ages.stream().limit(MAX_ROWS).forEach(each -> line("- " + plain(each), text));
    }
    for (Map.Entry<DifferenceGroup, GroupTotals> each :
        groups(report).stream().limit(MAX_DIFFERENCES).toList()) {
      DifferenceGroup group = each.getKey();
      line(
          "\n**%s** %s: %s; %s"
              .formatted(
                  plain(title(group)),
                  plain(group.rules()),
                  plain(place(group)),
                  plain(extent(each.getValue()))),
          text);
      for (GroupTotals.Evidence entry : each.getValue().evidence()) {
        line(
            "- "
                + code(entry.id())
                + " "
                + BacktestReport.time(entry.at())
                + " "
                + plain(entry.subject()),
            text);
      }
    }
    int more = report.difference().groups().size() - MAX_DIFFERENCES;
    if (more > 0) {
      line("\nand " + more + " more", text);
    }
    return text.toString();
  }

  private static void row(List<String> cells, StringBuilder text) {
    line("| " + String.join(" | ", cells.stream().map(each -> plain(each)).toList()) + " |", text);
  }

  private static void line(String line, StringBuilder text) {
    text.append(line).append('\n');
  }

  static ObjectNode json(BacktestReport report) {
    ObjectNode json = report.difference().json();
    json.put("verdict", report.verdict());
    json.put("rules", report.rules());
    json.put("digest", report.digest());
    json.put("listed", report.result().listed());
    ArrayNode edited = json.putArray("edited");
    report.edited().forEach(edited::add);
    ArrayNode data = json.putArray("data");
    report.data().forEach(data::add);
    ArrayNode clusters = json.putArray("clusters");
    report.result().clusters().forEach(clusters::add);
    return json;
  }
}
