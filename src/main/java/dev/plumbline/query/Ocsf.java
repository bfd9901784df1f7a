package dev.plumbline.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.query.ExportedFindings.Uuids;
import java.time.Instant;
import java.util.List;

/**
 * Findings as events of the Open Cybersecurity Schema Framework 1.3, class Compliance Finding
 * (2003): one JSON object a line; one when it opens, another when it closes. What each rule
 * concluded is an event as well, whose check has no verdict.
 */
public final class Ocsf {

  private static final int CLASS = 2003;
  private static final int CREATE = 1;
  private static final int CLOSE = 3;
  private static final int PASS = 1;
  private static final int FAIL = 3;
  private static final int OTHER = 99;
  private static final int MAX_RESOURCES = 100;
  private static final List<String> SEVERITIES =
      List.of("unknown", "info", "low", "medium", "high", "critical");

  private Ocsf() {}

  public static String of(ExportedFindings exported) {
    var text = new StringBuilder();
    for (ControlFinding each : exported.findings()) {
      text.append(event(each, CREATE, each.span().opened(), exported)).append('\n');
      Instant closed = each.span().closed();
      if (closed != null) {
        text.append(event(each, CLOSE, closed, exported)).append('\n');
      }
    }
    for (RuleObservation each : exported.observations()) {
      if (!each.rule().controls().isEmpty()) {
        text.append(event(each, exported)).append('\n');
      }
    }
    return text.toString();
  }

  private static ObjectNode event(
      ControlFinding each, int activity, Instant time, ExportedFindings exported) {
    String uid =
        Uuids.of(exported.head().origin() + "/" + each.span().openedBy() + "/" + each.id());
    ObjectNode event = event(activity);
    event.put("time", time.toEpochMilli()).put("start_time", each.span().opened().toEpochMilli());
    if (activity == CLOSE) {
      event.put("end_time", time.toEpochMilli());
    }
    event.put("severity_id", Math.max(0, SEVERITIES.indexOf(each.severity())));
    event.put("status_id", activity == CREATE ? 1 : 4);
    event.put("status", activity == CREATE ? "New" : "Resolved");
    event.put("message", each.message());
    metadata(uid + "-" + activity, exported, event);
    event
        .putObject("finding_info")
        .put("uid", uid)
        .put("title", each.reason())
        .put("desc", each.message())
        .put("created_time", each.span().opened().toEpochMilli())
        .putArray("types")
        .add(each.rule());
    ObjectNode compliance = compliance(each.controls(), event);
    // How much a failed check matters is its severity; one that was not judged has no status there.
    boolean pass = each.result().equals("pass");
    compliance.put("status", !each.judged() ? each.result() : pass ? "Pass" : "Fail");
    compliance.put("status_id", !each.judged() ? OTHER : pass ? PASS : FAIL);
    resource(each.subject(), event.putArray("resources"));
    event
        .putObject("unmapped")
        .put("rule", each.rule())
        .put("decision", exported.decision(each))
        .put("program", RecordedProgram.at(each.span().openedBy(), exported.programs()));
    return event;
  }

  private static ObjectNode event(RuleObservation each, ExportedFindings exported) {
    String uid = Uuids.of(exported.head().origin() + "/rule/" + each.rule().id());
    ObjectNode event = event(CREATE);
    event.put("time", exported.to().toEpochMilli());
    event.put("severity_id", SEVERITIES.indexOf("info"));
    event.put("status_id", 1).put("status", "New");
    event.put("message", "The rule concluded " + each.text() + ".");
    metadata(uid + "-" + each.sequence(), exported, event);
    event
        .putObject("finding_info")
        .put("uid", uid)
        .put("title", each.rule().name())
        .put("desc", "What the rule concluded. Nothing is judged by it.")
        .put("created_time", exported.to().toEpochMilli())
        .putArray("types")
        .add(each.rule().id());
    compliance(each.rule().controls(), event).put("status", "observed").put("status_id", OTHER);
    if (!each.objects().isEmpty()) {
      ArrayNode resources = event.putArray("resources");
      each.objects().stream().limit(MAX_RESOURCES).forEach(object -> resource(object, resources));
    }
    ObjectNode unmapped = event.putObject("unmapped");
    unmapped.put("rule", each.rule().id()).put("objects", each.objects().size());
    unmapped.put("decision", exported.name() + "/" + each.sequence());
    unmapped.put("program", RecordedProgram.at(each.sequence(), exported.programs()));
    unmapped.put("population", exported.population().text());
    return event;
  }

  private static ObjectNode event(int activity) {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event
        .put("activity_id", activity)
        .put("activity_name", activity == CREATE ? "Create" : "Close");
    event.put("category_uid", 2).put("category_name", "Findings");
    event.put("class_uid", CLASS).put("class_name", "Compliance Finding");
    event.put("type_uid", CLASS * 100 + activity);
    event.put("type_name", "Compliance Finding: " + (activity == CREATE ? "Create" : "Close"));
    return event;
  }

  private static void metadata(String uid, ExportedFindings exported, ObjectNode event) {
    ObjectNode metadata = event.putObject("metadata");
    metadata.put("version", "1.3.0").put("log_name", exported.head().origin());
    metadata.put("uid", uid);
    metadata
        .putObject("product")
        .put("name", "Plumbline")
        .put("vendor_name", "Plumbline")
        .put("version", exported.version());
  }

  private static ObjectNode compliance(List<String> controls, ObjectNode event) {
    ObjectNode compliance = event.putObject("compliance");
    compliance.put("control", String.join(", ", controls));
    compliance.putArray("standards").add("NIST SP 800-53 r5");
    ArrayNode requirements = compliance.putArray("requirements");
    controls.forEach(requirements::add);
    return compliance;
  }

  private static void resource(String object, ArrayNode resources) {
    int slash = object.indexOf('/');
    resources
        .addObject()
        .put("uid", object)
        .put("name", object.substring(slash + 1))
        .put("type", slash < 0 ? "Unknown" : object.substring(0, slash));
  }
}
