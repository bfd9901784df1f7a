package dev.plumbline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The part of JSON Schema (draft 7, 2020-12) that our schemas and that of OSCAL use; an unknown
 * keyword is a problem.
 */
public final class SchemaCheck {

  private static final Set<String> NOTES =
      Set.of(
          "$schema",
          "$id",
          "$comment",
          "$defs",
          "definitions",
          "title",
          "description",
          "format",
          "contentEncoding");

  private final JsonNode root;

  private SchemaCheck(JsonNode root) {
    this.root = root;
  }

  /** Every way in which {@code document} does not fit, with the place. */
  public static List<String> problems(JsonNode schema, JsonNode document) {
    return new SchemaCheck(schema).check(schema, document, "");
  }

  private List<String> check(JsonNode schema, JsonNode value, String at) {
    var problems = new ArrayList<String>();
    for (var keyword : schema.properties()) {
      JsonNode wanted = keyword.getValue();
      switch (keyword.getKey()) {
        case "$ref" -> problems.addAll(check(root.at(wanted.asText().substring(1)), value, at));
        case "type" -> {
          var types = new HashSet<String>();
          if (wanted.isArray()) {
            wanted.forEach(type -> types.add(type.asText()));
          } else {
            types.add(wanted.asText());
          }
          if (!types.contains(typeOf(value))) {
            problems.add(at + ": is not of type " + wanted);
          }
        }
        case "const" -> {
          if (!wanted.equals(value)) {
            problems.add(at + ": is not " + wanted);
          }
        }
        case "enum" -> {
          var allowed = new HashSet<JsonNode>();
          wanted.forEach(allowed::add);
          if (!allowed.contains(value)) {
            problems.add(at + ": is none of " + wanted);
          }
        }
        case "pattern" -> {
          if (!Pattern.compile(wanted.asText()).matcher(value.asText()).find()) {
            problems.add(at + ": does not match " + wanted.asText());
          }
        }
        case "required" ->
            wanted.forEach(
                name -> {
                  if (!value.has(name.asText())) {
                    problems.add(at + ": lacks " + name.asText());
                  }
                });
        case "properties" ->
            wanted
                .properties()
                .forEach(
                    property -> {
                      if (value.has(property.getKey())) {
                        problems.addAll(
                            check(
                                property.getValue(),
                                value.get(property.getKey()),
                                at + "/" + property.getKey()));
                      }
                    });
        case "additionalProperties" ->
            value
                .properties()
                .forEach(
                    property -> {
                      if (!schema.path("properties").has(property.getKey())) {
                        String place = at + "/" + property.getKey();
                        problems.addAll(
                            wanted.isObject()
                                ? check(wanted, property.getValue(), place)
                                : List.of(place + ": is not known"));
                      }
                    });
        case "propertyNames" ->
            value
                .fieldNames()
                .forEachRemaining(
                    name ->
                        problems.addAll(check(wanted, TextNode.valueOf(name), at + "/" + name)));
        case "items" -> {
          for (int i = 0; value.isArray() && i < value.size(); i++) {
            problems.addAll(check(wanted, value.get(i), at + "/" + i));
          }
        }
        case "minItems" -> {
          if (value.isArray() && value.size() < wanted.asInt()) {
            problems.add(at + ": has fewer items than " + wanted);
          }
        }
        case "minimum" -> {
          if (value.isNumber() && value.decimalValue().compareTo(wanted.decimalValue()) < 0) {
            problems.add(at + ": is less than " + wanted);
          }
        }
        case "allOf" -> wanted.forEach(each -> problems.addAll(check(each, value, at)));
        case "anyOf" -> {
          boolean fits = false;
          for (JsonNode option : wanted) {
            fits = fits || check(option, value, at).isEmpty();
          }
          if (!fits) {
            problems.add(at + ": fits none of anyOf");
          }
        }
        case "oneOf" -> {
          int fitting = 0;
          for (JsonNode option : wanted) {
            fitting += check(option, value, at).isEmpty() ? 1 : 0;
          }
          if (fitting != 1) {
            problems.add(at + ": fits " + (fitting == 0 ? "none" : "several") + " of oneOf");
          }
        }
        default -> {
          if (!NOTES.contains(keyword.getKey())) {
            problems.add(at + ": unknown keyword " + keyword.getKey());
          }
        }
      }
    }
    return problems;
  }

  private static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "object";
      case ARRAY -> "array";
      case STRING -> "string";
      case BOOLEAN -> "boolean";
      case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
      default -> "null";
    };
  }
}
