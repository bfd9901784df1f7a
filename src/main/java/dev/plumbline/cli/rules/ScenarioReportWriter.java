package dev.plumbline.cli.rules;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.language.Rule;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport.Result;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes what came of scenarios: for people, for programs, for build servers. */
final class ScenarioReportWriter {

  private static final JsonFactory JSON = new JsonFactory();

  private ScenarioReportWriter() {}

  static void table(ScenarioReport report, TextOutput paper, boolean all) throws IOException {
    Map<String, List<Result>> byFile = byFile(report);
    int width = byFile.keySet().stream().mapToInt(String::length).max().orElse(0);
    for (var file : byFile.entrySet()) {
      List<Result> failed = file.getValue().stream().filter(result -> !result.passed()).toList();
      int passed = file.getValue().size() - failed.size();
      paper.line(
          0,
          TextOutput.pad(file.getKey(), width)
              + "  "
              + TextOutput.padLeft(Integer.toString(passed), 3)
              + " passed"
              + (failed.isEmpty() ? "" : "  " + paper.red(failed.size() + " failed")));
      for (Result result : file.getValue()) {
        if (all && result.passed()) {
          paper.wrappedDim(2, result.name());
        } else if (!result.passed()) {
          paper.line(2, paper.red("FAILED") + "  " + result.name());
          for (Conclusion missing : result.missing()) {
            paper.labelled(4, paper.yellow("missing   "), wire(missing));
          }
          for (Conclusion unexpected : result.unexpected()) {
            paper.labelled(4, paper.yellow("unexpected"), wire(unexpected));
          }
        }
      }
    }
    if (!report.unneeded().isEmpty()) {
      paper.blank();
      paper.line(
          0,
          paper.yellow(
              TextFormat.count(report.unneeded().size(), "rule") + " that no scenario needs"));
      for (Rule rule : report.unneeded()) {
        paper.labelled(2, rule.id(), rule.name() + " (" + rule.place() + ")");
      }
    }
    long failed = report.results().stream().filter(result -> !result.passed()).count();
    paper.blank();
    paper.line(
        0,
        TextFormat.count(report.results().size(), "scenario")
            + ": "
            + (report.results().size() - failed)
            + " passed, "
            + failed
            + " failed; "
            + TextFormat.count(report.rules(), "rule")
            + ": "
            + report.neededBy().size()
            + " needed by a scenario");
  }

  static void json(ScenarioReport report, PrintWriter out) throws IOException {
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeBooleanField("passed", report.passed());
      json.writeArrayFieldStart("scenarios");
      for (Result result : report.results()) {
        json.writeStartObject();
        json.writeStringField("file", result.file());
        json.writeStringField("name", result.name());
        json.writeBooleanField("passed", result.passed());
        conclusions("missing", result.missing(), json);
        conclusions("unexpected", result.unexpected(), json);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayFieldStart("unneededRules");
      for (Rule rule : report.unneeded()) {
        json.writeStartObject();
        json.writeStringField("id", rule.id());
        json.writeStringField("name", rule.name());
        json.writeStringField("place", rule.place());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeObjectFieldStart("coverage");
      json.writeNumberField("rules", report.rules());
      json.writeNumberField("needed", report.neededBy().size());
      json.writeNumberField("percent", report.coverage());
      json.writeEndObject();
      json.writeEndObject();
    }
    out.print(text);
    out.print('\n');
  }

  private static void conclusions(String name, List<Conclusion> conclusions, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (Conclusion conclusion : conclusions) {
      WireForm.write(conclusion, json);
    }
    json.writeEndArray();
  }

  static void junit(ScenarioReport report, PrintWriter out) throws IOException {
    long failed = report.results().stream().filter(result -> !result.passed()).count();
    out.print("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.print(
        "<testsuites name=\"plumbline\" tests=\"%d\" failures=\"%d\">\n"
            .formatted(report.results().size(), failed));
    for (var file : byFile(report).entrySet()) {
      long failures = file.getValue().stream().filter(result -> !result.passed()).count();
      out.print(
          "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\">\n"
              .formatted(xml(file.getKey()), file.getValue().size(), failures));
      for (Result result : file.getValue()) {
        out.print(
            "    <testcase classname=\"%s\" name=\"%s\""
                .formatted(xml(file.getKey()), xml(result.name())));
        if (result.passed()) {
          out.print("/>\n");
          continue;
        }
        out.print(">\n      <failure message=\"%s\">".formatted(xml(summary(result))));
        for (Conclusion missing : result.missing()) {
          out.print(xml("missing    " + wire(missing)) + "\n");
        }
        for (Conclusion unexpected : result.unexpected()) {
          out.print(xml("unexpected " + wire(unexpected)) + "\n");
        }
        out.print("</failure>\n    </testcase>\n");
      }
      out.print("  </testsuite>\n");
    }
    out.print("</testsuites>\n");
  }

  private static String summary(Result result) {
    return result.missing().size() + " missing, " + result.unexpected().size() + " unexpected";
  }

  private static Map<String, List<Result>> byFile(ScenarioReport report) {
    var byFile = new TreeMap<String, List<Result>>();
    report
        .results()
        .forEach(r -> byFile.computeIfAbsent(r.file(), file -> new ArrayList<>()).add(r));
    return byFile;
  }

  private static String wire(Conclusion conclusion) throws IOException {
    Writer text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      WireForm.write(conclusion, json);
    }
    return text.toString();
  }

  private static String xml(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
