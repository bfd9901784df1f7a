package dev.plumbline.web;

import dev.plumbline.web.WebSettings.Authentication;
import dev.plumbline.web.access.User;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Who one is here, and whether one may change something. */
@Path("/api/v1/session")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Page")
class SessionResource {

  private final WebSettings settings;
  private final Access access;

  SessionResource(WebSettings settings, Access access) {
    this.settings = settings;
    this.access = access;
  }

  @GET
  @Operation(
      operationId = "session",
      summary = "Who the token that is sent along says one is, and whether that one may change.",
      description = "Told to anybody, also where reading needs a token.")
  @APIResponse(
      responseCode = "200",
      description = "Who one is.",
      content = @Content(schema = @Schema(ref = "Session")))
  @APIResponse(responseCode = "default", ref = "Problem")
  public Response session(
      @Parameter(hidden = true) @HeaderParam(HttpHeaders.AUTHORIZATION)
          @Nullable String authorization) {
    User user = null;
    String why = null;
    if (settings.authentication() == Authentication.NONE) {
      why = "The page is read-only: plumbline.web.authentication is none.";
    } else {
      try {
        user = access.user(authorization);
        why = access.refusal(user, ChangeResource.APPROVE);
      } catch (Problem e) {
        why = e.getMessage();
      }
      why = settings.changes() ? why : "The page is read-only: plumbline.web.changes is false.";
    }
    String name = user == null ? null : user.name();
    boolean mayChange = user != null && why == null;
    String said = why;
    return Response.ok(
            Json.text(
                json -> {
                  json.writeStartObject();
                  json.writeStringField("authentication", settings.authentication().wire());
                  json.writeBooleanField("readAuthentication", settings.readAuthentication());
                  json.writeBooleanField("changes", settings.changes());
                  json.writeStringField("user", name);
                  json.writeBooleanField("mayChange", mayChange);
                  json.writeStringField("why", said);
                  json.writeEndObject();
                }))
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .build();
  }
}
