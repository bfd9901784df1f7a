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
                ObjectNode value = parameter(each.getValue());
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
      Stream.of("duration", "boolean", "text", "number", "time", "version")
          .forEach(e -> kinds.add(shape + e));
    }
    parts
        .putObject("mirrors")
        .put("type", "string")
        .put("description", "Whose setting it repeats: why-not proposes no other value.");
    parts.putObject("description").put("type", "string");
    parts.putObject("default").put("description", "What it is when nobody sets it; none: off.");
    for (String limit : List.of("minimum", "maximum")) {
      ObjectNode number = parts.putObject(limit).put("description", "Of numbers.");
      number.putArray("type").add("integer").add("number");
    }
    parts.putObject("whole").put("type", "boolean").put("description", "Numbers without fraction.");
    ObjectNode keys = parts.putObject("keys").put("description", "What the keys of a map must be.");
    keys.putArray("enum").add("number");
    declaration.putArray("required").add("kind").add("description");
    declaration.put("additionalProperties", false);
    return schema;
  }

  private static ObjectNode parameter(JsonNode declared) {
    String kind = declared.path("kind").asText();
    if (kind.startsWith("list of ")) {
      ObjectNode list = JSON.createObjectNode().put("type", "array");
      list.set("items", element(kind.substring("list of ".length()), declared));
      return list;
    }
    if (kind.startsWith("map of ")) {
      ObjectNode map = JSON.createObjectNode().put("type", "object");
      map.set("additionalProperties", element(kind.substring("map of ".length()), declared));
      return map;
    }
    return element(kind, declared);
  }

  private static ObjectNode element(String kind, JsonNode declared) {
    return switch (kind) {
      case "boolean" -> JSON.createObjectNode().put("type", "boolean");
      case "duration" -> JSON.createObjectNode().put("type", "string").put("pattern", DURATION);
      case "number" -> {
        ObjectNode number = JSON.createObjectNode();
        if (declared.path("whole").booleanValue()) {
          number.put("type", "integer");
        } else {
          number.putArray("type").add("integer").add("number");
        }
        for (String limit : List.of("minimum", "maximum")) {
          if (declared.has(limit)) {
            number.set(limit, declared.get(limit));
          }
        }
        yield number;
      }
      case "time", "version" -> JSON.createObjectNode().put("type", "string");
      case "text" -> AuthorSchemasTest.text();
      default -> throw new IllegalStateException(kind + " has no schema. Try: add one here.");
    };
  }
}
