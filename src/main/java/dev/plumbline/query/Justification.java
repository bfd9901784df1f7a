package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.query.LogState.Conclusion;
import dev.plumbline.query.NodeAnswer.Line;
import dev.plumbline.query.RuleBook.RuleHeader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/** Why a conclusion held: the rules, and the facts and conclusions they matched, down to facts. */
final class Justification {

  private static final int MAX_VALUE_LENGTH = 60;

  private static final List<String> FIRST =
      List.of("rule", "name", "id", "nodeClaim", "nodePool", "nodeClass", "instanceType", "ami");

  private final LogState state;
  private final Evidence evidence;
  private final Set<String> shown = new HashSet<>();

  Justification(LogState state, Evidence evidence) {
    this.state = state;
    this.evidence = evidence;
  }

  /** The conclusion with its derivations; one shown before is only named. */
  Line of(Conclusion conclusion) {
    boolean before = !shown.add(conclusion.id());
    evidence.conclusion(conclusion, state);
    List<Line> below = new ArrayList<>();
    if (!before) {
      conclusion.because().forEach(each -> below.add(because(each)));
    }
    return Line.of(words(conclusion.fields()) + (before ? " (see above)" : ""), below);
  }

  private Line because(JsonNode because) {
    String id = BodyReader.text(because, "rule");
    RuleHeader rule = evidence.rule(id, state.sequence());
    var below = new ArrayList<Line>();
    for (JsonNode key : because.path("facts")) {
      evidence.fact(key.asText(), state);
      JsonNode fact = shown.add(key.asText()) ? state.fact(key.asText()) : null;
      below.add(Line.of(key.asText() + (fact == null ? "" : ": " + values(fact))));
    }
    for (JsonNode other : because.path("conclusions")) {
      Conclusion matched = state.conclusions().get(other.asText());
      below.add(matched == null ? Line.of("conclusion " + other.asText()) : of(matched));
    }
    because.path("via").forEach(join -> join.forEach(each -> below.add(because(each))));
    String place =
        rule == null
            ? BodyReader.text(because, "file") + ":" + BodyReader.text(because, "line")
            : rule.place();
    return new Line(
        "because " + (rule == null ? "rule " + id : rule.name()), null, id + " " + place, below);
  }

  /** A conclusion in its wire form: {@code AmiEligible: nodeClass default, ami ami-1}. */
  static String words(JsonNode fields) {
    var words = new StringJoiner(", ", BodyReader.text(fields, "type") + ": ", "");
    for (Map.Entry<String, JsonNode> field : ordered(fields)) {
      if (!field.getKey().equals("type") && !field.getValue().isNull()) {
        words.add(field.getKey() + " " + value(field.getValue()));
      }
    }
    return words.toString();
  }

  static String values(JsonNode fields) {
    var words = new StringJoiner(", ");
    for (Map.Entry<String, JsonNode> field : ordered(fields)) {
      JsonNode value = field.getValue();
      boolean nothing =
          value.isNull()
              || value.isContainerNode() && value.isEmpty()
              || value.asText("-").isEmpty();
      if (!nothing) {
        words.add(field.getKey() + " " + value(value));
      }
    }
    return words.toString();
  }

  /** Names first, messages last; an entry has its fields sorted. */
  private static List<Map.Entry<String, JsonNode>> ordered(JsonNode fields) {
    return fields.properties().stream()
        .sorted(Comparator.comparingInt(field -> place(field.getKey())))
        .toList();
  }

  private static int place(String field) {
    int first = FIRST.indexOf(field);
    return first >= 0 ? first : field.equals("message") ? FIRST.size() + 1 : FIRST.size();
  }

  private static String value(JsonNode value) {
    String text = value.isContainerNode() ? value.toString() : value.asText();
    return text.length() <= MAX_VALUE_LENGTH || !value.isContainerNode()
        ? text
        : text.substring(0, MAX_VALUE_LENGTH) + "…";
  }
}
