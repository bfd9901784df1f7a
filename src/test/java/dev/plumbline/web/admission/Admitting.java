package dev.plumbline.web.admission;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;

/** As {@code plumbline serve} answers the API server, at ports of its own. */
public final class Admitting implements QuarkusTestProfile {

  @Override
  public Map<String, String> getConfigOverrides() {
    try {
      var certificate = new Certificate(Files.createTempDirectory("plumbline-admission"));
      certificate.make("first");
      return Map.of(
          "quarkus.http.host-enabled", "true",
          "quarkus.http.test-port", "0",
          "plumbline.admission.enabled", "true",
          "plumbline.admission.port", "0",
          "plumbline.admission.mode", "deny",
          // Answers are looked at here, not how fast a busy machine gives them.
          "plumbline.admission.deadline", "5m",
          "plumbline.admission.rules-deadline", "5m",
          "quarkus.tls.admission.reload-period", "1h",
          "quarkus.tls.admission.key-store.pem.tls.cert", certificate.cert().toString(),
          "quarkus.tls.admission.key-store.pem.tls.key", certificate.key().toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
