package dev.plumbline.audit.ask;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.audit.ask.NodeAnswer.CitedValue;
import dev.plumbline.audit.ask.NodeAnswer.Line;
import dev.plumbline.audit.ask.NodeAnswer.Section;
import java.util.List;

/** The JSON form of what is told of a node. */
public final class AnswerJson {

  private AnswerJson() {}

  /** All of it. */
  public static ObjectNode of(NodeAnswer answer) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("node", answer.node());
    json.put("at", answer.at().toString());
    json.put("sequence", answer.sequence());
    json.put("decision", Archive.decision(answer.head().origin(), answer.sequence()));
    json.putObject("log")
        .put("origin", answer.head().origin())
        .put("size", answer.head().size())
        .put("root", answer.head().root());
    ArrayNode questions = json.putArray("questions");
    for (Section section : answer.sections()) {
      ObjectNode question = questions.addObject();
      question.put("id", section.id());
      question.put("question", section.question());
      question.put("answer", section.answer());
      lines(section.lines(), question.putArray("because"));
    }
    ArrayNode evidence = json.putArray("evidence");
    answer.evidence().forEach(evidence::add);
    ArrayNode told = json.putArray("told");
    for (CitedValue each : answer.told()) {
      ObjectNode item = told.addObject();
      item.put("name", each.name()).put("entry", each.entry()).set("value", each.value());
    }
    ObjectNode files = json.putObject("rules");
    answer.ruleFiles().forEach(files::put);
    return json;
  }

  private static void lines(List<Line> lines, ArrayNode to) {
    for (Line line : lines) {
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
}
