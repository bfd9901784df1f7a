package dev.plumbline.web;

import dev.plumbline.conclusion.WireForm;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Nearest;
import dev.plumbline.host.Live;
import dev.plumbline.host.Selection;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** What is true. */
@Path("/api/v1/facts")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Now")
class FactsResource {

  private final Current current;

  FactsResource(Current current) {
    this.current = current;
  }

  @GET
  @Operation(operationId = "facts", summary = "What is true, sorted by type and key.")
  @APIResponse(
      responseCode = "200",
      description = "A page of facts.",
      content = @Content(schema = @Schema(ref = "FactList")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response facts(
      @Parameter(description = "Only facts of this type, such as NodePool; may be repeated.")
          @QueryParam("type")
          List<String> types,
      @Parameter(description = "Only the fact with this key, such as NodePool/default.")
          @QueryParam("key")
          @Nullable String key,
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
    List<Fact> found = facts(live, types(types), key);
    return Json.answer(request, json -> page.write(live, found, WireForm::write, json));
  }

  private static Set<String> types(List<String> types) {
    try {
      return Selection.types(types, FactTypes.ALL, "fact");
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest("type: " + e.getMessage());
    }
  }

  private static List<Fact> facts(Live live, Set<String> types, @Nullable String key) {
    var found = new ArrayList<Fact>();
    live.facts()
        .forEach(
            (type, facts) -> {
              if (types.isEmpty() || types.contains(type)) {
                facts.stream()
                    .filter(fact -> key == null || fact.key().equals(key))
                    .forEach(found::add);
              }
            });
    if (key != null && found.isEmpty()) {
      List<String> keys =
          live.facts().values().stream().flatMap(List::stream).map(Fact::key).toList();
      throw Problem.notFound("there is no fact " + key + ". " + Nearest.advice(key, keys));
    }
    return found;
  }
}
