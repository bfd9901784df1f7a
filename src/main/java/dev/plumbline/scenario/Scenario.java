package dev.plumbline.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.RecordType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One test case of a rule file: the given facts and exactly the expected conclusions.
 *
 * @param expected every conclusion that the rules of its file must draw, and no other
 */
public record Scenario(
    String file,
    String name,
    List<Fact> facts,
    List<Conclusion> conclusions,
    List<Conclusion> expected) {

  boolean matches(Scenario other) {
    return name.equals(other.name)
        || facts.equals(other.facts)
            && conclusions.equals(other.conclusions)
            && expected.equals(other.expected);
  }

  /**
   * The text form of scenarios: a list of {@code name}, {@code at}, {@code given}, {@code expect},
   * or a mapping of {@code given} (what every scenario of the file starts from) and {@code
   * scenarios}.
   */
  static final class Parser {

    private static final YAMLMapper YAML = new YAMLMapper();
    private static final List<String> KEYS = List.of("name", "at", "given", "expect");

    private Parser() {}

    /**
     * The scenarios in {@code text}.
     *
     * @throws InvalidScenarioException when it is malformed; the message names the file, the
     *     scenario and what is wrong
     */
    static List<Scenario> read(String file, String text) {
      JsonNode root = parse(file, text);
      JsonNode list = root.isArray() ? root : root.path("scenarios");
      if (!list.isArray()) {
        throw new InvalidScenarioException(
            file + ": has no list of scenarios. Try: put the list under the key scenarios.");
      }
      var scenarios = new ArrayList<Scenario>();
      var names = new HashSet<String>();
      for (int i = 0; i < list.size(); i++) {
        JsonNode node = list.get(i);
        String name = node.path("name").asText("");
        String place = file + ": " + (name.isEmpty() ? "scenarios[" + i + "]" : "\"" + name + "\"");
        if (name.isEmpty()) {
          throw new InvalidScenarioException(place + " has no name. Try: add name: what it shows.");
        }
        if (!names.add(name)) {
          throw new InvalidScenarioException(place + " is there twice. Try: rename one.");
        }
        scenarios.add(scenario(file, name, place, root.isArray() ? null : root.get("given"), node));
      }
      return scenarios;
    }

    private static JsonNode parse(String file, String text) {
      try {
        return YAML.readTree(text);
      } catch (JsonProcessingException e) {
        throw new InvalidScenarioException(
            file
                + ":"
                + e.getLocation().getLineNr()
                + ":"
                + e.getLocation().getColumnNr()
                + ": "
                + e.getOriginalMessage().lines().findFirst().orElse("cannot be parsed"));
      }
    }

    private static Scenario scenario(
        String file, String name, String place, @Nullable JsonNode common, JsonNode node) {
      for (var field : node.properties()) {
        if (!KEYS.contains(field.getKey())) {
          throw new InvalidScenarioException(
              place
                  + " has no key "
                  + field.getKey()
                  + ". "
                  + Nearest.suggestion(field.getKey(), KEYS));
        }
      }
      var facts = new ArrayList<Fact>();
      var conclusions = new ArrayList<Conclusion>();
      if (node.has("at")) {
        try {
          facts.add(new EvaluationTime(RecordReader.instant(node.get("at").asText(), "at")));
        } catch (IllegalArgumentException e) {
          throw new InvalidScenarioException(place + ": " + e.getMessage());
        }
      }
      for (Object given :
          Stream.concat(records(place, common), records(place, node.get("given"))).toList()) {
        if (given instanceof Fact fact) {
          facts.add(fact);
        } else {
          conclusions.add((Conclusion) given);
        }
      }
      if (!node.has("expect")) {
        throw new InvalidScenarioException(
            place + " has no expect. Try: expect: [] when nothing follows.");
      }
      var expected = new ArrayList<Conclusion>();
      for (Object each : records(place, node.get("expect")).toList()) {
        if (!(each instanceof Conclusion conclusion)) {
          throw new InvalidScenarioException(
              place + " expects the fact " + each + ". Try: move it under given.");
        }
        expected.add(conclusion);
      }
      return new Scenario(
          file, name, List.copyOf(facts), List.copyOf(conclusions), List.copyOf(expected));
    }

    private static Stream<Object> records(String place, @Nullable JsonNode list) {
      if (list == null || list.isNull()) {
        return Stream.of();
      }
      var records = new ArrayList<Object>();
      for (JsonNode item : list) {
        for (var entry : item.properties()) {
          RecordType type = FactTypes.named(entry.getKey());
          if (type == null) {
            type = ConclusionTypes.named(entry.getKey());
          }
          if (type == null) {
            throw new InvalidScenarioException(
                place
                    + " names "
                    + entry.getKey()
                    + ", which is neither a fact nor a conclusion. "
                    + Nearest.suggestion(entry.getKey(), typeNames()));
          }
          try {
            records.add(RecordReader.read(type, entry.getValue()));
          } catch (IllegalArgumentException e) {
            throw new InvalidScenarioException(place + ": " + e.getMessage());
          }
        }
      }
      return records.stream();
    }

    private static List<String> typeNames() {
      return Stream.concat(FactTypes.ALL.stream(), ConclusionTypes.ALL.stream())
          .map(RecordType::name)
          .toList();
    }
  }
}
