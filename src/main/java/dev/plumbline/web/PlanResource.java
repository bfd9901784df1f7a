package dev.plumbline.web;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.action.Action;
import dev.plumbline.action.Change;
import dev.plumbline.action.Outcome;
import dev.plumbline.conclusion.Finding;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.host.Live;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** What is to be done, and what came of what was done. */
@Path("/api/v1/plan")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Now")
class PlanResource {

  private final Current current;

  PlanResource(Current current) {
    this.current = current;
  }

  @GET
  @Operation(
      operationId = "plan",
      summary = "What is to be done, each with its diff, its reasons and what last came of it.",
      description =
          "Only what would change something. An action with mode observe is never carried out; one"
              + " with held waits for what held says.")
  @APIResponse(
      responseCode = "200",
      description = "The plan.",
      content = @Content(schema = @Schema(ref = "Plan")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response plan(@Context Request request) {
    Live live = current.live();
    return Json.answer(
        request,
        json -> {
          json.writeStartObject();
          json.writeNumberField("sequence", live.sequence());
          json.writeStringField("at", live.at().toString());
          json.writeBooleanField("leader", live.leader());
          json.writeArrayFieldStart("actions");
          for (Action action : live.plan().actions()) {
            write(action, live, json);
          }
          json.writeEndArray();
          json.writeArrayFieldStart("outcomes");
          for (Outcome outcome : live.outcomes().values()) {
            write(outcome, json);
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static void write(Action action, Live live, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("action", action.kind().wire());
    write(action.object(), json);
    json.writeStringField("mode", lower(action.mode()));
    json.writeBooleanField("due", action.due());
    json.writeStringField("held", action.held());
    json.writeStringField(
        "change",
        switch (action.change()) {
          case Change.Apply apply -> apply.before() == null ? "create" : "apply";
          case Change.Patch patch -> "patch";
          case Change.Delete delete -> "delete";
          case Change.TagImage tags -> "tag";
          case Change.Say say -> "say";
        });
    json.writeArrayFieldStart("diff");
    for (Difference difference : Difference.of(action.change())) {
      difference.write(json);
    }
    json.writeEndArray();
    if (action.change() instanceof Change.Say say) {
      json.writeArrayFieldStart("findings");
      for (Finding finding : say.findings()) {
        WireForm.write(finding, json);
      }
      json.writeEndArray();
    }
    json.writeArrayFieldStart("reasons");
    for (String reason : action.reasons()) {
      json.writeString(reason);
    }
    json.writeEndArray();
    json.writeFieldName("outcome");
    Outcome outcome =
        live.outcomes().values().stream()
            .filter(each -> each.kind() == action.kind() && each.object().equals(action.object()))
            .findFirst()
            .orElse(null);
    if (outcome == null) {
      json.writeNull();
    } else {
      write(outcome, json);
    }
    json.writeEndObject();
  }

  private static void write(Outcome outcome, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("action", outcome.kind().wire());
    write(outcome.object(), json);
    json.writeStringField("result", lower(outcome.result()));
    json.writeStringField("code", outcome.code());
    json.writeStringField("message", outcome.message());
    json.writeStringField("at", outcome.at().toString());
    json.writeEndObject();
  }

  private static void write(ObjectRef object, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("object");
    json.writeStringField("apiVersion", object.apiVersion());
    json.writeStringField("kind", object.kind());
    json.writeStringField("namespace", object.namespace());
    json.writeStringField("name", object.name());
    json.writeEndObject();
  }

  private static String lower(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }
}
