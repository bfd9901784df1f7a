package dev.plumbline.web;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** {@code /openapi}: docs/openapi.yaml, as the build packs it. */
@Path("/openapi")
public class OpenApiResource {

  private static final String DOCUMENT = "/META-INF/plumbline/openapi.yaml";

  @GET
  @Produces("application/yaml")
  @Operation(hidden = true)
  public String document() {
    try (InputStream document = OpenApiResource.class.getResourceAsStream(DOCUMENT)) {
      if (document == null) {
        throw new IllegalStateException(DOCUMENT + " is packed by the build");
      }
      return new String(document.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
