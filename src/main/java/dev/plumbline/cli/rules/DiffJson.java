package dev.plumbline.cli.rules;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.RevisionHold;
import dev.plumbline.fact.RevisionImpact;
import dev.plumbline.host.ScenarioReport;
import dev.plumbline.host.rules.DifferenceCounts;
import dev.plumbline.host.rules.RuleComparison.OverSnapshot;
import java.util.List;

/** What other rules would change, for programs. */
final class DiffJson {

  private DiffJson() {}

  static ObjectNode of(DiffReport report) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("outcome", report.outcome());
    json.put("held", report.held());
    side(json.putObject("before"), report.before());
    side(json.putObject("after"), report.after());
    ObjectNode text = json.putObject("text");
    ArrayNode files = text.putArray("files");
    report.text().difference().files().forEach(files::add);
    ArrayNode summary = text.putArray("summary");
    report.text().difference().summary().forEach(summary::add);
    impacts(text, report.text().difference().impacts(""));
    ArrayNode failed = text.putArray("failedScenarios");
    for (ScenarioReport.Result result : report.text().failed()) {
      failed.addObject().put("file", result.file()).put("name", result.name());
    }
    holds(text, report.text().verdict().holds());
    ArrayNode snapshots = json.putArray("snapshots");
    for (OverSnapshot over : report.over()) {
      ObjectNode item = snapshots.addObject();
      item.put("snapshot", over.snapshot());
      item.put("at", over.at().toString());
      item.set("difference", over.difference().json(Integer.MAX_VALUE));
      holds(item, over.verdict().holds());
    }
    DifferenceCounts sum = report.sum();
    ObjectNode all = json.putObject("sum");
    count(all.putObject("conclusions"), sum.conclusions());
    count(all.putObject("actions"), sum.actions());
    impacts(all, sum.impacts());
    return json;
  }

  private static void side(ObjectNode json, DiffReport.Side side) {
    json.put("rules", side.rules());
    json.put("digest", side.digest());
  }

  private static void count(ObjectNode json, DifferenceCounts.Count count) {
    json.put("added", count.added());
    json.put("removed", count.removed());
    json.put("changed", count.changed());
  }

  private static void impacts(ObjectNode json, List<RevisionImpact> impacts) {
    ArrayNode list = json.putArray("impacts");
    impacts.forEach(impact -> list.add(DifferenceCounts.json(impact)));
  }

  private static void holds(ObjectNode json, List<RevisionHold> holds) {
    ArrayNode list = json.putArray("holds");
    holds.forEach(hold -> list.addObject().put("rule", hold.rule()).put("message", hold.message()));
  }
}
