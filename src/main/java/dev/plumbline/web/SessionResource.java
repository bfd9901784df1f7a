package dev.plumbline.web;

import dev.plumbline.web.WebSettings.Authentication;
import dev.plumbline.web.access.Tokens.User;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** Who the client is, and whether that user may change something. */
@Path("/api/v1/session")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Page")
class SessionResource {

  private final WebSettings settings;
  private final Access access;
  private final EvaluationPermits evaluations;

  SessionResource(WebSettings settings, Access access, EvaluationPermits evaluations) {
    this.evaluations = evaluations;
    this.settings = settings;
    this.access = access;
  }

  record Session(
      @Schema(enumeration = {"none", "token-review", "oidc"}) String authentication,
      @Schema(description = "Whether reading needs a token too.") boolean readAuthentication,
      @Schema(description = "Whether anybody may change anything here.") boolean changes,
      @Schema(description = "The user that the token identifies.") @Nullable String user,
      @Schema(description = "Whether that user may approve revisions of the rules.")
          boolean mayChange,
      @Schema(description = "Why not.") @Nullable String why,
      @Schema(
              description = "Who may have rules tried, and posted snapshots evaluated.",
              enumeration = {"disabled", "authenticated", "open"})
          String evaluate,
      @Schema(description = "Whether the logs of a fleet are configured, for /fleet.")
          boolean fleet) {}

  @GET
  @Operation(
      summary = "The user that the token identifies, and whether that user may change something.",
      description = "Needs no token, also where reading does.")
  public RestResponse<Session> session(
      @Parameter(hidden = true) @HeaderParam(HttpHeaders.AUTHORIZATION)
          @Nullable String authorization) {
    User user = null;
    String why = null;
    if (settings.authentication() == Authentication.NONE) {
      why = "The page is read-only: plumbline.web.authentication is none.";
    } else {
      try {
        user = access.user(authorization);
        why = access.denied(user, RevisionsResource.APPROVE);
      } catch (Problem e) {
        why = e.getMessage();
      }
      why = settings.changes() ? why : "The page is read-only: plumbline.web.changes is false.";
    }
    return RestResponse.ResponseBuilder.ok(
            new Session(
                settings.authentication().wire(),
                settings.readAuthentication(),
                settings.changes(),
                user == null ? null : user.name(),
                user != null && why == null,
                why,
                evaluations.access().name().toLowerCase(Locale.ROOT),
                settings.fleet().location().isPresent()))
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .build();
  }
}
