package dev.plumbline.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.query.ExportedFindings.Uuids;
import java.time.Instant;
import java.util.List;

/**
 * Findings as events of the Open Cybersecurity Schema Framework 1.3, class Compliance Finding
 * (2003): one JSON object a line; one when it opens, another when it closes.
 */
public final class Ocsf {

  private static final int CLASS = 2003;
  private static final int CREATE = 1;
  private static final int CLOSE = 3;
  private static final int PASS = 1;
  private static final int FAIL = 3;
  private static final int OTHER = 99;
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
    return text.toString();
  }

  private static ObjectNode event(
      ControlFinding each, int activity, Instant time, ExportedFindings exported) {
    String uid =
        Uuids.of(exported.head().origin() + "/" + each.span().openedBy() + "/" + each.id());
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event
        .put("activity_id", activity)
        .put("activity_name", activity == CREATE ? "Create" : "Close");
    event.put("category_uid", 2).put("category_name", "Findings");
    event.put("class_uid", CLASS).put("class_name", "Compliance Finding");
    event.put("type_uid", CLASS * 100 + activity);
    event.put("type_name", "Compliance Finding: " + (activity == CREATE ? "Create" : "Close"));
    event.put("time", time.toEpochMilli()).put("start_time", each.span().opened().toEpochMilli());
    if (activity == CLOSE) {
      event.put("end_time", time.toEpochMilli());
    }
    event.put("severity_id", Math.max(0, SEVERITIES.indexOf(each.severity())));
    event.put("status_id", activity == CREATE ? 1 : 4);
    event.put("status", activity == CREATE ? "New" : "Resolved");
    event.put("message", each.message());
    ObjectNode metadata = event.putObject("metadata");
    metadata.put("version", "1.3.0").put("log_name", exported.head().origin());
    metadata.put("uid", uid + "-" + activity);
    metadata
        .putObject("product")
        .put("name", "Plumbline")
        .put("vendor_name", "Plumbline")
        .put("version", exported.version());
    event
        .putObject("finding_info")
        .put("uid", uid)
        .put("title", each.reason())
        .put("desc", each.message())
        .put("created_time", each.span().opened().toEpochMilli())
        .putArray("types")
        .add(each.rule());
    ObjectNode compliance = event.putObject("compliance");
    compliance.put("control", String.join(", ", each.controls()));
    compliance.putArray("standards").add("NIST SP 800-53 r5");
    ArrayNode requirements = compliance.putArray("requirements");
    each.controls().forEach(requirements::add);
    // How much a failed check matters is its severity; one that was not judged has no status there.
    boolean pass = each.result().equals("pass");
    compliance.put("status", !each.judged() ? each.result() : pass ? "Pass" : "Fail");
    compliance.put("status_id", !each.judged() ? OTHER : pass ? PASS : FAIL);
    int slash = each.subject().indexOf('/');
    event
        .putArray("resources")
        .addObject()
        .put("uid", each.subject())
        .put("name", each.subject().substring(slash + 1))
        .put("type", slash < 0 ? "Unknown" : each.subject().substring(0, slash));
    event.putObject("unmapped").put("rule", each.rule()).put("decision", exported.decision(each));
    return event;
  }
}
