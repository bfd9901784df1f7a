package dev.plumbline.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** What an author does who believes the edit and not its scenarios. */
public final class FailingScenarios {

  private static final YAMLMapper YAML = new YAMLMapper();

  private FailingScenarios() {}

  /** The files with those scenarios of {@code file} that fail removed, or adapted. */
  public static RuleFiles in(RuleFiles files, String file, String how) {
    Map<String, List<Conclusion>> failing = failing(files, file);
    if (failing.isEmpty()) {
      throw new IllegalStateException(file + ": no scenario fails");
    }
    try {
      JsonNode root = YAML.readTree(files.text(file));
      JsonNode list = root.isArray() ? root : root.path("scenarios");
      for (Iterator<JsonNode> each = list.iterator(); each.hasNext(); ) {
        ObjectNode scenario = (ObjectNode) each.next();
        List<Conclusion> concluded = failing.get(scenario.path("name").asText());
        if (concluded != null && how.equals("removed")) {
          each.remove();
        } else if (concluded != null) {
          ArrayNode expect = scenario.putArray("expect");
          for (Conclusion conclusion : concluded) {
            expect.add(form(conclusion));
          }
        }
      }
      return files.with(file, YAML.writeValueAsString(root));
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  /** What is concluded in the scenarios that fail, by their names. */
  private static Map<String, List<Conclusion>> failing(RuleFiles files, String file) {
    RuleSet rules = RuleSet.compile(files.only(file.replace(".scenarios.yaml", ".drl")));
    var failing = new HashMap<String, List<Conclusion>>();
    for (Scenario scenario : ScenarioRunner.read(files, file)) {
      var result = ScenarioRunner.run(rules, scenario, new HashMap<>());
      if (!result.passed()) {
        var concluded = new ArrayList<>(scenario.expected());
        concluded.removeAll(result.missing());
        concluded.addAll(result.unexpected());
        failing.put(scenario.name(), concluded);
      }
    }
    return failing;
  }

  /** {@code {AmiEligible: {nodeClass: a, ami: b}}}. */
  private static ObjectNode form(Conclusion conclusion) throws IOException {
    try (var buffer = new TokenBuffer(YAML, false)) {
      WireForm.write(conclusion, buffer);
      try (var parser = buffer.asParser()) {
        ObjectNode fields = YAML.readTree(parser);
        fields.remove("type");
        ObjectNode form = YAML.createObjectNode();
        form.set(conclusion.type(), fields);
        return form;
      }
    }
  }
}
