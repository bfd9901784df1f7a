package dev.plumbline.web;

import dev.plumbline.engine.Selection;
import dev.plumbline.fact.Nearest;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.source.Snapshot;
import dev.plumbline.view.EvaluationDocument;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Evaluates a posted snapshot, with sessions of its own; never more at once than configured. */
@Path("/api/v1/evaluate")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "What if")
class EvaluateResource {

  private static final List<String> RULE_SETS = List.of("live", "shipped");

  private final Current current;
  private final WebSettings settings;
  private final EvaluationPermits permits;
  private final Access access;
  private final RecentEvaluations evaluations;

  EvaluateResource(
      Current current,
      WebSettings settings,
      EvaluationPermits permits,
      Access access,
      RecentEvaluations evaluations) {
    this.evaluations = evaluations;
    this.current = current;
    this.settings = settings;
    this.permits = permits;
    this.access = access;
  }

  @POST
  @Consumes({MediaType.APPLICATION_JSON, "application/x-tar", "application/gzip"})
  @Operation(
      summary = "Evaluates a posted snapshot and explains the conclusions.",
      description =
          "The answer is the one of plumbline evaluate -o json (docs/evaluation.schema.json).")
  @RequestBody(
      required = true,
      description =
          "The files of a snapshot folder (docs/snapshot.md): a JSON object with the content of"
              + " each file by its name, as text or as the JSON that it is, and objects of"
              + " Kubernetes as a list under cluster; or the folder as tar, plain or gzip.",
      content = {
        @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(ref = "PostedSnapshot")),
        @Content(
            mediaType = "application/x-tar",
            schema = @Schema(type = SchemaType.STRING, format = "binary")),
        @Content(
            mediaType = "application/gzip",
            schema = @Schema(type = SchemaType.STRING, format = "binary"))
      })
  @APIResponse(
      responseCode = "200",
      description = "The conclusions.",
      content = @Content(schema = @Schema(ref = "Evaluation")))
  public String evaluate(
      @Parameter(description = "live: the rules in use; shipped: those of the program.")
          @QueryParam("rules")
          @DefaultValue("live")
          String rules,
      @Parameter(description = "As of this time, such as 2026-12-01T08:00:00Z.") @QueryParam("at")
          @Nullable String at,
      @Parameter(description = "Only conclusions of this type; may be repeated.")
          @QueryParam("type")
          List<String> types,
      @Parameter(description = "Only what concerns this object, such as NodePool/default.")
          @QueryParam("for")
          @Nullable String object,
      @Parameter(description = "With the rules, facts and conclusions that each follows from.")
          @QueryParam("explain")
          @DefaultValue("false")
          boolean explain,
      @Parameter(hidden = true) @Context HttpHeaders headers,
      @Parameter(hidden = true) @Context RoutingContext context,
      InputStream body)
      throws IOException {
    Instant time = EntryParameters.time("at", at);
    Selection selection = SettlementResource.selection(types, object);
    RuleFiles ruleFiles = ruleFiles(rules);
    String client = permits.client(context, headers, access);
    permits.enter(client);
    try {
      Map<String, byte[]> files = files(headers.getHeaderString(HttpHeaders.CONTENT_TYPE), body);
      Evaluation evaluation = evaluations.with(ruleFiles);
      Snapshot snapshot = evaluation.read(files, maxValues(), time);
      EvaluationResult evaluated = evaluation.of(snapshot);
      String unknown = selection.unknownObject(snapshot.facts(), evaluated.settlement());
      if (unknown != null) {
        throw Problem.notFound(unknown);
      }
      var text = new StringWriter();
      EvaluationDocument.json(explain).write(evaluated, selection, text);
      return text.toString();
    } finally {
      permits.leave(client);
    }
  }

  private Map<String, byte[]> files(@Nullable String contentType, InputStream body)
      throws IOException {
    String mediaType =
        contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return PostedSnapshot.read(
        mediaType,
        body,
        EvaluationPermits.snapshotBytes(
            settings.snapshotLimit().asLongValue(), Runtime.getRuntime().maxMemory()),
        maxValues());
  }

  private long maxValues() {
    return EvaluationPermits.snapshotValues(
        settings.snapshotValues(), Runtime.getRuntime().maxMemory());
  }

  private RuleFiles ruleFiles(String rules) {
    return switch (rules) {
      case "live" -> current.live().rules().files();
      case "shipped" -> RuleFiles.shipped();
      default ->
          throw Problem.badRequest(
              "invalid rule set rules=" + rules + ". " + Nearest.suggestion(rules, RULE_SETS));
    };
  }
}
