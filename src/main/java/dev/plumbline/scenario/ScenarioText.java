package dev.plumbline.scenario;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** Writes a scenario as YAML, omitting components with default values. */
final class ScenarioText {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern PLAIN =
      Pattern.compile(
          "[A-Za-z_][A-Za-z0-9_./-]*( [A-Za-z0-9_./-]+)*|\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z");
  private static final Pattern TAKEN = Pattern.compile("(?i)true|false|yes|no|on|off|y|n|null");

  private ScenarioText() {}

  static String of(String name, List<Object> given, List<Conclusion> expected) {
    var text = new StringBuilder("- name: ").append(TextNode.valueOf(name)).append('\n');
    for (Object each : given) {
      if (each instanceof EvaluationTime time) {
        text.append("  at: ").append(time.instant()).append('\n');
      }
    }
    List<Object> records = given.stream().filter(it -> !(it instanceof EvaluationTime)).toList();
    if (!records.isEmpty()) {
      text.append("  given:\n");
      records.forEach(record -> text.append("    - ").append(line(record)).append('\n'));
    }
    text.append(expected.isEmpty() ? "  expect: []\n" : "  expect:\n");
    expected.forEach(conclusion -> text.append("    - ").append(line(conclusion)).append('\n'));
    return text.toString();
  }

  private static String line(Object record) {
    RecordType type =
        Objects.requireNonNull(
            record instanceof Fact
                ? FactTypes.of(record.getClass())
                : ConclusionTypes.of(record.getClass()));
    JsonNode written = json(record);
    JsonNode fields = record instanceof Fact ? written.get(type.name()) : written;
    var flow = new StringJoiner(", ", "{ ", " }").setEmptyValue("{}");
    for (RecordType.Property component : type.components()) {
      JsonNode value = fields.path(component.name());
      if (!leftOut(component, value)) {
        flow.add(component.name() + ": " + flow(value));
      }
    }
    return type.name() + ": " + flow;
  }

  private static boolean leftOut(RecordType.Property component, JsonNode value) {
    return value.isNull()
        || !component.nullable()
            && (value.isTextual() && value.asText().isEmpty()
                || value.isBoolean() && !value.booleanValue()
                || value.isNumber() && value.longValue() == 0
                || value.isContainerNode() && value.isEmpty());
  }

  private static String flow(JsonNode value) {
    if (value.isObject()) {
      var flow = new StringJoiner(", ", "{ ", " }").setEmptyValue("{}");
      value
          .properties()
          .forEach(field -> flow.add(scalar(field.getKey()) + ": " + flow(field.getValue())));
      return flow.toString();
    }
    if (value.isArray()) {
      var flow = new StringJoiner(", ", "[", "]");
      value.forEach(item -> flow.add(flow(item)));
      return flow.toString();
    }
    return value.isTextual() ? scalar(value.asText()) : value.asText();
  }

  private static String scalar(String text) {
    return PLAIN.matcher(text).matches() && !TAKEN.matcher(text).matches()
        ? text
        : TextNode.valueOf(text).toString();
  }

  private static JsonNode json(Object record) {
    var text = new StringWriter();
    try (JsonGenerator json = JSON.getFactory().createGenerator(text)) {
      if (record instanceof Fact fact) {
        WireForm.write(fact, json);
      } else {
        WireForm.write((Conclusion) record, json);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      return JSON.readTree(text.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
