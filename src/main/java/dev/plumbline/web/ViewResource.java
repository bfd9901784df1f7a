package dev.plumbline.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.EC2NodeClass;
import dev.plumbline.fact.Nearest;
import dev.plumbline.host.Live;
import dev.plumbline.web.view.GatesView;
import dev.plumbline.web.view.MatrixView;
import dev.plumbline.web.view.NodeClassesView;
import dev.plumbline.web.view.NodePoolsView;
import dev.plumbline.web.view.RolloutView;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** What the page shows: facts and conclusions, grouped and counted. */
@Path("/api/v1/view")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Page")
class ViewResource {

  private final Current current;
  private final Views views;
  private final RolloutHistory history;

  ViewResource(Current current, Views views, RolloutHistory history) {
    this.current = current;
    this.views = views;
    this.history = history;
  }

  @GET
  @Path("node-classes")
  @Operation(
      operationId = "viewNodeClasses",
      summary = "The node classes with their images, and the types that none of them serves.")
  @APIResponse(
      responseCode = "200",
      description = "The node classes.",
      content = @Content(schema = @Schema(ref = "NodeClassesView")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response nodeClasses(@Context Request request) {
    return answer("node-classes", request, NodeClassesView::of);
  }

  @GET
  @Path("node-pools")
  @Operation(
      operationId = "viewNodePools",
      summary = "The pools in the order in which they are tried, then those that are left out.")
  @APIResponse(
      responseCode = "200",
      description = "The pools.",
      content = @Content(schema = @Schema(ref = "NodePoolsView")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response nodePools(@Context Request request) {
    return answer("node-pools", request, NodePoolsView::of);
  }

  @GET
  @Path("matrix")
  @Operation(
      operationId = "viewMatrix",
      summary = "The images of a node class × instance families: which serves which, else why not.")
  @APIResponse(
      responseCode = "200",
      description = "The matrix.",
      content = @Content(schema = @Schema(ref = "MatrixView")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response matrix(
      @Parameter(description = "The name of the EC2NodeClass.") @QueryParam("nodeClass")
          @Nullable String nodeClass,
      @Parameter(description = "With the families that none of its pools admits, too.")
          @QueryParam("all")
          @DefaultValue("false")
          boolean all,
      @Context Request request) {
    if (nodeClass == null || nodeClass.isBlank()) {
      throw Problem.badRequest("nodeClass is missing. Maybe nodeClass=default.");
    }
    List<String> names =
        current.live().facts(EC2NodeClass.class).stream().map(EC2NodeClass::name).toList();
    if (!names.contains(nodeClass)) {
      throw Problem.notFound(
          "there is no EC2NodeClass " + nodeClass + ". " + Nearest.advice(nodeClass, names));
    }
    return answer(
        "matrix " + nodeClass + " " + all, request, live -> MatrixView.of(live, nodeClass, all));
  }

  @GET
  @Path("gates")
  @Operation(
      operationId = "viewGates",
      summary = "What waits for what: gates, what they wait for, and the sources below them.")
  @APIResponse(
      responseCode = "200",
      description = "The gates and sources.",
      content = @Content(schema = @Schema(ref = "GatesView")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response gates(@Context Request request) {
    return answer("gates", request, GatesView::of);
  }

  @GET
  @Path("rollout")
  @Operation(
      operationId = "viewRollout",
      summary = "Where each rollout stands, with its nodes, and how it came there.")
  @APIResponse(
      responseCode = "200",
      description = "The rollouts.",
      content = @Content(schema = @Schema(ref = "RolloutView")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response rollout(@Context Request request) {
    Live live = current.live();
    RolloutHistory.Told told = history.upTo(live);
    return Json.answer(
        request,
        views.of("rollout", live, told.version(), now -> RolloutView.of(now, told.points())));
  }

  private Response answer(String name, Request request, Function<Live, JsonNode> view) {
    return Json.answer(request, views.of(name, current.live(), 0, view));
  }
}
