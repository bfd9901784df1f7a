package dev.plumbline.cli.audit;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.TimeOption;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.query.RecordedVerdicts;
import dev.plumbline.view.EvaluationDocument;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbline audit verdicts}: the ImageVerdicts that a log tells of. */
@Command(
    name = "verdicts",
    description = {
      "Print the recorded ImageVerdicts, to restore them.",
      "With what people decided and the recorded evidence, in case the objects, or their CRD, were"
          + " deleted."
    },
    exitCodeList = "1:the log was altered, or an internal error",
    footer = {
      "  plumbline audit verdicts > verdicts.yaml",
      "      as they are at the end of the log",
      "  plumbline audit verdicts --at 2026-11-20T12:00:00Z --log s3://logs/prod -o json",
      "      as they were then, from the log in a bucket"
    })
public final class AuditVerdictsCommand extends Verb {

  private static final YAMLMapper YAML = new YAMLMapper(EvaluationDocument.YAML);
  private static final List<String> FORMATS = List.of("yaml", "json");

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private AuditOptions.Questions asked;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = "At this time; else at the end of the log.")
  private @Nullable String at;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "yaml",
      description = "yaml (default) or json.")
  @SuppressWarnings("NullAway.Init")
  private String format;

  @Override
  public Integer call() throws IOException {
    CommandLine command = command();
    format = OutputFormat.of(format, FORMATS, command);
    Instant asOf = TimeOption.of(at, command);
    return asked.ask(
        command,
        (archive, log) -> {
          long last = asOf == null ? log.head().size() - 1 : archive.query().at(asOf);
          List<ObjectNode> verdicts = new RecordedVerdicts(archive).at(last);
          PrintWriter out = command.getOut();
          out.print(format.equals("json") ? json(verdicts) : yaml(verdicts));
        });
  }

  private static String json(List<ObjectNode> verdicts) throws IOException {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.put("apiVersion", "v1").put("kind", "List").putArray("items").addAll(verdicts);
    return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(list) + "\n";
  }

  private static String yaml(List<ObjectNode> verdicts) throws IOException {
    var text = new StringBuilder();
    for (ObjectNode verdict : verdicts) {
      text.append(YAML.writeValueAsString(verdict));
    }
    return text.toString();
  }
}
