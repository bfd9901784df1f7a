package dev.plumbline.web;

import dev.plumbline.web.access.Issuer;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** As {@code plumbline serve} listens to those alone who have a token of an issuer. */
public final class Guarded implements QuarkusTestProfile {

  @Override
  @SuppressWarnings("MustBeClosed") // it ends with the tests
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "quarkus.http.host-enabled", "true",
        "quarkus.http.test-port", "0",
        "plumbline.web.hosts", "plumbline.example.com",
        "plumbline.web.changes", "true",
        "plumbline.web.read-authentication", "true",
        "plumbline.web.authentication", "oidc",
        "plumbline.web.audiences", Issuer.AUDIENCE,
        "plumbline.web.oidc.issuer", new Issuer().name(),
        "plumbline.web.oidc.change-groups", "approvers");
  }
}
