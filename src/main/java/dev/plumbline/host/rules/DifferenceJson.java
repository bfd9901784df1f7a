package dev.plumbline.host.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.plumbline.action.Action;
import dev.plumbline.action.plan.PlanJson;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.fact.RevisionImpact;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;

/** The JSON form of a difference: counts, then lists by type. */
final class DifferenceJson {

  private static final JsonMapper JSON = new JsonMapper();

  private final int listed;
  private int leftOut;

  private DifferenceJson(int listed) {
    this.listed = listed;
  }

  static ObjectNode of(RevisionDifference difference, int listed) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode summary = json.putArray("summary");
    difference.summary().forEach(summary::add);
    ArrayNode impacts = json.putArray("impacts");
    difference.impacts("").forEach(impact -> impacts.add(of(impact)));
    ArrayNode conclusions = json.putArray("conclusions");
    difference
        .types()
        .values()
        .forEach(type -> conclusions.add(new DifferenceJson(listed).type(type)));
    json.set("actions", new DifferenceJson(listed).actions(difference.actions()));
    return json;
  }

  static ObjectNode of(RevisionImpact impact) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("measure", impact.measure());
    json.put("subject", impact.subject());
    json.put("before", impact.before());
    json.put("after", impact.after());
    ArrayNode examples = json.putArray("examples");
    impact.examples().list().forEach(examples::add);
    return json;
  }

  private ObjectNode type(RevisionDifference.TypeDifference type) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("type", type.type());
    json.put("before", type.before());
    json.put("after", type.after());
    list(json, "added", type.added(), DifferenceJson::conclusion);
    list(json, "removed", type.removed(), DifferenceJson::conclusion);
    list(
        json,
        "changed",
        type.changed(),
        each -> pair(conclusion(each.before()), conclusion(each.after())));
    return json.put("leftOut", leftOut);
  }

  private ObjectNode actions(RevisionDifference.ActionDifference actions) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("before", actions.before().actions().size());
    json.put("after", actions.after().actions().size());
    list(json, "added", actions.added(), DifferenceJson::action);
    list(json, "removed", actions.removed(), DifferenceJson::action);
    list(
        json,
        "changed",
        actions.changed(),
        each -> pair(action(each.before()), action(each.after())));
    return json.put("leftOut", leftOut);
  }

  private <T> void list(ObjectNode to, String name, List<T> all, Function<T, JsonNode> form) {
    to.put(name + "Count", all.size());
    ArrayNode list = to.putArray(name);
    all.stream().limit(listed).map(form).forEach(list::add);
    leftOut += all.size() - list.size();
  }

  private static JsonNode pair(JsonNode before, JsonNode after) {
    ObjectNode pair = JsonNodeFactory.instance.objectNode();
    pair.set("before", before);
    pair.set("after", after);
    return pair;
  }

  private static JsonNode action(Action action) {
    return PlanJson.of(action);
  }

  private static JsonNode conclusion(Conclusion conclusion) {
    try (var buffer = new TokenBuffer(JSON, false)) {
      WireForm.write(conclusion, buffer);
      try (var parser = buffer.asParser()) {
        return JSON.readTree(parser);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
