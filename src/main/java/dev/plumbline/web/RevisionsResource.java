package dev.plumbline.web;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Nearest;
import dev.plumbline.host.rules.PublishedRevisions;
import dev.plumbline.host.rules.Revision;
import dev.plumbline.host.rules.RuleStanding;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Which revision of the rules serves, what waits and why, and what is kept. */
@Path("/api/v1/rules/revisions")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Standing")
class RevisionsResource {

  private final PublishedRevisions revisions;

  RevisionsResource(PublishedRevisions revisions) {
    this.revisions = revisions;
  }

  @GET
  @Operation(
      operationId = "revisions",
      summary = "The revisions of the rules that are kept, the newest first.")
  @APIResponse(
      responseCode = "200",
      description = "The revisions.",
      content = @Content(schema = @Schema(ref = "Revisions")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response list(@Context Request request) {
    RuleStanding now = revisions.now();
    return Json.answer(
        request,
        json -> {
          json.writeStartObject();
          status(now, json);
          json.writeArrayFieldStart("items");
          for (Revision each : now.history().revisions()) {
            json.writeTree(each.json());
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  @GET
  @Path("{digest}")
  @Operation(operationId = "revision", summary = "One revision with the files of its overlay.")
  @APIResponse(
      responseCode = "200",
      description = "The revision.",
      content = @Content(schema = @Schema(ref = "Revision")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response one(
      @Parameter(description = "The beginning of its digest.") @PathParam("digest") String digest,
      @Context Request request) {
    Revision revision = named(digest, revisions.now());
    ObjectNode document = revision.json();
    ObjectNode files = document.putObject("files");
    revision.offer().files().forEach(files::put);
    return Json.answer(request, json -> json.writeTree(document));
  }

  @GET
  @Path("{digest}/difference")
  @Operation(
      operationId = "revisionDifference",
      summary = "What a revision changes, as its preview saw it on the facts of that moment.")
  @APIResponse(
      responseCode = "200",
      description = "The difference.",
      content = @Content(schema = @Schema(ref = "RevisionDifference")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response difference(
      @Parameter(description = "The beginning of its digest.") @PathParam("digest") String digest,
      @Context Request request) {
    Revision revision = named(digest, revisions.now());
    ObjectNode difference = revision.difference();
    if (difference == null) {
      throw Problem.notFound(
          "revision "
              + revision.brief()
              + " was not previewed: the first one, and one that was"
              + " rejected before, never are.");
    }
    return Json.answer(request, json -> json.writeTree(difference));
  }

  /** How it stands, into an object that is open. */
  static void status(RuleStanding now, JsonGenerator json) throws IOException {
    json.writeStringField("state", now.word().name());
    digest("serving", now.serving(), json);
    digest("candidate", now.candidate(), json);
    json.writeArrayFieldStart("reasons");
    for (String reason : now.reasons()) {
      json.writeString(reason);
    }
    json.writeEndArray();
  }

  private static void digest(String name, @Nullable Revision revision, JsonGenerator json)
      throws IOException {
    json.writeStringField(name, revision == null ? null : revision.digest());
  }

  /** The revision whose digest begins so; a problem when there is none, or several. */
  static Revision named(String digest, RuleStanding now) {
    Revision revision = now.history().named(digest);
    if (revision == null) {
      throw Problem.notFound(
          "no revision "
              + digest
              + " is kept, or several begin so. "
              + Nearest.advice(
                  digest, now.history().revisions().stream().map(Revision::brief).toList()));
    }
    return revision;
  }
}
