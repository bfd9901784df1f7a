package dev.plumbline.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.engine.Selection;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Nearest;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.view.EvaluationDocument;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The facts that are known and the conclusions that follow, page by page. */
@Path("/api/v1")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Now")
class SettlementResource {

  private static final String CONTINUE =
      "Where this page ended; absent on the last one. Valid for this replica until the next"
          + " settlement, then 410.";

  private final Current current;

  SettlementResource(Current current) {
    this.current = current;
  }

  @Schema(
      name = "Fact",
      type = SchemaType.OBJECT,
      description = "A fact by the name of its type: {\"SourceStatus\": {…}}.")
  static final class FactDocument extends Documents.Written {
    FactDocument(Fact fact) {
      super(json -> WireForm.write(fact, json));
    }
  }

  @Schema(
      name = "Conclusion",
      type = SchemaType.OBJECT,
      description =
          "A conclusion: its type and the fields of the type; docs/evaluation.schema.json has them"
              + " all. With explain also its derivations.")
  static final class ConclusionDocument extends Documents.Written {

    private ConclusionDocument(Documents.Writing writing) {
      super(writing);
    }

    static ConclusionDocument of(Conclusion conclusion) {
      return new ConclusionDocument(json -> WireForm.write(conclusion, json));
    }

    static ConclusionDocument of(Concluded concluded, boolean explain) {
      return new ConclusionDocument(json -> EvaluationDocument.write(concluded, explain, json));
    }
  }

  record FactList(
      @Schema(description = "The number of settlements so far.") long sequence,
      @Schema(description = "When it settled.") Instant at,
      @Schema(description = "The number of facts on all pages.") int total,
      List<FactDocument> items,
      @Schema(description = CONTINUE)
          @JsonProperty("continue")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable String next) {}

  record ConclusionList(
      @Schema(description = "The number of settlements so far.") long sequence,
      @Schema(description = "When it settled.") Instant at,
      @Schema(description = "The number of conclusions on all pages.") int total,
      List<ConclusionDocument> items,
      @Schema(description = CONTINUE)
          @JsonProperty("continue")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable String next) {}

  static final class Page {

    private static final int MAX_LIMIT = 10_000;
    private static final Pattern TOKEN = Pattern.compile("([0-9]+-[0-9]+)\\.([0-9]{1,9})");

    @Parameter(description = "The largest number of items, 1 to 10000.")
    @QueryParam("limit")
    @DefaultValue("1000")
    int limit;

    @Parameter(description = "Where the page before ended: continue of its answer.")
    @QueryParam("continue")
    @Nullable String token;

    int from(HostSnapshot live) {
      if (limit < 1 || limit > MAX_LIMIT) {
        throw Problem.badRequest("limit=" + limit + " is not from 1 to " + MAX_LIMIT + ".");
      }
      if (token == null) {
        return 0;
      }
      Matcher parts = TOKEN.matcher(token);
      if (!parts.matches()) {
        throw Problem.badRequest(
            "invalid token continue=" + token + ". Try: continue of the answer before, whole.");
      }
      if (!parts.group(1).equals(moment(live))) {
        throw Problem.gone(
            "the list has changed since the page before."
                + " Try: begin again without continue, with a larger limit.");
      }
      return Integer.parseInt(parts.group(2));
    }

    <T> List<T> of(List<T> all, HostSnapshot live) {
      int from = Math.min(from(live), all.size());
      return all.subList(from, Math.min(from + limit, all.size()));
    }

    /** The token of the next page; null on the last one. */
    @Nullable String next(List<?> all, HostSnapshot live) {
      int end = from(live) + limit;
      return end < all.size() ? moment(live) + "." + end : null;
    }

    private static String moment(HostSnapshot live) {
      return live.sequence() + "-" + live.at().toEpochMilli();
    }
  }

  @GET
  @Path("facts")
  @Operation(summary = "The facts that are known, sorted by type and key.")
  public FactList facts(
      @Parameter(description = "Only facts of this type, such as NodePool; may be repeated.")
          @QueryParam("type")
          List<String> types,
      @Parameter(description = "Only the fact with this key, such as NodePool/default.")
          @QueryParam("key")
          @Nullable String key,
      @BeanParam Page page) {
    HostSnapshot live = current.live();
    page.from(live);
    List<Fact> found = found(live, factTypes(types), key);
    return new FactList(
        live.sequence(),
        live.at(),
        found.size(),
        page.of(found, live).stream().map(FactDocument::new).toList(),
        page.next(found, live));
  }

  private static Set<String> factTypes(List<String> types) {
    try {
      return Selection.types(types, FactTypes.ALL, "fact");
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest("type: " + e.getMessage());
    }
  }

  private static List<Fact> found(HostSnapshot live, Set<String> types, @Nullable String key) {
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
      throw Problem.notFound("there is no fact " + key + ". " + Nearest.suggestion(key, keys));
    }
    return found;
  }

  @GET
  @Path("conclusions")
  @Operation(
      summary = "The conclusions that follow, sorted by type and fields.",
      description =
          "Each item has the form that plumbline evaluate -o json gives it"
              + " (docs/evaluation.schema.json).")
  public ConclusionList conclusions(
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
      @BeanParam Page page) {
    HostSnapshot live = current.live();
    page.from(live);
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
    return new ConclusionList(
        live.sequence(),
        live.at(),
        found.size(),
        page.of(found, live).stream().map(each -> ConclusionDocument.of(each, explain)).toList(),
        page.next(found, live));
  }

  static Selection selection(List<String> types, @Nullable String object) {
    String parameter = "type: ";
    try {
      Set<String> known = Selection.types(types, ConclusionTypes.ALL, "conclusion");
      parameter = "for: ";
      return new Selection(known, object == null ? null : Selection.name(object));
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest(parameter + e.getMessage());
    }
  }
}
