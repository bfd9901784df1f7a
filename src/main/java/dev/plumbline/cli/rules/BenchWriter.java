package dev.plumbline.cli.rules;

import static dev.plumbline.cli.table.MarkdownText.plain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.cli.rules.BenchReport.Row;
import dev.plumbline.cli.rules.BenchReport.Side;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.engine.SettlementProfile.Counts;
import dev.plumbline.engine.SettlementProfile.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes what rules cost: for people, for pull requests, for programs. */
final class BenchWriter {

  private static final double KIB = 1 << 10;
  private static final double MIB = 1 << 20;

  private final BenchReport report;
  private final String snapshot;
  private final Instant at;

  BenchWriter(BenchReport report, String snapshot, Instant at) {
    this.report = report;
    this.snapshot = snapshot;
    this.at = at;
  }

  // Cells, which a table and Markdown share

  /** Rows of cells below a head; the last column is text, the others are numbers. */
  private record Cells(List<String> head, List<List<String>> rows) {}

  private Cells sides() {
    var head = new ArrayList<String>();
    if (report.isMeasured()) {
      head.addAll(List.of("time", "allocated"));
    }
    head.addAll(List.of("evaluations", "firings", "partial matches", "conclusions", "rules"));
    var rows = new ArrayList<List<String>>();
    Side rules = report.rules();
    Side alone = report.alone();
    rows.add(side(rules, rules.name()));
    if (alone != null) {
      rows.add(side(alone, "shipped alone"));
      rows.add(ratios(rules, alone));
    }
    return new Cells(head, rows);
  }

  private List<String> side(Side side, String name) {
    var cells = new ArrayList<String>();
    if (report.isMeasured()) {
      cells.addAll(List.of(time(side.usage().nanos()), memory(side.usage().bytes())));
    }
    cells.addAll(counts(side.counts()));
    cells.add(TextFormat.number(side.conclusions()));
    cells.add(name);
    return cells;
  }

  private List<String> ratios(Side rules, Side alone) {
    var cells = new ArrayList<String>();
    if (report.isMeasured()) {
      cells.add(ratio(rules.usage().nanos(), alone.usage().nanos()));
      cells.add(ratio(rules.usage().bytes(), alone.usage().bytes()));
    }
    Counts one = rules.counts();
    Counts other = alone.counts();
    cells.add(ratio(one.evaluations(), other.evaluations()));
    cells.add(ratio(one.firings(), other.firings()));
    cells.add(ratio(one.partialMatches(), other.partialMatches()));
    cells.add(ratio(rules.conclusions(), alone.conclusions()));
    cells.add("");
    return cells;
  }

  private static List<String> counts(Counts counts) {
    return List.of(
        TextFormat.number(counts.evaluations()),
        TextFormat.number(counts.firings()),
        TextFormat.number(counts.partialMatches()));
  }

  private Cells rules(List<Row> shown) {
    boolean compared = report.alone() != null;
    var head = new ArrayList<String>();
    if (report.isMeasured()) {
      head.addAll(List.of("time", "share"));
      if (compared) {
        head.add("more");
      }
      head.add("allocated");
      head.add("evaluations");
    } else {
      head.add("evaluations");
      if (compared) {
        head.add("more");
      }
    }
    head.addAll(List.of("firings", "partial matches", "rule"));
    return new Cells(head, shown.stream().map(row -> row(row, compared)).toList());
  }

  private List<String> row(Row row, boolean compared) {
    var cells = new ArrayList<String>();
    if (report.isMeasured()) {
      cells.add(time(row.usage().nanos()));
      cells.add(share(row));
      if (compared) {
        cells.add((row.more() > 0 ? "+" : "") + time(row.more()));
      }
      cells.add(memory(row.usage().bytes()));
    }
    List<String> counts = counts(row.counts());
    cells.add(counts.getFirst());
    if (compared && !report.isMeasured()) {
      long more = row.moreEvaluations();
      cells.add((more > 0 ? "+" : "") + TextFormat.number(more));
    }
    cells.addAll(counts.subList(1, counts.size()));
    cells.add(row.rule().id() + " " + row.rule().place());
    return cells;
  }

  private String share(Row row) {
    long all = report.rules().usage().nanos();
    return String.format(
        Locale.ROOT, "%.1f %%", all == 0 ? 0.0 : row.usage().nanos() * 100.0 / all);
  }

  private static String time(long nanos) {
    double milliseconds = nanos / 1e6;
    return String.format(
        Locale.ROOT, Math.abs(milliseconds) < 10 ? "%.2f ms" : "%,.0f ms", milliseconds);
  }

  private static String memory(long bytes) {
    return bytes == 0
        ? "-"
        : bytes < MIB
            ? String.format(Locale.ROOT, "%.0f KiB", bytes / KIB)
            : String.format(Locale.ROOT, "%,.1f MiB", bytes / MIB);
  }

  private static String ratio(long one, long other) {
    return other == 0 ? "-" : String.format(Locale.ROOT, "%.2f times", (double) one / other);
  }

  private String heading() {
    return snapshot
        + " at "
        + at
        + ": "
        + TextFormat.count(report.rules().facts(), "fact")
        + (report.isMeasured()
            ? ", best of " + TextFormat.count(report.runs(), "run")
            : ", counts alone");
  }

  private String ownHeading() {
    return TextFormat.count(report.own().size(), "rule") + " of " + report.rules().name();
  }

  private String othersHeading() {
    return TextFormat.count(report.others().size(), "shipped rule");
  }

  private @Nullable String left(List<Row> rows, int top) {
    if (rows.size() <= top) {
      return null;
    }
    List<Row> left = rows.subList(top, rows.size());
    return "and "
        + TextFormat.count(left.size(), "more rule")
        + ": "
        + (report.isMeasured()
            ? time(left.stream().mapToLong(row -> row.usage().nanos()).sum()) + ", "
            : "")
        + TextFormat.count(
            left.stream().mapToLong(row -> row.counts().evaluations()).sum(), "evaluation");
  }

  /** What the rules do not add up to. */
  private @Nullable String unassigned() {
    return report.isMeasured()
        ? "of no rule (session, conditions of single facts, collecting conclusions): "
            + time(report.rules().unassigned().nanos())
        : null;
  }

  // For people

  void table(TextOutput out, int top) {
    out.line(0, out.bold(heading()));
    out.blank();
    lines(sides()).forEach(line -> out.line(0, line));
    if (report.alone() != null) {
      section(out, ownHeading(), report.own(), top);
    }
    section(out, othersHeading(), report.others(), top);
    String unassigned = unassigned();
    if (unassigned != null) {
      out.blank();
      out.line(0, out.dim(unassigned));
    }
  }

  private void section(TextOutput out, String heading, List<Row> rows, int top) {
    out.heading(heading);
    if (!rows.isEmpty()) {
      lines(rules(rows.subList(0, Math.min(top, rows.size())))).forEach(line -> out.line(2, line));
    }
    String left = left(rows, top);
    if (left != null) {
      out.line(2, out.dim(left));
    }
  }

  private static List<String> lines(Cells cells) {
    var all = new ArrayList<List<String>>();
    all.add(cells.head());
    all.addAll(cells.rows());
    int last = cells.head().size() - 1;
    int[] widths = new int[last];
    for (List<String> row : all) {
      for (int i = 0; i < last; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    var lines = new ArrayList<String>();
    for (List<String> row : all) {
      var line = new StringBuilder();
      for (int i = 0; i < last; i++) {
        line.append(TextOutput.padLeft(row.get(i), widths[i])).append("  ");
      }
      lines.add(line.append(row.get(last)).toString().stripTrailing());
    }
    return lines;
  }

  // For pull requests

  String markdown(int top) {
    var text = new StringBuilder();
    text.append("## Cost of rules: ").append(plain(heading())).append("\n\n");
    markdown(sides(), text);
    if (report.alone() != null) {
      markdown(ownHeading(), report.own(), top, text);
    }
    markdown(othersHeading(), report.others(), top, text);
    String unassigned = unassigned();
    if (unassigned != null) {
      text.append('\n').append(unassigned).append('\n');
    }
    return text.toString();
  }

  private void markdown(String heading, List<Row> rows, int top, StringBuilder text) {
    text.append("\n### ").append(plain(heading)).append("\n\n");
    markdown(rules(rows.subList(0, Math.min(top, rows.size()))), text);
    String left = left(rows, top);
    if (left != null) {
      text.append('\n').append(left).append('\n');
    }
  }

  private static void markdown(Cells cells, StringBuilder text) {
    int last = cells.head().size() - 1;
    markdownRow(cells.head(), text);
    text.append("|").append("---:|".repeat(last)).append("---|\n");
    cells.rows().forEach(row -> markdownRow(row, text));
  }

  private static void markdownRow(List<String> row, StringBuilder text) {
    row.forEach(cell -> text.append("| ").append(plain(cell)).append(' '));
    text.append("|\n");
  }

  // For programs

  ObjectNode json(int top) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("snapshot", snapshot);
    json.put("at", at.toString());
    json.put("runs", report.runs());
    side(json.putObject("rules"), report.rules());
    Side alone = report.alone();
    if (alone == null) {
      json.putNull("shippedAlone");
    } else {
      side(json.putObject("shippedAlone"), alone);
    }
    rows(json.putArray("own"), report.own(), top);
    rows(json.putArray("shipped"), report.others(), top);
    return json;
  }

  private void side(ObjectNode json, Side side) {
    json.put("rules", side.name());
    json.put("digest", side.digest());
    json.put("facts", side.facts());
    json.put("conclusions", side.conclusions());
    counts(json, side.counts());
    usage(json, "usage", side.usage());
    usage(json, "usageOfNoRule", side.unassigned());
  }

  private void rows(ArrayNode json, List<Row> rows, int top) {
    for (Row row : rows.subList(0, Math.min(top, rows.size()))) {
      ObjectNode item = json.addObject();
      item.put("id", row.rule().id());
      item.put("name", row.rule().name());
      item.put("place", row.rule().place());
      counts(item, row.counts());
      usage(item, "usage", row.usage());
      Row alone = row.alone();
      if (alone == null) {
        item.putNull("shippedAlone");
      } else {
        ObjectNode other = item.putObject("shippedAlone");
        counts(other, alone.counts());
        usage(other, "usage", alone.usage());
      }
    }
  }

  private static void counts(ObjectNode json, Counts counts) {
    json.putObject("counts")
        .put("evaluations", counts.evaluations())
        .put("firings", counts.firings())
        .put("partialMatches", counts.partialMatches());
  }

  private void usage(ObjectNode json, String name, Usage usage) {
    if (report.isMeasured()) {
      json.putObject(name)
          .put("milliseconds", usage.nanos() / 1_000 / 1e3)
          .put("allocatedBytes", usage.bytes());
    } else {
      json.putNull(name);
    }
  }
}
