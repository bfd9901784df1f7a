package dev.plumbline.web;

import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.view.SettlementIndex;
import dev.plumbline.web.view.GatesDocument;
import dev.plumbline.web.view.ImagesDocument;
import dev.plumbline.web.view.MatrixDocument;
import dev.plumbline.web.view.NodeClassesDocument;
import dev.plumbline.web.view.NodePoolDocument;
import dev.plumbline.web.view.RolloutDocument;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.function.BiFunction;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The documents of the page: facts and conclusions, grouped and counted. */
@Path("/api/v1/view")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Page")
class ViewResource {

  private final Current current;
  private final Documents documents;
  private final RolloutHistory history;

  ViewResource(Current current, Documents documents, RolloutHistory history) {
    this.current = current;
    this.documents = documents;
    this.history = history;
  }

  @GET
  @Path("node-classes")
  @Operation(summary = "The node classes with their images, and the types without one.")
  public NodeClassesDocument viewNodeClasses() {
    return document(
        "node-classes", (live, index) -> NodeClassesDocument.of(live.sequence(), index));
  }

  @GET
  @Path("node-pools")
  @Operation(summary = "The pools in the order in which they are tried, then those that are not.")
  public List<NodePoolDocument> viewNodePools() {
    return document("node-pools", (live, index) -> NodePoolDocument.all(index));
  }

  @GET
  @Path("matrix")
  @Operation(
      summary = "The images of a node class by instance families: which serves which, or why not.")
  public MatrixDocument viewMatrix(
      @Parameter(description = "The name of the EC2NodeClass.") @QueryParam("nodeClass")
          @Nullable String nodeClass,
      @Parameter(description = "With the families that none of its pools admits.")
          @QueryParam("all")
          @DefaultValue("false")
          boolean all) {
    if (nodeClass == null || nodeClass.isBlank()) {
      throw Problem.badRequest("nodeClass is missing. Try: nodeClass=default.");
    }
    List<String> names =
        current.live().facts(EC2NodeClass.class).stream().map(EC2NodeClass::name).toList();
    if (!names.contains(nodeClass)) {
      throw Problem.notFound(
          "there is no EC2NodeClass " + nodeClass + ". " + Nearest.suggestion(nodeClass, names));
    }
    return document(
        "matrix " + nodeClass + " " + all,
        (live, index) -> MatrixDocument.of(live.sequence(), index, nodeClass, all));
  }

  @GET
  @Path("gates")
  @Operation(summary = "The gates, what they wait for, and the sources below them.")
  public GatesDocument viewGates() {
    return document(
        "gates", (live, index) -> GatesDocument.of(live.sequence(), index, live.gates()));
  }

  @GET
  @Path("rollout")
  @Operation(summary = "The stage of each rollout with its nodes, and its course.")
  public RolloutDocument viewRollout() {
    HostSnapshot live = current.live();
    RolloutHistory.Snapshot past = history.upTo(live);
    return documents.of(
        "rollout",
        live,
        past.version(),
        () -> RolloutDocument.of(live.sequence(), SettlementIndex.of(live), past.points()));
  }

  @GET
  @Path("images")
  @Operation(
      summary =
          "The trains of images: rings, releases with state and evidence, what waits and why.")
  public ImagesDocument viewImages() {
    return document("images", (live, index) -> ImagesDocument.of(live.sequence(), index));
  }

  private <T> T document(String name, BiFunction<HostSnapshot, SettlementIndex, T> document) {
    HostSnapshot live = current.live();
    return documents.of(name, live, 0, () -> document.apply(live, SettlementIndex.of(live)));
  }
}
