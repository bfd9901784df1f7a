package dev.plumbline.query;

import dev.plumbline.query.EvidenceBundle.Seal;
import dev.plumbline.query.NodeAnswer.Line;
import dev.plumbline.query.NodeAnswer.Section;
import java.util.List;

/** The page of a bundle: self-contained, needs no network, printable. */
final class BundlePage {

  private static final String STYLE =
      """
      body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a}
      h1{font-size:1.5rem}h2{font-size:1.15rem;margin:2rem 0 .25rem;border-top:1px solid #ccc;padding-top:1rem}
      .answer{font-size:1.05rem;margin:.25rem 0 .75rem}ul{padding-left:1.2rem;margin:.25rem 0}
      li{margin:.15rem 0;overflow-wrap:anywhere}code,.rule{font:13px/1.4 ui-monospace,monospace;color:#444}
      a{color:#0b5394}summary{cursor:pointer}dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem}
      dt{color:#555}dd{margin:0;overflow-wrap:anywhere}
      @media print{body{margin:0;max-width:none;font-size:11px}h2{break-after:avoid}li{break-inside:avoid}}
      """;

  private BundlePage() {}

  static String of(NodeAnswer answer, Seal seal) {
    var html = new StringBuilder(1 << 16);
    html.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width\">\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" ")
        .append("content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>")
        .append(text(answer.node() + " at " + answer.at()))
        .append("</title>\n<style>\n")
        .append(STYLE)
        .append("</style></head><body>\n<h1>")
        .append(text("Node " + answer.node() + " at " + answer.at()))
        .append("</h1>\n<dl>\n");
    term("decision", LogArchive.decision(answer.head().origin(), answer.sequence()), html);
    term("log", answer.head().origin(), html);
    term(
        "checkpoint",
        seal.checkpoint().head().size() + " entries, root " + seal.checkpoint().head().root(),
        html);
    term("key", seal.key().note(), html);
    html.append(
            "</dl>\n<p>Every entry named here is a file of this bundle, with a proof that it is")
        .append(" in that log. <code>VERIFY.md</code> explains how to verify it.</p>\n<ol>\n");
    for (Section section : answer.sections()) {
      html.append("<li><a href=\"#")
          .append(section.id())
          .append("\">")
          .append(text(section.question()))
          .append("</a></li>\n");
    }
    html.append("</ol>\n");
    for (Section section : answer.sections()) {
      html.append("<h2 id=\"")
          .append(section.id())
          .append("\">")
          .append(text(section.question()))
          .append("</h2>\n<p class=\"answer\">")
          .append(text(section.answer()))
          .append("</p>\n");
      lines(section.lines(), html);
    }
    return html.append("</body></html>\n").toString();
  }

  private static void term(String name, String value, StringBuilder html) {
    html.append("<dt>")
        .append(text(name))
        .append("</dt><dd>")
        .append(text(value))
        .append("</dd>\n");
  }

  private static void lines(List<Line> lines, StringBuilder html) {
    if (lines.isEmpty()) {
      return;
    }
    html.append("<ul>\n");
    for (Line line : lines) {
      html.append("<li>").append(text(line.text()));
      if (line.rule() != null) {
        html.append(" <span class=\"rule\">").append(text(line.rule())).append("</span>");
      }
      if (line.entry() != null) {
        html.append(" <a href=\"entries/")
            .append(line.entry())
            .append(".json\">entry ")
            .append(line.entry())
            .append("</a>");
      }
      lines(line.below(), html);
      html.append("</li>\n");
    }
    html.append("</ul>\n");
  }

  private static String text(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
