package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The schemas for those who write scenarios and parameters, made of the records and declarations.
 */
class AuthorSchemasTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final RuleFiles FILES = RuleFiles.shipped();

  static List<String> scenarioFiles() {
    return FILES.names(".scenarios.yaml");
  }

  @Test
  void areWhatTheTypesAndDeclarationsSay() throws IOException {
    Golden.assertSame(Path.of("docs/scenarios.schema.json"), text(scenarios()));
    Golden.assertSame(Path.of("docs/parameters.schema.json"), text(ParameterSchema.of(FILES)));
    Golden.assertSame(Path.of("docs/messages.schema.json"), text(messages()));
  }

  @ParameterizedTest
  @MethodSource("scenarioFiles")
  void everyShippedScenarioFits(String file) throws IOException {
    JsonNode document = YAML.readTree(FILES.text(file));

    assertThat(SchemaCheck.problems(form(document.isArray() ? 0 : 1), document)).isEmpty();
    assertThat(SchemaCheck.problems(scenarios(), document)).isEmpty();
  }

  @Test
  void shippedParametersFit() throws IOException {
    ObjectNode schema = ParameterSchema.of(FILES);
    for (String file : FILES.names("parameters.yaml")) {
      JsonNode document = YAML.readTree(FILES.text(file));
      if (document.isObject()) {
        assertThat(SchemaCheck.problems(schema, document)).as(file).isEmpty();
      }
    }
    JsonNode base = YAML.readTree(Path.of("k8s/base/parameters.yaml").toFile());
    assertThat(base.size()).isPositive();
    assertThat(SchemaCheck.problems(schema, base)).isEmpty();
  }

  @Test
  void shippedMessagesFit() throws IOException {
    assertThat(FILES.names(RuleFiles.MESSAGES)).hasSizeGreaterThan(20);
    for (String file : FILES.names(RuleFiles.MESSAGES)) {
      assertThat(SchemaCheck.problems(messages(), YAML.readTree(FILES.text(file)))).isEmpty();
    }
    assertThat(SchemaCheck.problems(messages(), YAML.readTree("a_b: \"c\"\nd: [ e ]\nf: \"{g\"")))
        .map(problem -> problem.replaceFirst(":.*", ""))
        .containsExactlyInAnyOrder("/a_b", "/d", "/d", "/f");
  }

  private static ObjectNode messages() {
    ObjectNode schema = JSON.createObjectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "Messages");
    schema.put(
        "description",
        "x.messages.yaml: templates of what the rules of x.drl say. {time} is the value of $time,"
            + " or what a rule gives under that name; {{ is a brace.");
    schema.put("type", "object");
    schema.putObject("propertyNames").put("pattern", "^[a-z][a-z0-9]*(-[a-z0-9]+)*$");
    schema
        .putObject("additionalProperties")
        .put("type", "string")
        .put("pattern", "^([^{}]|\\{\\{|\\}\\}|\\{[a-z][A-Za-z0-9]*\\})+$");
    return schema;
  }

  @Test
  void whatIsMisspeltDoesNotFit() throws IOException {
    JsonNode scenarios =
        YAML.readTree(
            """
            - name: a
              gven: []
              given:
                - Amy: { id: ami-1 }
                - Ami: { id: ami-1, stat: pending }
              expect:
                - Ami: { id: ami-1 }
            """);
    JsonNode parameters = YAML.readTree("ami.minimumAge: 3\nami.trustedOwners: { self: true }");

    assertThat(SchemaCheck.problems(form(0), scenarios))
        .containsExactlyInAnyOrder(
            "/0/gven: is not known",
            "/0/given/0/Amy: is not known",
            "/0/given/1/Ami/stat: is not known",
            "/0/expect/0/Ami: is not known");
    assertThat(SchemaCheck.problems(ParameterSchema.of(FILES), parameters))
        .containsExactlyInAnyOrder(
            "/ami.minimumAge: is not of type \"string\"",
            "/ami.minimumAge: does not match " + ParameterSchema.DURATION,
            "/ami.trustedOwners: is not of type \"array\"");
  }

  /** The same with one form alone, whose problems are told by place. */
  private static ObjectNode form(int position) throws IOException {
    ObjectNode schema = scenarios();
    ObjectNode form = (ObjectNode) schema.remove("oneOf").get(position);
    return schema.setAll(form);
  }

  private static ObjectNode scenarios() throws IOException {
    ObjectNode schema = JSON.createObjectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "Scenarios");
    schema.put(
        "description",
        "x.scenarios.yaml: cases that hold the rules of x.drl. Every conclusion that follows must"
            + " be expected.");
    ArrayNode forms = schema.putArray("oneOf");
    forms.addObject().put("$ref", "#/$defs/Scenarios");
    ObjectNode whole = forms.addObject().put("type", "object");
    ObjectNode parts = whole.putObject("properties");
    parts
        .putObject("given")
        .put("description", "What every scenario of the file starts from.")
        .put("$ref", "#/$defs/Given");
    parts.putObject("scenarios").put("$ref", "#/$defs/Scenarios");
    whole.putArray("required").add("scenarios");
    whole.put("additionalProperties", false);

    ObjectNode definitions = schema.putObject("$defs");
    ObjectNode list = definitions.putObject("Scenarios").put("type", "array");
    list.putObject("items").put("$ref", "#/$defs/Scenario");
    definitions.set("Scenario", scenario());
    definitions.set(
        "Given", records("Facts, and conclusions that other files are taken to have drawn."));
    ObjectNode given = (ObjectNode) definitions.get("Given").get("items").get("properties");
    definitions.set(
        "Expect", records("Every conclusion that the rules of this file must draw, and no other."));
    ObjectNode expect = (ObjectNode) definitions.get("Expect").get("items").get("properties");
    for (RecordType type : FactTypes.ALL) {
      given.putObject(type.name()).put("$ref", "#/$defs/" + type.name());
      definitions.set(type.name(), record(type));
    }
    for (RecordType type : ConclusionTypes.ALL) {
      given.putObject(type.name()).put("$ref", "#/$defs/" + type.name());
      expect.putObject(type.name()).put("$ref", "#/$defs/" + type.name());
      definitions.set(type.name(), record(type));
    }
    definitions.set("Requirement", requirement());
    return schema;
  }

  private static ObjectNode scenario() {
    ObjectNode scenario = JSON.createObjectNode().put("type", "object");
    ObjectNode parts = scenario.putObject("properties");
    parts.putObject("name").put("description", "What it shows.").put("type", "string");
    parts
        .putObject("at")
        .put("description", "The time to judge by, such as 2026-11-20T00:00:00Z.")
        .put("type", "string");
    parts.putObject("given").put("$ref", "#/$defs/Given");
    parts.putObject("expect").put("$ref", "#/$defs/Expect");
    scenario.putArray("required").add("name").add("expect");
    return scenario.put("additionalProperties", false);
  }

  private static ObjectNode records(String description) {
    ObjectNode list = JSON.createObjectNode().put("description", description).put("type", "array");
    ObjectNode item = list.putObject("items").put("type", "object");
    item.putObject("properties");
    item.put("additionalProperties", false);
    return list;
  }

  private static ObjectNode record(RecordType type) throws IOException {
    RecordDoc doc = RecordDoc.of(type);
    ObjectNode schema =
        JSON.createObjectNode().put("description", doc.summary()).put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    for (RecordType.Property component : type.components()) {
      ObjectNode property = value(component.type());
      if (component.nullable()) {
        JsonNode known = property.get("type");
        ArrayNode types = property.putArray("type");
        if (known.isArray()) {
          known.forEach(types::add);
        } else {
          types.add(known);
        }
        types.add("null");
      }
      property.put("description", doc.components().get(component.name()));
      properties.set(component.name(), property);
    }
    return schema.put("additionalProperties", false);
  }

  private static ObjectNode value(Class<?> type) {
    ObjectNode schema = JSON.createObjectNode();
    if (type == boolean.class || type == Boolean.class) {
      return schema.put("type", "boolean");
    }
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return schema.put("type", "integer");
    }
    if (type == Values.class) {
      return texts();
    }
    if (type == Requirements.class) {
      schema.put("type", "array").putObject("items").put("$ref", "#/$defs/Requirement");
      return schema;
    }
    if (type == Labels.class) {
      schema.put("type", "object").set("additionalProperties", texts());
      return schema;
    }
    if (type == Tags.class || type == Resources.class) {
      schema.put("type", "object").set("additionalProperties", text());
      return schema;
    }
    return text();
  }

  private static ObjectNode requirement() {
    ObjectNode schema = JSON.createObjectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    properties.putObject("key").put("type", "string");
    ArrayNode operators = properties.putObject("operator").putArray("enum");
    Stream.of(Operator.values()).forEach(operator -> operators.add(operator.wire()));
    properties.set("values", texts());
    properties.putObject("minValues").put("type", "integer");
    schema.putArray("required").add("key").add("operator");
    return schema.put("additionalProperties", false);
  }

  /** What is read as text; YAML takes 1.33 for a number. */
  static ObjectNode text() {
    ObjectNode text = JSON.createObjectNode();
    text.putArray("type").add("string").add("integer").add("number").add("boolean");
    return text;
  }

  /** A list, or one text that stands for a list of one. */
  private static ObjectNode texts() {
    ObjectNode texts = text();
    ((ArrayNode) texts.get("type")).add("array");
    texts.set("items", text());
    return texts;
  }

  private static String text(ObjectNode schema) throws IOException {
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(schema) + "\n";
  }
}
