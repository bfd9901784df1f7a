package dev.plumbline.web;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.GateOpen;
import dev.plumbline.conclusion.SourceNotReady;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.RuleSwitchedOff;
import dev.plumbline.fact.SourceStatus;
import dev.plumbline.host.Live;
import dev.plumbline.host.LogStanding;
import dev.plumbline.host.Published;
import dev.plumbline.host.rules.PublishedRevisions;
import dev.plumbline.rule.Rule;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** How it stands: the sources, the gates, the rules. */
@Path("/api/v1")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Standing")
class StatusResource {

  private final Current current;
  private final PublishedRevisions revisions;
  private final Published published;

  StatusResource(Current current, PublishedRevisions revisions, Published published) {
    this.current = current;
    this.revisions = revisions;
    this.published = published;
  }

  @GET
  @Path("status")
  @Operation(operationId = "status", summary = "How this replica stands, and each source of facts.")
  @APIResponse(
      responseCode = "200",
      description = "How it stands.",
      content = @Content(schema = @Schema(ref = "Status")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response status(@Context Request request) {
    Live live = current.live();
    return Json.answer(
        request,
        json -> {
          json.writeStartObject();
          json.writeNumberField("sequence", live.sequence());
          json.writeStringField("at", live.at().toString());
          json.writeBooleanField("leader", live.leader());
          json.writeStringField("rules", live.rules().digest());
          json.writeObjectFieldStart("revision");
          RevisionsResource.status(revisions.now(), json);
          json.writeEndObject();
          json.writeObjectFieldStart("facts");
          for (Map.Entry<String, List<Fact>> type : live.facts().entrySet()) {
            json.writeNumberField(type.getKey(), type.getValue().size());
          }
          json.writeEndObject();
          json.writeObjectFieldStart("conclusions");
          for (Map.Entry<String, Integer> type : live.settlement().counts().entrySet()) {
            json.writeNumberField(type.getKey(), type.getValue());
          }
          json.writeEndObject();
          json.writeArrayFieldStart("sources");
          for (Fact fact : live.facts(SourceStatus.class)) {
            if (fact instanceof SourceStatus source) {
              write(source, live, json);
            }
          }
          json.writeEndArray();
          json.writeObjectFieldStart("log");
          write(published.log(), json);
          json.writeEndObject();
          json.writeEndObject();
        });
  }

  private static void write(LogStanding log, JsonGenerator json) throws IOException {
    json.writeStringField("place", log.place());
    json.writeBooleanField("writable", log.writable());
    json.writeStringField("fault", log.fault());
    json.writeStringField("decision", log.decision());
    json.writeNumberField("entries", log.entries());
    time("recorded", log.recorded(), json);
    json.writeNumberField("waiting", log.waiting());
    json.writeNumberField("faults", log.faults());
  }

  @GET
  @Path("gates")
  @Operation(
      operationId = "gates",
      summary = "What may go on and what waits, for what and since when.",
      description = "Those that the host closes itself, by its limits, are told with by: host.")
  @APIResponse(
      responseCode = "200",
      description = "The gates.",
      content = @Content(schema = @Schema(ref = "Gates")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response gates(@Context Request request) {
    Live live = current.live();
    return Json.answer(
        request,
        json -> {
          json.writeStartObject();
          json.writeNumberField("sequence", live.sequence());
          json.writeStringField("at", live.at().toString());
          json.writeArrayFieldStart("open");
          for (GateOpen gate : live.settlement().of(GateOpen.class)) {
            json.writeString(gate.gate());
          }
          json.writeEndArray();
          json.writeArrayFieldStart("closed");
          for (GateClosed gate : live.settlement().of(GateClosed.class)) {
            write(gate, "rules", json);
          }
          for (GateClosed gate : live.gates()) {
            write(gate, "host", json);
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  @GET
  @Path("rules")
  @Operation(operationId = "rules", summary = "The rules that judge, sorted by id.")
  @APIResponse(
      responseCode = "200",
      description = "The rules.",
      content = @Content(schema = @Schema(ref = "Rules")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response rules(@Context Request request) {
    Live live = current.live();
    return Json.answer(
        request,
        json -> {
          json.writeStartObject();
          json.writeStringField("digest", live.rules().digest());
          json.writeNumberField("total", live.rules().rules().size());
          json.writeArrayFieldStart("items");
          for (Rule rule : live.rules().rules()) {
            json.writeStartObject();
            write(rule, json);
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeArrayFieldStart("off");
          List<Rule> off = live.rules().rulesOff();
          List<RuleSwitchedOff> switches = live.rules().switchedOff();
          for (int i = 0; i < off.size(); i++) {
            json.writeStartObject();
            write(off.get(i), json);
            json.writeStringField("owner", switches.get(i).owner());
            json.writeStringField("reason", switches.get(i).reason());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  static void write(Rule rule, JsonGenerator json) throws IOException {
    json.writeStringField("id", rule.id());
    json.writeStringField("name", rule.name());
    json.writeStringField("control", rule.control());
    json.writeStringField("severity", rule.severity());
    json.writeStringField("file", rule.file());
    json.writeNumberField("line", rule.line());
  }

  private static void write(GateClosed gate, String by, JsonGenerator json) throws IOException {
    json.writeStartObject();
    WireForm.writeFields(gate, json);
    json.writeStringField("by", by);
    json.writeEndObject();
  }

  private static void write(SourceStatus source, Live live, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("source", source.source());
    json.writeStringField("state", source.state());
    json.writeStringField("operation", source.operation());
    json.writeStringField("code", source.code());
    time("since", source.since(), json);
    time("lastSuccess", source.lastSuccess(), json);
    json.writeNumberField("failures", source.failures());
    if (source.items() == null) {
      json.writeNullField("items");
    } else {
      json.writeNumberField("items", source.items());
    }
    json.writeNumberField("held", source.held());
    SourceNotReady notReady =
        live.settlement().of(SourceNotReady.class).stream()
            .filter(each -> each.source().equals(source.source()))
            .findFirst()
            .orElse(null);
    json.writeBooleanField("ready", notReady == null);
    if (notReady != null) {
      json.writeStringField("errorClass", notReady.errorClass());
      json.writeStringField("message", notReady.message());
    }
    json.writeEndObject();
  }

  private static void time(String name, @Nullable Instant time, JsonGenerator json)
      throws IOException {
    json.writeStringField(name, time == null ? null : time.toString());
  }
}
