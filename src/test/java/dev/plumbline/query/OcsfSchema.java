package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The schema of OCSF for compliance findings: attributes of the class and of what it extends and
 * includes, with what the dictionary says of each. No profile is applied, so that the attributes of
 * one are unknown.
 */
public final class OcsfSchema {

  private static final Path ROOT = Path.of("src/test/resources/ocsf");
  private static final int OTHER = 99;
  private static final JsonNode DICTIONARY = read(ROOT.resolve("dictionary.json"));
  private static final JsonNode CLASS = read(ROOT.resolve("events/compliance_finding.json"));
  private static final long FINDINGS = 2;
  private static final List<String> CLASS_OWN = List.of("category_uid", "class_uid");
  private static final ObjectNode NONE = new JsonMapper().createObjectNode();

  private static final Map<Path, JsonNode> DEFINITIONS = new ConcurrentHashMap<>();

  private final List<String> problems = new ArrayList<>();

  private OcsfSchema() {}

  /** Every way in which an event that is printed does not fit, with the place. */
  public static List<String> problems(String event) {
    try {
      return problems(new JsonMapper().readTree(event));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every way in which an event does not fit, with the place. */
  public static List<String> problems(JsonNode event) {
    var schema = new OcsfSchema();
    schema.check("events", "compliance_finding", event, "");
    long uid = FINDINGS * 1000 + CLASS.path("uid").asLong();
    schema.same("/category_uid", FINDINGS, event);
    schema.same("/class_uid", uid, event);
    schema.same("/type_uid", uid * 100 + event.path("activity_id").asLong(), event);
    schema.text("/class_name", CLASS.path("caption").asText(), event);
    return schema.problems;
  }

  private void same(String at, long wanted, JsonNode event) {
    if (event.at(at).asLong() != wanted) {
      problems.add(at + ": is not " + wanted);
    }
  }

  private void text(String at, String wanted, JsonNode event) {
    if (!event.at(at).asText(wanted).equals(wanted)) {
      problems.add(at + ": is not " + wanted);
    }
  }

  private void check(String folder, String name, JsonNode value, String at) {
    if (!value.isObject()) {
      problems.add(at + ": is not an object");
      return;
    }
    Map<String, ObjectNode> attributes = new TreeMap<>();
    inherit(folder, name, attributes, value, at);
    // The class and its category stand for themselves; the base has those of no class.
    CLASS_OWN.forEach(own -> attributes.getOrDefault(own, NONE).remove("enum"));
    attributes.forEach(
        (attribute, says) -> {
          if (says.path("requirement").asText().equals("required") && !value.has(attribute)) {
            problems.add(at + ": lacks " + attribute);
          }
        });
    for (var field : value.properties()) {
      ObjectNode says = attributes.get(field.getKey());
      String place = at + "/" + field.getKey();
      if (says == null) {
        problems.add(place + ": is unknown");
      } else if (says.path("is_array").asBoolean()) {
        if (!field.getValue().isArray()) {
          problems.add(place + ": is not an array");
        }
        int index = 0;
        for (JsonNode each : field.getValue()) {
          single(says, each, place + "/" + index++);
        }
      } else {
        single(says, field.getValue(), place);
        sibling(says, field.getValue(), value, at);
      }
    }
  }

  /** Adds the attributes of an object or class, those that it inherits first. */
  private void inherit(
      String folder, String name, Map<String, ObjectNode> attributes, JsonNode value, String at) {
    JsonNode definition = definition(folder + "/" + name + ".json");
    if (definition.has("extends")) {
      inherit(folder, definition.path("extends").asText(), attributes, value, at);
    }
    for (JsonNode include : definition.path("attributes").path("$include")) {
      if (include.asText().startsWith("includes/")) {
        add(definition(include.asText()), attributes);
      }
    }
    add(definition, attributes);
    JsonNode oneOf = definition.path("constraints").path("at_least_one");
    boolean some = oneOf.isMissingNode();
    for (JsonNode each : oneOf) {
      some |= value.has(each.asText());
    }
    if (!some) {
      problems.add(at + ": lacks one of " + oneOf);
    }
  }

  private static void add(JsonNode definition, Map<String, ObjectNode> attributes) {
    for (var each : definition.path("attributes").properties()) {
      String name = each.getKey();
      if (!name.equals("$include") && !each.getValue().has("profile")) {
        JsonNode common = DICTIONARY.path("attributes").path(name);
        ObjectNode says = attributes.computeIfAbsent(name, key -> common.<ObjectNode>deepCopy());
        for (var word : each.getValue().properties()) {
          if (word.getKey().equals("enum")) {
            says.withObject("enum").setAll((ObjectNode) word.getValue());
          } else {
            says.set(word.getKey(), word.getValue());
          }
        }
      }
    }
  }

  private void single(JsonNode says, JsonNode value, String at) {
    String type = says.path("type").asText();
    JsonNode basic = DICTIONARY.path("types").path("attributes").path(type);
    if (type.equals("object")) {
      if (!value.isObject()) {
        problems.add(at + ": is not an object");
      }
      return;
    }
    if (basic.isMissingNode()) {
      check("objects", type, value, at);
      return;
    }
    String form = basic.path("type").asText(type);
    boolean fits =
        switch (form) {
          case "string_t" -> value.isTextual();
          case "integer_t" -> value.isInt();
          case "long_t" -> value.isIntegralNumber();
          case "boolean_t" -> value.isBoolean();
          default -> throw new IllegalStateException(at + " has the type " + form);
        };
    if (!fits) {
      problems.add(at + ": is not of type " + type);
    }
    if (value.isTextual() && value.asText().length() > basic.path("max_len").asInt(1 << 30)) {
      problems.add(at + ": is longer than " + basic.path("max_len"));
    }
    if (says.has("enum") && !says.path("enum").has(value.asText())) {
      problems.add(
          at
              + ": is none of "
              + says.path("enum").propertyStream().map(Map.Entry::getKey).toList());
    }
  }

  /** An id that is in the list is named by its caption; the text of Other is of the product. */
  private void sibling(JsonNode says, JsonNode value, JsonNode object, String at) {
    String name = says.path("sibling").asText();
    String caption = says.path("enum").path(value.asText()).path("caption").asText();
    if (!name.isEmpty()
        && value.asInt() != OTHER
        && object.has(name)
        && !caption.isEmpty()
        && !object.path(name).asText().equals(caption)) {
      problems.add(at + "/" + name + ": is not " + caption);
    }
    if (!name.isEmpty() && says.has("enum") && value.asInt() == OTHER && !object.has(name)) {
      problems.add(at + ": lacks " + name + ", which says what is meant by Other");
    }
  }

  private static JsonNode definition(String file) {
    return DEFINITIONS.computeIfAbsent(ROOT.resolve(file), OcsfSchema::read);
  }

  private static JsonNode read(Path file) {
    try {
      return new JsonMapper().readTree(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
