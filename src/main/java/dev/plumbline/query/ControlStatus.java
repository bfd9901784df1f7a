package dev.plumbline.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of one control.
 *
 * @param rules the ids of those that serve it
 * @param observed the rules among them that concluded something which held then
 * @param objects how many objects these conclusions are about
 * @param uncovered the rules that no scenario covers; null when that was not checked
 */
public record ControlStatus(
    String control,
    ControlState state,
    List<String> rules,
    List<String> observed,
    int objects,
    List<ControlFinding> violations,
    List<Exception> waivers,
    Entries evidence,
    @Nullable List<String> uncovered) {

  /**
   * An exception.
   *
   * @param until when it ends, ISO 8601
   */
  public record Exception(
      String id, String rule, String subject, String owner, String until, boolean inForce) {}

  public record Entries(@Nullable Long first, @Nullable Long last, long count) {}

  public long open() {
    return violations.stream().filter(ControlFinding::open).count();
  }

  /** All controls at a time, with the nodes that there were and the program that judged. */
  public static ObjectNode toJson(
      List<ControlStatus> controls, NodePopulation population, List<RecordedProgram> programs) {
    Instant at = population.to();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("at", at.toString());
    json.set("population", population.toJson());
    ArrayNode judges = json.putArray("programs");
    programs.forEach(each -> judges.add(each.toJson()));
    ArrayNode items = json.putArray("items");
    for (ControlStatus each : controls) {
      ObjectNode item = items.addObject();
      item.put("control", each.control());
      item.put("state", each.state().wire());
      each.rules().forEach(item.putArray("rules")::add);
      each.observed().forEach(item.putArray("observed")::add);
      item.put("objects", each.objects());
      item.put("open", each.open());
      ArrayNode violations = item.putArray("violations");
      each.violations().forEach(violation -> violations.add(violation.toJson(at)));
      ArrayNode waivers = item.putArray("waivers");
      for (ControlStatus.Exception waiver : each.waivers()) {
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
}
