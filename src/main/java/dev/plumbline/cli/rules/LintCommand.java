package dev.plumbline.cli.rules;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.engine.RuleLint;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.LintFinding;
import dev.plumbline.language.LintFinding.Level;
import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline lint}: what is wrong with rule text, before it decides anything. */
@Command(
    name = "lint",
    description = {
      "Check rules for errors before they are used.",
      "Finds unknown names, conditions that can never hold, and rules that would not terminate."
          + " Rules with errors are rejected wherever they are loaded; warnings reject nothing."
    },
    parameterListHeading = "%nRules:%n",
    footer = {
      "  plumbline lint my-rules",
      "      checks a folder of rules",
      "  plumbline lint my-rules -o github",
      "      as annotations of a GitHub workflow"
    },
    exitCodeList = {
      "0:nothing found",
      "1:something found, or an internal error",
      "2:the folder cannot be read"
    })
public final class LintCommand extends Verb {

  private static final List<String> FORMATS = List.of("table", "json", "github");
  private static final JsonFactory JSON = new JsonFactory();

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "A folder of rules. Without one: the shipped rules.")
  private @Nullable Path folder;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table (default), json or github.")
  private String format = "table";

  @Override
  public Integer call() throws IOException {
    PrintWriter out = out();
    format = OutputFormat.of(format, FORMATS, command());
    List<LintFinding> findings;
    try {
      findings = RuleLint.of(folder == null ? RuleFiles.shipped() : RuleFiles.in(folder));
    } catch (InvalidRulesException e) {
      Errors.print(String.valueOf(e.getMessage()), err());
      return ExitCodes.BAD_INPUT;
    }
    switch (format) {
      case "json" -> json(findings, out);
      case "github" -> findings.forEach(each -> out.println(github(each)));
      default -> table(findings);
    }
    out.flush();
    return findings.isEmpty() ? ExitCodes.ANSWERED : ExitCodes.FAILED;
  }

  private void table(List<LintFinding> findings) {
    var paper = text();
    for (LintFinding each : findings) {
      String word = each.level().word();
      paper.line(
          0,
          (each.level() == Level.ERROR ? paper.red(word) : paper.yellow(word))
              + " "
              + each.check().word()
              + "  "
              + each.place());
      if (each.rule() != null) {
        paper.wrappedDim(2, "rule \"" + each.rule() + "\"");
      }
      paper.wrapped(2, each.message());
    }
    long errors = findings.stream().filter(each -> each.level() == Level.ERROR).count();
    if (!findings.isEmpty()) {
      paper.blank();
    }
    paper.line(
        0,
        findings.isEmpty()
            ? "nothing found"
            : TextFormat.count(errors, "error")
                + ", "
                + TextFormat.count(findings.size() - (int) errors, "warning"));
  }

  private static void json(List<LintFinding> findings, PrintWriter out) throws IOException {
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeArrayFieldStart("findings");
      for (LintFinding each : findings) {
        json.writeStartObject();
        json.writeStringField("level", each.level().word());
        json.writeStringField("check", each.check().word());
        json.writeStringField("file", each.file());
        json.writeNumberField("line", each.line());
        json.writeNumberField("column", each.column());
        if (each.rule() != null) {
          json.writeStringField("rule", each.rule());
        }
        json.writeStringField("message", each.message());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.println(text);
  }

  /** A workflow command of GitHub Actions: special characters are written as they ask for. */
  private static String github(LintFinding finding) {
    return "::"
        + finding.level().word()
        + " file="
        + property(finding.file())
        + (finding.line() > 0 ? ",line=" + finding.line() + ",col=" + finding.column() : "")
        + ",title="
        + property("lint " + finding.check().word())
        + "::"
        + data(finding.message());
  }

  private static String data(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return data(text).replace(":", "%3A").replace(",", "%2C");
  }
}
