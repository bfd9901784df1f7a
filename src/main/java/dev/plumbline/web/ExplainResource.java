package dev.plumbline.web;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.host.Live;
import dev.plumbline.host.Selection;
import dev.plumbline.host.audit.Replay;
import dev.plumbline.host.explain.Explanations;
import dev.plumbline.host.explain.WhatIfSession;
import dev.plumbline.rule.why.Goal;
import dev.plumbline.rule.why.WhyNot.Absence;
import dev.plumbline.rule.why.World;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Why something holds, and why something does not. */
@Path("/api/v1")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Why")
class ExplainResource {

  /** After this long no further change is tried. */
  private static final Duration PATIENCE = Duration.ofMillis(150);

  private static final String AT =
      "The time asked about, ISO 8601: answered from the decision log, by the rules of that time."
          + " Else what is known now.";

  private final Current current;
  private final Questions questions;
  private final RecordedLog log;

  ExplainResource(Current current, Questions questions, RecordedLog log) {
    this.current = current;
    this.questions = questions;
    this.log = log;
  }

  @GET
  @Path("explain")
  @Operation(
      operationId = "explain",
      summary = "Why something holds, down to the facts.",
      description = "The answer of plumbline explain -o json (docs/explain.md).")
  @APIResponse(
      responseCode = "200",
      description = "Derivations down to facts; what was explained once is referred to by number.",
      content = @Content(schema = @Schema(ref = "Explanation")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response explain(
      @Parameter(description = "Everything that concerns this object, such as NodePool/default.")
          @QueryParam("for")
          @Nullable String object,
      @Parameter(
              description = "Conclusions, such as InstanceTypeUsable nodePool=gpu; instead of for.")
          @QueryParam("conclusion")
          @Nullable String conclusion,
      @Parameter(description = AT) @QueryParam("at") @Nullable String at,
      @Context Request request) {
    if ((object == null) == (conclusion == null)) {
      throw Problem.badRequest(
          "for or conclusion is needed, one of them. Maybe for=NodePool/default.");
    }
    Function<Explanations, Explanations.Answer> ask =
        explanations ->
            object != null
                ? about(object, explanations)
                : explanations.explained(wanted(conclusion).held(explanations.world()));
    Instant time = EntryParameters.time("at", at);
    if (time != null) {
      return questions.recorded(
          current.rules(),
          log.log(),
          time,
          (moment, explanations, trial) ->
              answer(request, head(moment), ask.apply(explanations)::write));
    }
    Live live = current.live();
    return answer(request, head(live), ask.apply(questions.about(live))::write);
  }

  private static Explanations.Answer about(String object, Explanations explanations) {
    Selection selection = ConclusionsResource.selection(List.of(), object);
    World world = explanations.world();
    String unknown = selection.unknownObject(world.facts().values(), world.settlement());
    if (unknown != null) {
      throw Problem.notFound(unknown);
    }
    return explanations.about(selection::includes);
  }

  @GET
  @Path("why-not")
  @Operation(
      operationId = "whyNot",
      summary = "Why a conclusion does not hold, and the smallest changes after which it would.",
      description =
          "The answer of plumbline explain --why-not -o json (docs/explain.md)."
              + " Changes are tried on a copy of the facts; nothing is changed.")
  @APIResponse(
      responseCode = "200",
      description = "The first condition of every rule that is not met, and tried changes.",
      content = @Content(schema = @Schema(ref = "WhyNot")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response whyNot(
      @Parameter(
              description =
                  "The conclusion, such as InstanceTypeUsable nodePool=gpu instanceType=g5g.xlarge;"
                      + " fields may be left out.")
          @QueryParam("conclusion")
          @Nullable String conclusion,
      @Parameter(description = AT) @QueryParam("at") @Nullable String at,
      @Context Request request) {
    Goal wanted = wanted(conclusion);
    Instant time = EntryParameters.time("at", at);
    if (time != null) {
      return questions.recorded(
          current.rules(),
          log.log(),
          time,
          (moment, explanations, trial) ->
              answer(request, head(moment), json -> notHeld(wanted, explanations, trial, json)));
    }
    Live live = current.live();
    return questions.trying(
        live,
        (explanations, trial) ->
            answer(request, head(live), json -> notHeld(wanted, explanations, trial, json)));
  }

  private static void notHeld(
      Goal wanted, Explanations explanations, WhatIfSession trial, JsonGenerator json)
      throws IOException {
    Absence absence = explanations.absence(wanted);
    explanations.notHeld(wanted, absence, trial, PATIENCE).write(json);
    explanations.explained(absence.held()).write(json);
  }

  private static Goal wanted(@Nullable String conclusion) {
    try {
      return Goal.of(conclusion == null ? "" : conclusion);
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest("conclusion: " + e.getMessage());
    }
  }

  private static Json.Writing head(Live live) {
    return json -> {
      json.writeNumberField("sequence", live.sequence());
      json.writeStringField("at", live.at().toString());
      json.writeStringField("rules", live.rules().digest());
    };
  }

  private static Json.Writing head(Replay.Moment moment) {
    return json -> {
      json.writeNumberField("entry", moment.sequence());
      json.writeStringField("at", moment.at().toString());
      json.writeStringField("rules", moment.rules().digest());
    };
  }

  private static Response answer(Request request, Json.Writing head, Json.Writing rest) {
    return Json.answer(
        request,
        json -> {
          json.writeStartObject();
          head.to(json);
          rest.to(json);
          json.writeEndObject();
        });
  }
}
