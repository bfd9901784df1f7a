package dev.plumbline.web;

import dev.plumbline.host.rules.PublishedRevisions;
import dev.plumbline.host.rules.Revision;
import dev.plumbline.host.rules.RevisionRequest;
import dev.plumbline.host.rules.RevisionRequest.Kind;
import dev.plumbline.host.rules.RevisionState;
import dev.plumbline.host.rules.RevisionStore;
import dev.plumbline.web.access.User;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.util.Locale;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What people may change: which revision of the rules serves. They ask as {@code plumbline rules
 * approve} and {@code rollback} do, in the name that their token says.
 */
@Path("/api/v1/rules/revisions")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Page")
class ChangeResource {

  static final String APPROVE = "approve";
  static final String ROLLBACK = "rollback";

  private static final Logger LOG = Logger.getLogger(ChangeResource.class);

  private final PublishedRevisions revisions;
  private final Access access;
  private final SameOrigin origin;

  ChangeResource(PublishedRevisions revisions, Access access, SameOrigin origin) {
    this.revisions = revisions;
    this.access = access;
    this.origin = origin;
  }

  @POST
  @Path("{digest}/approve")
  @Operation(
      operationId = "approveRevision",
      summary = "Stands by a revision that is held: it is previewed once more, and then it serves.")
  @RequestBody(
      description = "An empty object.",
      content = @Content(schema = @Schema(ref = "NoFields")))
  @APIResponse(
      responseCode = "200",
      description = "What was asked for; the revision tells what came of it.",
      content = @Content(schema = @Schema(ref = "Asked")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response approve(
      @Parameter(description = "The beginning of its digest.") @PathParam("digest") String digest,
      @Context HttpHeaders headers) {
    return ask(APPROVE, digest, headers);
  }

  @POST
  @Path("{digest}/rollback")
  @Operation(
      operationId = "rollBackRevision",
      summary = "Has a revision serve again that did before, without preview.")
  @RequestBody(
      description = "An empty object.",
      content = @Content(schema = @Schema(ref = "NoFields")))
  @APIResponse(
      responseCode = "200",
      description = "What was asked for; the revision tells what came of it.",
      content = @Content(schema = @Schema(ref = "Asked")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response rollback(
      @Parameter(description = "The beginning of its digest.") @PathParam("digest") String digest,
      @Context HttpHeaders headers) {
    return ask(ROLLBACK, digest, headers);
  }

  private Response ask(String verb, String digest, HttpHeaders headers) {
    String who = "unknown";
    try {
      checkType(headers.getHeaderString(HttpHeaders.CONTENT_TYPE));
      origin.check(headers);
      User user = access.user(headers.getHeaderString(HttpHeaders.AUTHORIZATION));
      who = user.name();
      String refusal = access.refusal(user, verb);
      if (refusal != null) {
        throw Problem.forbidden(refusal);
      }
      return asked(verb, RevisionsResource.named(digest, revisions.now()), who);
    } catch (Problem e) {
      LOG.warnf(
          "A change was refused: verb=%s revision=%s user=%s status=%d why=%s",
          verb, digest.replaceAll("[^0-9A-Za-z]", "?"), who, e.status(), e.detail());
      throw e;
    }
  }

  /** What a form of another page cannot send without being asked about it. */
  private static void checkType(@Nullable String type) {
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith(MediaType.APPLICATION_JSON)) {
      throw Problem.other(
          415,
          "Unsupported Media Type",
          "the content type is not application/json. Maybe send {} as application/json.");
    }
  }

  private Response asked(String verb, Revision revision, String who) {
    boolean approval = verb.equals(APPROVE);
    RevisionState wanted = approval ? RevisionState.HELD : RevisionState.REPLACED;
    if (revision.state() != wanted) {
      throw Problem.conflict(
          "revision "
              + revision.brief()
              + " is "
              + revision.state().wire()
              + (approval
                  ? ": only one that is held can be approved."
                  : ": only one that served before can serve again.")
              + " Maybe see /api/v1/rules/revisions.");
    }
    Kind kind = approval ? Kind.APPROVE : Kind.ROLLBACK;
    try {
      revisions.ask(
          new RevisionRequest(
              UUID.randomUUID().toString(),
              kind,
              revision.digest(),
              who,
              Clock.systemUTC().instant()));
    } catch (RevisionStore.FaultException e) {
      throw Problem.unavailable(String.valueOf(e.getMessage()));
    }
    LOG.infof("A change was asked for: verb=%s revision=%s user=%s", verb, revision.digest(), who);
    return Response.ok(
            Json.text(
                json -> {
                  json.writeStartObject();
                  json.writeStringField("asked", verb);
                  json.writeStringField("digest", revision.digest());
                  json.writeStringField("by", who);
                  json.writeEndObject();
                }))
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .build();
  }
}
