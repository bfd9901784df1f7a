package dev.plumbline.language;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.ArrayList;
import java.util.List;

/** The rules that stand as rows in {@code x.measures.yaml}. */
public final class MeasureRules {

  private static final YAMLMapper YAML = new YAMLMapper();

  private MeasureRules() {}

  /** The rows of one file as rules; none when it cannot be read, which the reader of facts says. */
  public static List<Rule> of(String file, String text) {
    var rules = new ArrayList<Rule>();
    try {
      for (var row : YAML.readTree(text).path("measures").properties()) {
        JsonNode head = row.getValue();
        rules.add(
            new Rule(
                row.getKey(),
                head.path("finding").asText(),
                head.path("control").asText(),
                head.path("severity").asText(),
                file,
                line(text, row.getKey())));
      }
    } catch (JsonProcessingException e) {
      return List.of();
    }
    return rules;
  }

  /** The line of a row, from 1. */
  private static int line(String text, String id) {
    String before = text.substring(0, Math.max(0, text.indexOf("\n  " + id + ":") + 1));
    return 1 + (int) before.chars().filter(c -> c == '\n').count();
  }
}
