package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.Internal;
import dev.plumbline.engine.Selection;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.view.EvaluationDocument;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The schema of {@code -o json} is made of the records and what they say about themselves. */
class SchemaTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void isWhatTheTypesSay() throws IOException {
    String schema = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(schema());

    Golden.assertSame(Path.of("docs/evaluation.schema.json"), schema + "\n");
  }

  @Test
  void holdsForWhatIsWritten() throws IOException {
    ObjectNode schema = schema();
    for (boolean explain : new boolean[] {false, true}) {
      var text = new StringWriter();
      var out = new PrintWriter(text);
      EvaluationDocument.json(explain).write(Demo.evaluated(), Selection.ALL, out);
      out.flush();

      assertThat(SchemaCheck.problems(schema, JSON.readTree(text.toString()))).isEmpty();
    }
  }

  @Test
  void refusesWhatIsNotWritten() throws IOException {
    ObjectNode schema = schema();
    JsonNode document =
        JSON.readTree(
            """
            {"snapshot":"a","at":"2026-11-20T00:00:00Z","region":null,
             "rules":{"digest":"0","count":1},"facts":{"digest":"0","counts":{}},
             "conclusions":[{"type":"AmiEligible","nodeClass":"a"},{"type":"Nonsense"}]}
            """);

    assertThat(SchemaCheck.problems(schema, document))
        .containsExactlyInAnyOrder(
            "/rules/digest: does not match ^[0-9a-f]{64}$",
            "/facts/digest: does not match ^[0-9a-f]{64}$",
            "/conclusions/0: fits none of oneOf",
            "/conclusions/1: fits none of oneOf");
  }

  private static ObjectNode schema() throws IOException {
    ObjectNode schema = JSON.createObjectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "Evaluation");
    schema.put(
        "description",
        "What Plumbline concludes from one snapshot: one document of plumbline evaluate -o json.");
    schema.put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    properties.set("snapshot", text("The path of the snapshot, as given."));
    properties.set("at", time("The time by which the rules judged."));
    properties.set("region", text("The region of the snapshot; null when it does not tell."));
    ((ObjectNode) properties.get("region")).putArray("type").add("string").add("null");
    properties.set("rules", rules());
    properties.set("facts", facts());
    ObjectNode conclusions = properties.putObject("conclusions");
    conclusions.put("description", "All that follows, sorted by type, then by field.");
    conclusions.put("type", "array");
    conclusions.putObject("items").put("$ref", "#/$defs/Conclusion");
    requireAll(schema, properties);
    ObjectNode definitions = schema.putObject("$defs");
    ArrayNode any = definitions.putObject("Conclusion").putArray("oneOf");
    var internal = JSON.createArrayNode();
    for (RecordType type : ConclusionTypes.ALL) {
      if (Internal.class.isAssignableFrom(type.type())) {
        internal.add(type.name());
      } else {
        any.addObject().put("$ref", "#/$defs/" + type.name());
        definitions.set(type.name(), conclusion(type));
      }
    }
    any.addObject().put("$ref", "#/$defs/Internal");
    definitions.set("Internal", internal(internal));
    definitions.set("Derivation", derivation());
    definitions.set("Requirement", requirement());
    return schema;
  }

  private static ObjectNode rules() {
    ObjectNode rules = object("The rules that judged.");
    ObjectNode properties = rules.putObject("properties");
    properties.set(
        "digest",
        digest("SHA-256 of what sha256sum *.drl *.yaml prints, sorted by name in the C locale."));
    properties.set("count", number("How many rules there are."));
    return requireAll(rules, properties);
  }

  private static ObjectNode facts() {
    ObjectNode facts = object("The facts that were judged.");
    ObjectNode properties = facts.putObject("properties");
    properties.set(
        "digest",
        digest(
            "SHA-256 over the facts, one compact JSON object a line such as"
                + " {\"SsmParameter\":{\"name\":…,\"value\":…}}, each line ended by a line feed,"
                + " sorted by the key of the fact."));
    ObjectNode counts = object("How many facts there are of each type.");
    ObjectNode types = counts.putObject("properties");
    for (RecordType type : FactTypes.ALL) {
      types.putObject(type.name()).put("type", "integer");
    }
    counts.put("additionalProperties", false);
    properties.set("counts", counts);
    return requireAll(facts, properties);
  }

  private static ObjectNode conclusion(RecordType type) throws IOException {
    RecordDoc javadoc = RecordDoc.of(type);
    ObjectNode schema = object(javadoc.summary());
    ObjectNode properties = schema.putObject("properties");
    properties.putObject("type").put("const", type.name());
    for (RecordType.Property component : type.components()) {
      ObjectNode property = value(component.type());
      if (component.nullable() && property.path("type").isTextual()) {
        String known = property.path("type").asText();
        property.putArray("type").add(known).add("null");
      }
      property.put("description", javadoc.components().get(component.name()));
      properties.set(component.name(), property);
    }
    requireAll(schema, properties);
    ObjectNode derivations = properties.putObject("derivations");
    derivations.put("description", "Every way in which it follows; only with --explain.");
    derivations.put("type", "array");
    derivations.putObject("items").put("$ref", "#/$defs/Derivation");
    return schema;
  }

  private static ObjectNode internal(ArrayNode names) {
    ObjectNode schema =
        object(
            "A step of one rule file: only as a reason, and where --only names its type. Its other"
                + " fields may change at any time.");
    schema.putObject("properties").putObject("type").set("enum", names);
    schema.putArray("required").add("type");
    return schema;
  }

  private static ObjectNode derivation() {
    ObjectNode schema =
        object("One way in which a conclusion follows: a rule and what it matched.");
    ObjectNode properties = schema.putObject("properties");
    properties.set("rule", text("The id of the rule."));
    properties.set("place", text("Where the rule stands: file:line."));
    ObjectNode facts = properties.putObject("facts");
    facts.put("description", "The keys of the facts it matched, in the order of its conditions.");
    facts.put("type", "array");
    facts.putObject("items").put("type", "string");
    ObjectNode conclusions = properties.putObject("conclusions");
    conclusions.put("description", "The conclusions it matched, in the order of its conditions.");
    conclusions.put("type", "array");
    conclusions.putObject("items").put("$ref", "#/$defs/Conclusion");
    return requireAll(schema, properties);
  }

  private static ObjectNode requirement() {
    ObjectNode schema = object("A requirement, as in EC2NodeClass.status.amis[].requirements.");
    ObjectNode properties = schema.putObject("properties");
    properties.set("key", text("The label."));
    ArrayNode operators = properties.putObject("operator").putArray("enum");
    for (Operator operator : Operator.values()) {
      operators.add(operator.wire());
    }
    ObjectNode values = strings();
    values.put("description", "The operands; left out for Exists and DoesNotExist.");
    properties.set("values", values);
    properties.set("minValues", number("How many different values must stay open."));
    schema.putArray("required").add("key").add("operator");
    schema.put("additionalProperties", false);
    return schema;
  }

  private static ObjectNode value(Class<?> type) {
    ObjectNode schema = JSON.createObjectNode();
    if (type == String.class
        || type == Instant.class
        || type == Duration.class
        || type == Quantity.class) {
      return schema.put("type", "string");
    }
    if (type == boolean.class) {
      return schema.put("type", "boolean");
    }
    if (type == int.class || type == Integer.class || type == long.class) {
      return schema.put("type", "integer");
    }
    if (type == Values.class) {
      return strings();
    }
    if (type == Requirements.class) {
      schema.put("type", "array").putObject("items").put("$ref", "#/$defs/Requirement");
      return schema;
    }
    if (type == Labels.class) {
      schema.put("type", "object").set("additionalProperties", strings());
      return schema;
    }
    if (type == Tags.class || type == Resources.class) {
      schema.put("type", "object").putObject("additionalProperties").put("type", "string");
      return schema;
    }
    throw new IllegalStateException(type + " has no schema. Try: add one here.");
  }

  private static ObjectNode object(String description) {
    return JSON.createObjectNode().put("description", description).put("type", "object");
  }

  private static ObjectNode text(String description) {
    return JSON.createObjectNode().put("description", description).put("type", "string");
  }

  private static ObjectNode time(String description) {
    return text(description).put("format", "date-time");
  }

  private static ObjectNode number(String description) {
    return JSON.createObjectNode().put("description", description).put("type", "integer");
  }

  private static ObjectNode digest(String description) {
    return text(description).put("pattern", "^[0-9a-f]{64}$");
  }

  private static ObjectNode strings() {
    ObjectNode schema = JSON.createObjectNode().put("type", "array");
    schema.putObject("items").put("type", "string");
    return schema;
  }

  private static ObjectNode requireAll(ObjectNode schema, ObjectNode properties) {
    ArrayNode required = schema.putArray("required");
    properties.fieldNames().forEachRemaining(required::add);
    schema.put("additionalProperties", false);
    return schema;
  }
}
