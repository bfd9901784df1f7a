package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Change;
import dev.plumbline.action.Plan;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The JSON form of a plan, as {@code docs/plan.schema.json} describes it. */
public final class PlanJson {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private PlanJson() {}

  /** Every action, in the order of the plan. */
  public static ArrayNode of(Plan plan) {
    ArrayNode actions = JSON.arrayNode();
    plan.actions().forEach(action -> actions.add(of(action)));
    return actions;
  }

  public static ObjectNode of(Action action) {
    ObjectNode json = JSON.objectNode();
    json.put("action", action.kind().wire());
    json.putObject("object")
        .put("apiVersion", action.object().apiVersion())
        .put("kind", action.object().kind())
        .put("namespace", action.object().namespace())
        .put("name", action.object().name());
    json.put("mode", action.mode().name().toLowerCase(Locale.ROOT));
    json.put("held", action.held());
    json.set("change", change(action.change()));
    ArrayNode differences = json.putArray("differences");
    for (Diff.Difference difference : Diff.of(action.change())) {
      ObjectNode item = differences.addObject();
      item.put("path", difference.path());
      item.set("before", orNull(difference.before()));
      item.set("after", orNull(difference.after()));
    }
    ArrayNode reasons = json.putArray("reasons");
    action.reasons().forEach(reasons::add);
    return json;
  }

  private static ObjectNode change(Change change) {
    ObjectNode json = JSON.objectNode();
    switch (change) {
      case Change.Patch patch -> json.put("type", "patch").set("patch", patch.patch());
      case Change.Apply apply -> json.put("type", "apply").set("object", apply.shown());
      case Change.Status status -> json.put("type", "status").set("status", status.status());
      case Change.Delete delete -> json.put("type", "delete");
      case Change.PublishReport publish ->
          json.put("type", "publish").set("report", publish.report());
      case Change.TagImage tags -> {
        ObjectNode set = json.put("type", "tag").putObject("set");
        tags.set().forEach(set::put);
        ArrayNode removed = json.putArray("removed");
        tags.removed().forEach(removed::add);
      }
      case Change.PublishFindings publish -> {
        ArrayNode findings = json.put("type", "say").putArray("findings");
        for (Finding finding : publish.findings()) {
          findings
              .addObject()
              .put("rule", finding.rule())
              .put("result", finding.result())
              .put("severity", finding.severity())
              .put("reason", finding.reason())
              .put("message", finding.message());
        }
      }
    }
    return json;
  }

  private static JsonNode orNull(@Nullable JsonNode node) {
    return node == null ? JSON.nullNode() : node;
  }
}
