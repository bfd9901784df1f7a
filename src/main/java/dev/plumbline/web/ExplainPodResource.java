package dev.plumbline.web;

import dev.plumbline.fact.Fact;
import dev.plumbline.host.Live;
import dev.plumbline.host.explain.PodExplanation;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Why a pod waits. */
@Path("/api/v1/explain/pods")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Now")
class ExplainPodResource {

  private final Current current;

  ExplainPodResource(Current current) {
    this.current = current;
  }

  @GET
  @Path("{namespace}/{name}")
  @Operation(
      operationId = "explainPod",
      summary = "Why a pod still waits for a node, pool by pool.",
      description = "As plumbline explain pod -o json; 404 for a pod that waits for no node.")
  @APIResponse(
      responseCode = "200",
      description = "What each NodePool could do for it, and what is in the way.",
      content = @Content(schema = @Schema(ref = "PodExplanation")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response pod(
      @Parameter(description = "Its namespace.") @PathParam("namespace") String namespace,
      @Parameter(description = "Its name.") @PathParam("name") String name,
      @Context Request request) {
    Live live = current.live();
    List<Fact> facts = live.facts().values().stream().flatMap(List::stream).toList();
    PodExplanation explanation;
    try {
      explanation = PodExplanation.of(facts, live.settlement(), namespace + "/" + name);
    } catch (IllegalArgumentException e) {
      throw Problem.notFound(String.valueOf(e.getMessage()));
    }
    return Json.answer(request, explanation::write);
  }
}
