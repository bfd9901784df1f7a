package dev.plumbline.web;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** As {@code plumbline serve} listens, at a port of its own. */
public final class Serving implements QuarkusTestProfile {

  /** Where the logs of its fleet are. */
  static final String FLEET = "target/fleet-logs";

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "quarkus.http.host-enabled",
        "true",
        "quarkus.http.test-port",
        "0",
        "plumbline.web.snapshot-values",
        "400000",
        "plumbline.web.fleet.location",
        FLEET);
  }
}
