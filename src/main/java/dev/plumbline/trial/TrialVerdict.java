package dev.plumbline.trial;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a trial found.
 *
 * @param stage the stage that was not passed; the last one when all were
 * @param reasons why, one line each; none when all stages were passed
 * @param tested the result of the scenarios
 * @param effects what it would change; null where nobody asked, or it did not get that far
 */
public record TrialVerdict(
    String stage,
    List<String> reasons,
    ScenarioCheck.Result tested,
    @Nullable TrialEffects effects) {

  public TrialVerdict(String stage, List<String> reasons, ScenarioCheck.Result tested) {
    this(stage, reasons, tested, null);
  }

  /**
   * The stage of a trial that came to no verdict of its own: its process ended, or exceeded a
   * limit.
   */
  public static final String TRIED = "tried";

  static final ScenarioCheck.Result UNTESTED = new ScenarioCheck.Result(List.of(), Map.of(), 0);

  private static final String EFFECTS = "effects";

  private static final int MAX_REASONS = 1_000;

  /** What did not pass {@code stage}. */
  public static TrialVerdict refused(String stage, List<String> reasons) {
    return new TrialVerdict(
        stage,
        reasons.size() > MAX_REASONS ? reasons.subList(0, MAX_REASONS) : List.copyOf(reasons),
        UNTESTED);
  }

  public boolean passed() {
    return reasons.isEmpty();
  }

  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("verdict", stage);
    json.writeArrayFieldStart("reasons");
    for (String reason : reasons) {
      json.writeString(reason);
    }
    json.writeEndArray();
    json.writeNumberField("ran", tested.ran());
    json.writeObjectFieldStart("needed");
    for (Map.Entry<String, @Nullable Set<String>> file : tested.needed().entrySet()) {
      if (file.getValue() == null) {
        json.writeNullField(file.getKey());
      } else {
        json.writeArrayFieldStart(file.getKey());
        for (String rule : file.getValue()) {
          json.writeString(rule);
        }
        json.writeEndArray();
      }
    }
    json.writeEndObject();
    if (effects != null) {
      json.writeFieldName(EFFECTS);
      effects.write(json);
    }
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }

  static TrialVerdict read(JsonNode json) {
    var reasons = new ArrayList<String>();
    json.path("reasons").forEach(reason -> reasons.add(reason.asText()));
    var needed = new HashMap<String, @Nullable Set<String>>();
    for (var file : json.path("needed").properties()) {
      Set<String> rules = null;
      if (!file.getValue().isNull()) {
        rules = new TreeSet<>();
        for (JsonNode rule : file.getValue()) {
          rules.add(rule.asText());
        }
      }
      needed.put(file.getKey(), rules);
    }
    return new TrialVerdict(
        json.path("verdict").asText(),
        List.copyOf(reasons),
        new ScenarioCheck.Result(List.of(), needed, json.path("ran").asInt()),
        json.has(EFFECTS) ? TrialEffects.read(json.path(EFFECTS)) : null);
  }
}
