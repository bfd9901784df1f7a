package dev.plumbline.web;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.host.DocumentWriter;
import dev.plumbline.host.Live;
import dev.plumbline.host.Selection;
import dev.plumbline.rule.Settlement.Concluded;
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
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** What follows. */
@Path("/api/v1/conclusions")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Now")
class ConclusionsResource {

  private final Current current;

  ConclusionsResource(Current current) {
    this.current = current;
  }

  @GET
  @Operation(
      operationId = "conclusions",
      summary = "What follows, sorted by type and fields.",
      description =
          "Each item has the form that plumbline evaluate -o json gives it (docs/evaluation.schema.json).")
  @APIResponse(
      responseCode = "200",
      description = "A page of conclusions.",
      content = @Content(schema = @Schema(ref = "ConclusionList")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response conclusions(
      @Parameter(
              description = "Only conclusions of this type, such as AmiResolved; may be repeated.")
          @QueryParam("type")
          List<String> types,
      @Parameter(description = "Only what concerns this object, such as NodePool/default.")
          @QueryParam("for")
          @Nullable String object,
      @Parameter(description = "With the rules, facts and conclusions that each follows from.")
          @QueryParam("explain")
          @DefaultValue("false")
          boolean explain,
      @Parameter(description = "At most so many, 1 to 10000.")
          @QueryParam("limit")
          @DefaultValue(Page.DEFAULT)
          int limit,
      @Parameter(description = "Where the page before ended, as its answer tells.")
          @QueryParam("continue")
          @Nullable String token,
      @Context Request request) {
    Live live = current.live();
    Page page = Page.of(live, limit, token);
    Selection selection = selection(types, object);
    String unknown =
        selection.unknownObject(
            live.facts().values().stream().flatMap(List::stream).toList(), live.settlement());
    if (unknown != null) {
      throw Problem.notFound(unknown);
    }
    List<Concluded> found =
        live.settlement().all(selection.types()).stream()
            .filter(concluded -> selection.includes(concluded.conclusion()))
            .toList();
    return Json.answer(
        request,
        json ->
            page.write(live, found, (each, to) -> DocumentWriter.write(each, explain, to), json));
  }

  /** What is asked for, or a problem with the name of the parameter that is wrong. */
  static Selection selection(List<String> types, @Nullable String object) {
    String parameter = "type: ";
    try {
      var known = Selection.types(types, ConclusionTypes.ALL, "conclusion");
      parameter = "for: ";
      return new Selection(known, object == null ? null : Selection.name(object));
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest(parameter + e.getMessage());
    }
  }
}
