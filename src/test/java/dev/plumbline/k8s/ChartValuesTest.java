package dev.plumbline.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a value is, is said once, in values.yaml; the schema and the README of the chart repeat it.
 * {@code -Dgolden.update=true} writes both anew.
 */
class ChartValuesTest {

  private static final Path README = Chart.ROOT.resolve("README.md");
  private static final Path SCHEMA = Chart.ROOT.resolve("values.schema.json");
  private static final String BEGIN = "<!-- from values.yaml -->\n";

  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void readmeHasEveryValue() throws IOException {
    var table = new StringBuilder("\n| value | is | unless set |\n|---|---|---|\n");
    for (ChartValues.Value value : ChartValues.read()) {
      table
          .append("| `")
          .append(value.name())
          .append("` | ")
          .append(value.text().replace("|", "\\|"))
          .append(" | ")
          .append(value.group() ? "" : "`" + value.value() + "`")
          .append(" |\n");
    }
    String now = Files.readString(README);
    String expected = now.substring(0, now.indexOf(BEGIN) + BEGIN.length()) + table;

    same(README, expected);
  }

  @Test
  void schemaHasEveryValueAndEveryParameter() throws IOException {
    ObjectNode schema = (ObjectNode) JSON.readTree(SCHEMA.toFile());
    for (ChartValues.Value value : ChartValues.read()) {
      JsonNode place = schema;
      for (String key : value.path()) {
        place = place.path("properties").path(key);
      }
      assertThat(place.isObject()).as("the schema has %s", value.name()).isTrue();
      ObjectNode described = (ObjectNode) place;
      described.put("description", value.text());
    }
    parameters(schema);

    same(SCHEMA, pretty(schema));
  }

  @Test
  void schemaTakesNothingThatValuesDoNotShow() throws IOException {
    var shown = new ArrayList<>(ChartValues.read().stream().map(ChartValues.Value::name).toList());
    // Empty in values.yaml; what they may hold is said in words there.
    shown.addAll(
        List.of(
            "global",
            "admission.certManager.issuer.name",
            "admission.certManager.issuer.kind",
            "admission.certManager.issuer.group"));

    assertThat(names(JSON.readTree(SCHEMA.toFile()), ""))
        .containsExactlyInAnyOrderElementsOf(shown);
  }

  private static List<String> names(JsonNode schema, String prefix) {
    var names = new ArrayList<String>();
    schema
        .path("properties")
        .properties()
        .forEach(
            entry -> {
              names.add(prefix + entry.getKey());
              if (!entry.getKey().equals("parameters")) {
                assertThat(
                        entry.getValue().path("properties").isMissingNode()
                            || !entry.getValue().path("additionalProperties").asBoolean(true))
                    .as("%s%s is closed", prefix, entry.getKey())
                    .isTrue();
                names.addAll(names(entry.getValue(), prefix + entry.getKey() + "."));
              }
            });
    return names;
  }

  /** Names are held against the shipped ones unless rules of one's own may declare others. */
  private static void parameters(ObjectNode schema) throws IOException {
    ObjectNode known =
        ((ObjectNode)
                JSON.readTree(Path.of("docs/parameters.schema.json").toFile()).path("properties"))
            .deepCopy();
    known.remove("parameters");
    ((ObjectNode) schema.at("/properties/parameters")).set("properties", known);
    ArrayNode names =
        ((ObjectNode) schema.at("/then/properties/parameters/propertyNames")).putArray("enum");
    known.fieldNames().forEachRemaining(names::add);
  }

  private static String pretty(JsonNode node) throws IOException {
    var lines = new DefaultIndenter("  ", "\n");
    return JSON.writer(
                new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines))
            .writeValueAsString(node)
        + "\n";
  }

  private static void same(Path file, String expected) throws IOException {
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(file, expected);
    }
    assertThat(Files.readString(file))
        .as("%s is stale. Try: ./mvnw test -Dtest=ChartValuesTest -Dgolden.update=true", file)
        .isEqualTo(expected);
  }
}
