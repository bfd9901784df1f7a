package dev.plumbline.web;

import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.view.SettlementIndex;
import dev.plumbline.web.view.ChangesDocument;
import dev.plumbline.web.view.GatesDocument;
import dev.plumbline.web.view.ImagesDocument;
import dev.plumbline.web.view.MatrixDocument;
import dev.plumbline.web.view.NodeClassesDocument;
import dev.plumbline.web.view.NodePoolDocument;
import dev.plumbline.web.view.NodesDocument;
import dev.plumbline.web.view.PodsDocument;
import dev.plumbline.web.view.RolloutDocument;
import dev.plumbline.web.view.SearchDocument;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;
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
  private final RecentChanges changes;

  ViewResource(
      Current current, Documents documents, RolloutHistory history, RecentChanges changes) {
    this.current = current;
    this.documents = documents;
    this.history = history;
    this.changes = changes;
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
  public RolloutDocument viewRollout(
      @Parameter(description = "With the course of each rollout.")
          @QueryParam("history")
          @DefaultValue("true")
          boolean course) {
    HostSnapshot live = current.live();
    RolloutHistory.Snapshot past = history.upTo(live);
    RolloutDocument document =
        documents.of(
            "rollout",
            live,
            past.version(),
            () -> RolloutDocument.of(live.sequence(), SettlementIndex.of(live), past.points()));
    return course ? document : document.withoutHistory();
  }

  @GET
  @Path("images")
  @Operation(
      summary =
          "The trains of images: rings, releases with state and evidence, what waits and why.")
  public ImagesDocument viewImages() {
    return document("images", (live, index) -> ImagesDocument.of(live.sequence(), index));
  }

  /** What of the nodes is asked for. */
  static final class NodeParameters {

    private static final int MAX_LIMIT = 500;

    @Parameter(
        description = "Words that a node must have: of its name, claim, pool, type, zone, image.")
    @QueryParam("q")
    @Nullable String words;

    @Parameter(
        description =
            "field=value, such as nodePool=default, or zone=none of those without one; may be"
                + " repeated. Fields: nodePool, nodeClass, instanceType, zone, capacityType, ami,"
                + " state, drifted.")
    @QueryParam("where")
    List<String> where = List.of();

    @Parameter(description = "The field whose values are counted.")
    @QueryParam("group")
    @Nullable String group;

    @Parameter(description = "name, created or a field; with - in front the other way round.")
    @QueryParam("sort")
    @DefaultValue("name")
    String sort = "name";

    @Parameter(description = "How many are left out.")
    @QueryParam("offset")
    @DefaultValue("0")
    int offset;

    @Parameter(description = "The largest number of nodes, 0 to 500.")
    @QueryParam("limit")
    @DefaultValue("100")
    int limit;

    NodesDocument.Query query() {
      if (limit < 0 || limit > MAX_LIMIT) {
        throw Problem.badRequest("limit=" + limit + " is not from 0 to " + MAX_LIMIT + ".");
      }
      if (offset < 0) {
        throw Problem.badRequest("offset=" + offset + " is negative.");
      }
      var fields = new TreeMap<String, String>();
      for (String each : where) {
        String[] parts = each.split("=", 2);
        if (parts.length < 2) {
          throw Problem.badRequest("where=" + each + " has no value. Try: where=nodePool=default.");
        }
        fields.put(field("where", parts[0]), parts[1]);
      }
      boolean descending = sort.startsWith("-");
      String by = descending ? sort.substring(1) : sort;
      if (!by.equals("name") && !by.equals("created")) {
        field("sort", by);
      }
      return new NodesDocument.Query(
          words,
          fields,
          group == null ? null : field("group", group),
          by,
          descending,
          offset,
          limit);
    }

    private static String field(String parameter, String name) {
      if (!NodesDocument.FIELDS.containsKey(name)) {
        throw Problem.badRequest(
            parameter
                + "="
                + name
                + " is not a field of nodes. "
                + Nearest.suggestion(name, NodesDocument.FIELDS.keySet()));
      }
      return name;
    }
  }

  @GET
  @Path("nodes")
  @Operation(summary = "The nodes that match a query, page by page, and their number by a field.")
  public NodesDocument viewNodes(@BeanParam NodeParameters parameters) {
    HostSnapshot live = current.live();
    return nodes(live).page(live.sequence(), SettlementIndex.of(live).now(), parameters.query());
  }

  @GET
  @Path("nodes/{name}")
  @Operation(summary = "One node: the image that it runs and why, its claim, pool and class.")
  public NodesDocument.NodeDocument viewNode(
      @Parameter(description = "The name of a Node or NodeClaim.") @PathParam("name") String name) {
    HostSnapshot live = current.live();
    NodesDocument.All nodes = nodes(live);
    NodesDocument.NodeRow row = nodes.named(name);
    if (row == null) {
      List<String> names =
          nodes.rows().stream()
              .flatMap(each -> Stream.of(each.node(), each.claim()).filter(Objects::nonNull))
              .toList();
      throw Problem.notFound("there is no node " + name + ". " + Nearest.suggestion(name, names));
    }
    return NodesDocument.one(live.sequence(), SettlementIndex.of(live), row);
  }

  @GET
  @Path("pods")
  @Operation(summary = "The pods that wait for a node, each with its verdict and nearest pool.")
  public PodsDocument viewPods() {
    return document("pods", (live, index) -> PodsDocument.of(live.sequence(), index));
  }

  @GET
  @Path("search")
  @Operation(summary = "The objects that match words of name, type, zone or image, best first.")
  public SearchDocument viewSearch(
      @Parameter(description = "What is typed; all of its words must match.") @QueryParam("q")
          @Nullable String words,
      @Parameter(description = "The largest number of objects, 1 to 50.")
          @QueryParam("limit")
          @DefaultValue("12")
          int limit) {
    if (limit < 1 || limit > 50) {
      throw Problem.badRequest("limit=" + limit + " is not from 1 to 50.");
    }
    HostSnapshot live = current.live();
    List<NodesDocument.NodeRow> nodes = nodes(live).rows();
    SearchDocument.All all =
        documents.of(
            "search", live, 0, () -> SearchDocument.All.of(SettlementIndex.of(live), nodes));
    return all.find(live.sequence(), words, limit);
  }

  @GET
  @Path("changes")
  @Operation(summary = "What is not as it was a day ago, by the decision log.")
  public ChangesDocument viewChanges() {
    return changes.upTo(current.live());
  }

  private NodesDocument.All nodes(HostSnapshot live) {
    return documents.of("all nodes", live, 0, () -> NodesDocument.All.of(SettlementIndex.of(live)));
  }

  private <T> T document(String name, BiFunction<HostSnapshot, SettlementIndex, T> document) {
    HostSnapshot live = current.live();
    return documents.of(name, live, 0, () -> document.apply(live, SettlementIndex.of(live)));
  }
}
