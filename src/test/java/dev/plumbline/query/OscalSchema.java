package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.cli.SchemaCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** The schema of NIST for assessment results. */
public final class OscalSchema {

  private static final JsonNode SCHEMA = schema();

  private OscalSchema() {}

  /** Every way in which a document does not fit, with the place. */
  public static List<String> problems(JsonNode document) {
    return SchemaCheck.problems(SCHEMA, document);
  }

  private static JsonNode schema() {
    try {
      return new JsonMapper()
          .readTree(
              Path.of("src/test/resources/oscal/oscal_assessment-results_schema.json").toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
