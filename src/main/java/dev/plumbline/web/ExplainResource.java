package dev.plumbline.web;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.fact.Fact;
import dev.plumbline.host.Live;
import dev.plumbline.host.Selection;
import dev.plumbline.host.explain.Explanations;
import dev.plumbline.rule.why.Absence;
import dev.plumbline.rule.why.Wanted;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
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

  private final Current current;
  private final Questions questions;

  ExplainResource(Current current, Questions questions) {
    this.current = current;
    this.questions = questions;
  }

  @GET
  @Path("explain")
  @Operation(
      operationId = "explain",
      summary = "Why something holds, down to the facts.",
      description = "The answer of plumbline explain -o json (docs/explain.md), of what is known now.")
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
      @Context Request request) {
    if ((object == null) == (conclusion == null)) {
      throw Problem.badRequest(
          "for or conclusion is needed, one of them. Maybe for=NodePool/default.");
    }
    Live live = current.live();
    Explanations explanations = questions.about(live);
    Explanations.Answer answer =
        object != null
            ? about(object, live, explanations)
            : explanations.explained(wanted(conclusion).held(explanations.world()));
    return Json.answer(
        request,
        json -> {
          head(live, json);
          answer.write(json);
          json.writeEndObject();
        });
  }

  private static Explanations.Answer about(
      String object, Live live, Explanations explanations) {
    Selection selection = ConclusionsResource.selection(List.of(), object);
    Collection<Fact> facts = explanations.world().facts().values();
    String unknown = selection.unknownObject(facts, live.settlement());
    if (unknown != null) {
      throw Problem.notFound(unknown);
    }
    return explanations.about(selection);
  }

  @GET
  @Path("why-not")
  @Operation(
      operationId = "whyNot",
      summary = "Why a conclusion does not hold, and the smallest changes after which it would.",
      description =
          "The answer of plumbline explain --why-not -o json (docs/explain.md), of what is known now."
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
      @Context Request request) {
    Wanted wanted = wanted(conclusion);
    Live live = current.live();
    return questions.trying(
        live,
        (explanations, trial) -> {
          Absence absence = explanations.absence(wanted);
          return Json.answer(
              request,
              json -> {
                head(live, json);
                explanations.notHeld(wanted, absence, trial).write(json);
                explanations.explained(absence.held()).write(json);
                json.writeEndObject();
              });
        });
  }

  private static Wanted wanted(@Nullable String conclusion) {
    try {
      return Wanted.of(conclusion == null ? "" : conclusion);
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest("conclusion: " + e.getMessage());
    }
  }

  private static void head(Live live, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("sequence", live.sequence());
    json.writeStringField("at", live.at().toString());
    json.writeStringField("rules", live.rules().digest());
  }
}
