package dev.plumbline.audit.ask;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Durations;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The JSON form of how controls and findings stand. */
public final class ControlsJson {

  private ControlsJson() {}

  /** All controls. */
  public static ObjectNode of(List<ControlStanding> controls, Instant at) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("at", at.toString());
    ArrayNode items = json.putArray("items");
    for (ControlStanding each : controls) {
      ObjectNode item = items.addObject();
      item.put("control", each.control());
      each.rules().forEach(item.putArray("rules")::add);
      item.put("objects", each.objects());
      item.put("open", each.open());
      ArrayNode violations = item.putArray("violations");
      each.violations().forEach(violation -> violations.add(of(violation, at)));
      ArrayNode waivers = item.putArray("waivers");
      for (ControlStanding.Exception waiver : each.waivers()) {
        waivers
            .addObject()
            .put("id", waiver.id())
            .put("rule", waiver.rule())
            .put("subject", waiver.subject())
            .put("owner", waiver.owner())
            .put("until", waiver.until())
            .put("inForce", waiver.inForce());
      }
      item.putObject("evidence")
          .put("first", each.evidence().first())
          .put("last", each.evidence().last())
          .put("count", each.evidence().count());
      List<String> uncovered = each.uncovered();
      if (uncovered != null) {
        uncovered.forEach(item.putArray("uncovered")::add);
      }
    }
    return json;
  }

  /** One finding. */
  public static ObjectNode of(ControlFinding each, Instant now) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("rule", each.rule()).put("subject", each.subject()).put("result", each.result());
    json.put("severity", each.severity()).put("reason", each.reason());
    json.put("message", each.message());
    each.controls().forEach(json.putArray("controls")::add);
    json.put("opened", each.span().opened().toString()).put("openedBy", each.span().openedBy());
    Instant closed = each.span().closed();
    json.put("closed", closed == null ? null : closed.toString());
    json.put("closedBy", each.span().closedBy());
    json.put("lasted", Durations.text(each.span().lasted(now).truncatedTo(ChronoUnit.SECONDS)));
    return json;
  }
}
