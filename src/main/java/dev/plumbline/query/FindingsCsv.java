package dev.plumbline.query;

import java.util.List;
import java.util.stream.Collectors;

/** Findings as RFC 4180 has tables: a line each, a header first. */
public final class FindingsCsv {

  private static final List<String> COLUMNS =
      List.of(
          "decision",
          "opened",
          "closed",
          "closedBy",
          "controls",
          "rule",
          "severity",
          "result",
          "subject",
          "reason",
          "message");

  private FindingsCsv() {}

  public static String of(ExportedFindings exported) {
    var text = new StringBuilder(line(COLUMNS));
    for (ControlFinding each : exported.findings()) {
      text.append(
          line(
              List.of(
                  exported.decision(each),
                  each.span().opened().toString(),
                  each.span().closed() == null ? "" : String.valueOf(each.span().closed()),
                  each.span().closedBy() == null
                      ? ""
                      : exported.name() + "/" + each.span().closedBy(),
                  String.join(" ", each.controls()),
                  each.rule(),
                  each.severity(),
                  each.result(),
                  each.subject(),
                  each.reason(),
                  each.message())));
    }
    return text.toString();
  }

  /** One line; what a spreadsheet would take for a formula is quoted as text. */
  public static String line(List<String> cells) {
    return cells.stream().map(FindingsCsv::cell).collect(Collectors.joining(",")) + "\r\n";
  }

  private static String cell(String text) {
    String safe = !text.isEmpty() && "=+-@\t".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    return safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
        ? "\"" + safe.replace("\"", "\"\"") + "\""
        : safe;
  }
}
