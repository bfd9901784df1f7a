package dev.plumbline.trial;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Bundles.BundleRevision;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Revisions.RevisionApproval;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.fact.Revisions.RuleRevision;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.scenario.RecordReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
 * @param against the overlay whose conclusions are compared with; null where nobody asks what would
 *     change
 * @param facts what to settle on; null to settle on nothing
 */
public record TrialRequest(
    SortedMap<String, String> overlay,
    String origin,
    @Nullable Set<String> touched,
    @Nullable SortedMap<String, String> against,
    @Nullable TrialFacts facts,
    SettleLimits limits) {

  /**
   * The facts of a host.
   *
   * @param facts without those that come with a rule set: data, parameters
   * @param parameters that are set outside of the rule set
   */
  public record TrialFacts(Collection<Fact> facts, Collection<Parameter> parameters) {

    private static final Set<String> REPLACED_TYPES =
        Set.of(
            BundleRevision.class.getSimpleName(),
            Parameter.class.getSimpleName(),
            RuleRevision.class.getSimpleName(),
            RevisionImpact.class.getSimpleName(),
            RevisionApproval.class.getSimpleName());

    /** Those of {@code live}, whose rules are {@code active}. */
    public static TrialFacts of(HostSnapshot live, Evaluation active) {
      var declared = new HashSet<Fact>(active.policy().parameters());
      return new TrialFacts(
          outside(live, active).values(),
          live.facts(Parameter.class).stream().filter(each -> !declared.contains(each)).toList());
    }

    /** The facts of {@code live} that do not come with its rules, by key. */
    public static Map<String, Fact> outside(HostSnapshot live, Evaluation active) {
      Map<String, Fact> facts = new LinkedHashMap<>();
      live.facts()
          .forEach(
              (type, list) -> {
                if (!REPLACED_TYPES.contains(type)) {
                  list.forEach(fact -> facts.put(fact.key(), fact));
                }
              });
      active.policy().facts().forEach(fact -> facts.remove(fact.key(), fact));
      return facts;
    }
  }

  /** As one JSON object, in a line. */
  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    write("overlay", overlay, json);
    if (against != null) {
      write("against", against, json);
    }
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

  private static void write(String name, SortedMap<String, String> files, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> file : files.entrySet()) {
      json.writeStringField(file.getKey(), file.getValue());
    }
    json.writeEndObject();
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
    Set<String> touched = null;
    if (json.has("touched")) {
      var names = new TreeSet<String>();
      json.path("touched").forEach(name -> names.add(name.asText()));
      touched = names;
    }
    return new TrialRequest(
        files(json.path("overlay")),
        json.path("origin").asText(),
        touched,
        json.has("against") ? files(json.path("against")) : null,
        json.has("facts")
            ? new TrialFacts(
                facts(json.path("facts")),
                facts(json.path("parameters")).stream().map(Parameter.class::cast).toList())
            : null,
        new SettleLimits(
            json.path("firings").asLong(), Duration.ofMillis(json.path("millis").asLong())));
  }

  private static SortedMap<String, String> files(JsonNode object) {
    var files = new TreeMap<String, String>();
    object.properties().forEach(file -> files.put(file.getKey(), file.getValue().asText()));
    return files;
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
