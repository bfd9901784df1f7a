package dev.plumbline.trial;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a candidate would change.
 *
 * @param warnings of the linter, one line each
 * @param conclusions a list with one difference for each type that differs
 */
public record TrialEffects(List<String> warnings, JsonNode conclusions) {

  /** Nothing would change. */
  public static final TrialEffects NONE =
      new TrialEffects(List.of(), JsonNodeFactory.instance.arrayNode());

  private static final JsonMapper JSON = new JsonMapper();

  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("warnings");
    for (String warning : warnings) {
      json.writeString(warning);
    }
    json.writeEndArray();
    json.writeFieldName("conclusions");
    JSON.writeTree(json, conclusions);
    json.writeEndObject();
  }

  static TrialEffects read(JsonNode json) {
    var warnings = new ArrayList<String>();
    json.path("warnings").forEach(warning -> warnings.add(warning.asText()));
    return new TrialEffects(List.copyOf(warnings), json.path("conclusions"));
  }
}
