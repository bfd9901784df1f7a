package dev.plumbline.web.admission;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** As {@code plumbline serve} answers the API server, at ports of its own. */
public final class Admitting implements QuarkusTestProfile {

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "quarkus.http.host-enabled", "true",
        "quarkus.http.test-port", "0",
        "plumbline.admission.enabled", "true",
        "plumbline.admission.port", "0",
        "plumbline.admission.mode", "deny",
        // Answers are looked at here, not how fast a busy machine gives them.
        "plumbline.admission.deadline", "5m",
        "plumbline.admission.rules-deadline", "5m",
        "quarkus.tls.admission.reload-period", "1h");
  }

  @Override
  public List<TestResourceEntry> testResources() {
    return List.of(new TestResourceEntry(Certified.class));
  }

  /** A certificate, for as long as the tests run. */
  public static final class Certified implements QuarkusTestResourceLifecycleManager {

    private @Nullable Path folder;

    @Override
    public Map<String, String> start() {
      try {
        Path made = Files.createTempDirectory("plumbline-admission");
        folder = made;
        var certificate = new Certificate(made);
        certificate.make("first");
        return Map.of(
            "quarkus.tls.admission.key-store.pem.tls.cert", certificate.cert().toString(),
            "quarkus.tls.admission.key-store.pem.tls.key", certificate.key().toString());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void stop() {
      if (folder == null) {
        return;
      }
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
