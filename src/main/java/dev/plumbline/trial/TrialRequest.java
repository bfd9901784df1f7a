package dev.plumbline.trial;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.RecordType;
import dev.plumbline.scenario.RecordReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What to try.
 *
 * @param overlay the files laid over the shipped ones
 * @param origin where they are from, for people
 * @param touched the files that somebody asks about, of which alone the scenarios run; null for a
 *     revision, of which all do
 * @param facts what to settle on; null to settle on nothing
 */
public record TrialRequest(
    SortedMap<String, String> overlay,
    String origin,
    @Nullable Set<String> touched,
    @Nullable TrialFacts facts,
    SettleLimits limits) {

  /**
   * The facts of a host.
   *
   * @param facts without those that come with a rule set: data, parameters
   * @param parameters that are set outside of the rule set
   */
  public record TrialFacts(Collection<Fact> facts, Collection<Parameter> parameters) {}

  /** As one JSON object, in a line. */
  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("overlay");
    for (Map.Entry<String, String> file : overlay.entrySet()) {
      json.writeStringField(file.getKey(), file.getValue());
    }
    json.writeEndObject();
    json.writeStringField("origin", origin);
    json.writeNumberField("firings", limits.firings());
    json.writeNumberField("millis", limits.duration().toMillis());
    if (touched != null) {
      json.writeArrayFieldStart("touched");
      for (String name : touched) {
        json.writeString(name);
      }
      json.writeEndArray();
    }
    if (facts != null) {
      write("facts", facts.facts(), json);
      write("parameters", facts.parameters(), json);
    }
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }

  private static void write(String name, Collection<? extends Fact> facts, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (Fact fact : facts) {
      WireForm.write(fact, json);
    }
    json.writeEndArray();
  }

  static TrialRequest read(JsonNode json) {
    var overlay = new TreeMap<String, String>();
    json.path("overlay")
        .properties()
        .forEach(file -> overlay.put(file.getKey(), file.getValue().asText()));
    Set<String> touched = null;
    if (json.has("touched")) {
      var names = new TreeSet<String>();
      json.path("touched").forEach(name -> names.add(name.asText()));
      touched = names;
    }
    return new TrialRequest(
        overlay,
        json.path("origin").asText(),
        touched,
        json.has("facts")
            ? new TrialFacts(
                facts(json.path("facts")),
                facts(json.path("parameters")).stream().map(Parameter.class::cast).toList())
            : null,
        new SettleLimits(
            json.path("firings").asLong(), Duration.ofMillis(json.path("millis").asLong())));
  }

  private static List<Fact> facts(JsonNode list) {
    var facts = new ArrayList<Fact>();
    for (JsonNode each : list) {
      Map.Entry<String, JsonNode> only = each.properties().iterator().next();
      RecordType type = FactTypes.named(only.getKey());
      if (type == null) {
        throw new IllegalArgumentException(only.getKey() + " is not a type of fact");
      }
      facts.add((Fact) RecordReader.read(type, only.getValue()));
    }
    return facts;
  }
}
