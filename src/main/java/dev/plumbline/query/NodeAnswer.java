package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.DecisionLog.LogHead;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What the log says about one node at one time.
 *
 * @param sections the questions, in order
 * @param ruleFiles the files of the rules that they name: digests by name, of the revision that
 *     served; those of an earlier one as {@code name@digest}
 */
public record NodeAnswer(
    String node,
    Instant at,
    long sequence,
    LogHead head,
    List<Section> sections,
    SortedSet<Long> evidence,
    List<CitedValue> cited,
    SortedMap<String, String> ruleFiles) {

  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("node", node());
    json.put("at", at().toString());
    json.put("sequence", sequence());
    json.put("decision", LogArchive.decision(head().origin(), sequence()));
    json.putObject("log")
        .put("origin", head().origin())
        .put("size", head().size())
        .put("root", head().root());
    ArrayNode questions = json.putArray("questions");
    for (Section section : sections()) {
      ObjectNode question = questions.addObject();
      question.put("id", section.id());
      question.put("question", section.question());
      question.put("answer", section.answer());
      lines(section.lines(), question.putArray("because"));
    }
    ArrayNode evidence = json.putArray("evidence");
    evidence().forEach(evidence::add);
    ArrayNode citedValues = json.putArray("told");
    for (CitedValue each : cited) {
      ObjectNode item = citedValues.addObject();
      item.put("name", each.name()).put("entry", each.entry()).set("value", each.value());
    }
    ObjectNode files = json.putObject("rules");
    ruleFiles().forEach(files::put);
    return json;
  }

  private static void lines(List<Line> from, ArrayNode to) {
    for (Line line : from) {
      ObjectNode json = to.addObject();
      json.put("text", line.text());
      if (line.entry() != null) {
        json.put("entry", line.entry());
      }
      if (line.rule() != null) {
        json.put("rule", line.rule());
      }
      if (!line.below().isEmpty()) {
        lines(line.below(), json.putArray("because"));
      }
    }
  }

  /**
   * A question of an auditor with its answer.
   *
   * @param id by which programs know it: {@code image}
   */
  public record Section(String id, String question, String answer, List<Line> lines) {

    public Section {
      lines = List.copyOf(lines);
    }
  }

  /**
   * A line of the reasons for an answer.
   *
   * @param rule the location of the rule, {@code AMI-000 ami-eligibility.drl:210@1f2e3d4c5b6a};
   *     null when it is no rule
   * @param digest whether it says nothing but digests
   */
  public record Line(
      String text, @Nullable Long entry, @Nullable String rule, List<Line> below, boolean digest) {

    public Line {
      below = List.copyOf(below);
    }

    public Line(String text, @Nullable Long entry, @Nullable String rule, List<Line> below) {
      this(text, entry, rule, below, false);
    }

    public Line asDigest() {
      return new Line(text, entry, rule, below, true);
    }

    public static Line of(String text) {
      return new Line(text, null, null, List.of());
    }

    public static Line of(String text, @Nullable Long entry) {
      return new Line(text, entry, null, List.of());
    }

    public static Line of(String text, List<Line> below) {
      return new Line(text, null, null, below);
    }
  }

  /** A fact or conclusion that an answer cites, and the entry that has it. */
  public record CitedValue(String name, long entry, @Nullable String object, JsonNode value) {}
}
