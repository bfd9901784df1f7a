package dev.plumbline.web;

import dev.plumbline.host.DocumentWriter;
import dev.plumbline.host.Evaluated;
import dev.plumbline.host.Selection;
import dev.plumbline.source.Snapshot;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.ZipException;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Decides over a snapshot that is posted, and changes nothing. */
@Path("/api/v1/evaluate")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "What if")
class EvaluateResource {

  private final Evaluations evaluations;
  private final WebSettings settings;

  EvaluateResource(Evaluations evaluations, WebSettings settings) {
    this.evaluations = evaluations;
    this.settings = settings;
  }

  @POST
  @Consumes({MediaType.APPLICATION_JSON, "application/x-tar", "application/gzip"})
  @Operation(
      operationId = "evaluate",
      summary = "Decides over a posted snapshot and says why.",
      description =
          "The answer is the one of plumbline evaluate -o json (docs/evaluation.schema.json).")
  @RequestBody(
      required = true,
      description =
          "The files of a snapshot folder (docs/snapshot.md): a JSON object with the content of each"
              + " file by its name, as text or as the JSON that it is, and objects of Kubernetes as"
              + " a list under cluster; or the folder as tar, plain or gzip.",
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
      description = "What follows.",
      content = @Content(schema = @Schema(ref = "Evaluation")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response evaluate(
      @Parameter(description = "live: the rules that judge now; shipped: those of the program.")
          @QueryParam("rules")
          @DefaultValue("live")
          String rules,
      @Parameter(description = "Judge by this time, such as 2026-12-01T08:00:00Z.")
          @QueryParam("at")
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
      @Parameter(hidden = true) @HeaderParam(HttpHeaders.CONTENT_TYPE) String contentType,
      InputStream body)
      throws IOException {
    Instant time = time(at);
    Selection selection = ConclusionsResource.selection(types, object);
    Map<String, byte[]> files = files(contentType, body);
    return evaluations.with(
        rules,
        evaluation -> {
          Snapshot snapshot = evaluation.read(files, time);
          Evaluated evaluated = evaluation.of(snapshot);
          String unknown = selection.unknownObject(snapshot.facts(), evaluated.settlement());
          if (unknown != null) {
            throw Problem.notFound(unknown);
          }
          var text = new StringWriter();
          DocumentWriter.json(explain).write(evaluated, selection, text);
          return Response.ok(text.toString(), MediaType.APPLICATION_JSON_TYPE).build();
        });
  }

  private Map<String, byte[]> files(String contentType, InputStream body) throws IOException {
    String mediaType = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    try {
      return PostedSnapshot.read(mediaType, body, settings.snapshotLimit().asLongValue());
    } catch (ZipException e) {
      throw Problem.badRequest(
          "the body is not gzip: " + e.getMessage() + ". Maybe it is a plain tar.");
    }
  }

  private static @Nullable Instant time(@Nullable String at) {
    try {
      return at == null ? null : Instant.parse(at);
    } catch (DateTimeParseException e) {
      throw Problem.badRequest("at=" + at + " is no time. Maybe one like 2026-12-01T08:00:00Z.");
    }
  }
}
