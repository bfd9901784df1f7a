package dev.plumbline.web;

import dev.plumbline.web.view.FleetDocument;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Many clusters by their decision logs, as {@code plumbline fleet} shows them. */
@Path("/api/v1/fleet")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Record")
class FleetResource {

  private final FleetWatch watch;
  private final WebSettings settings;

  FleetResource(FleetWatch watch, WebSettings settings) {
    this.watch = watch;
    this.settings = settings;
  }

  @GET
  @Operation(
      summary = "The clusters of the fleet, by the ends of their decision logs.",
      description =
          "404 where plumbline.web.fleet.location is not set, 503 until they were read once. Then"
              + " what was read last is returned, while what is new is read.")
  public FleetDocument fleet() {
    FleetWatch.Seen seen = watch.seen();
    return FleetDocument.of(seen.fleet(), seen.fault(), settings.fleet().maxAge());
  }
}
