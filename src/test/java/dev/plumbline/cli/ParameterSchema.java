package dev.plumbline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** The schema of files that set parameters, or declare them. */
final class ParameterSchema {

  static final String DURATION = "^([0-9]+(d|h|m|s))+$";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final YAMLMapper YAML = new YAMLMapper();

  private ParameterSchema() {}

  /** Of the parameters that {@code files} declare. */
  static ObjectNode of(RuleFiles files) throws IOException {
    ObjectNode schema = JSON.createObjectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "Parameters");
    schema.put(
        "description",
        "What the rules are told: values by name, and under parameters those that rules of your own"
            + " declare.");
    schema.put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ObjectNode declared = properties.putObject("parameters").put("type", "object");
    declared.putObject("additionalProperties").put("$ref", "#/$defs/Declaration");
    for (String file : files.names("parameters.yaml")) {
      YAML.readTree(files.text(file))
          .path("parameters")
          .properties()
          .forEach(
              each -> {
                ObjectNode value = parameter(each.getValue().path("kind").asText());
                String said = each.getValue().path("description").asText();
                JsonNode usual = each.getValue().path("default");
                value.put(
                    "description",
                    said + (usual.isMissingNode() ? "" : " Unless set: " + usual + "."));
                properties.set(each.getKey(), value);
              });
    }
    ObjectNode declaration =
        schema.putObject("$defs").putObject("Declaration").put("type", "object");
    ObjectNode parts = declaration.putObject("properties");
    ArrayNode kinds = parts.putObject("kind").putArray("enum");
    for (String shape : List.of("", "list of ", "map of ")) {
      Stream.of("duration", "boolean", "text", "number").forEach(e -> kinds.add(shape + e));
    }
    parts.putObject("description").put("type", "string");
    parts.putObject("default").put("description", "What it is when nobody sets it; none: off.");
    declaration.putArray("required").add("kind").add("description");
    declaration.put("additionalProperties", false);
    return schema;
  }

  private static ObjectNode parameter(String kind) {
    if (kind.startsWith("list of ")) {
      ObjectNode list = JSON.createObjectNode().put("type", "array");
      list.set("items", element(kind.substring("list of ".length())));
      return list;
    }
    if (kind.startsWith("map of ")) {
      ObjectNode map = JSON.createObjectNode().put("type", "object");
      map.set("additionalProperties", element(kind.substring("map of ".length())));
      return map;
    }
    return element(kind);
  }

  private static ObjectNode element(String kind) {
    return switch (kind) {
      case "boolean" -> JSON.createObjectNode().put("type", "boolean");
      case "duration" -> JSON.createObjectNode().put("type", "string").put("pattern", DURATION);
      case "number" -> {
        ObjectNode number = JSON.createObjectNode();
        number.putArray("type").add("integer").add("number");
        yield number;
      }
      case "text" -> AuthorSchemasTest.text();
      default -> throw new IllegalStateException(kind + " has no schema. Try: add one here.");
    };
  }
}
