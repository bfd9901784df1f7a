package dev.plumbline.web;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.plumbline.language.InvalidInputException;
import dev.plumbline.wiring.HostAssembly.AssemblySettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What must be set before anything can be changed; nothing can as it is shipped. */
@Tag("served")
@QuarkusTest
@TestProfile(Serving.class)
class AccessTest {

  private static final String WEB = "plumbline.web.";

  @Inject AssemblySettings live;
  @Inject Instance<KubernetesClient> cluster;

  @Test
  void asShippedNothingCanBeChanged() {
    given()
        .get("/api/v1/session")
        .then()
        .statusCode(200)
        .body("authentication", equalTo("none"))
        .body("readAuthentication", equalTo(false))
        .body("changes", equalTo(false))
        .body("user", nullValue())
        .body("mayChange", equalTo(false))
        .body("why", startsWith("The page is read-only"));
    for (String authorization : new String[] {"Bearer x", "Basic eDp5"}) {
      given()
          .header("Authorization", authorization)
          .contentType("application/json")
          .body("{}")
          .post("/api/v1/rules/revisions/aaaa/approve")
          .then()
          .statusCode(401);
    }
  }

  @Test
  void whatCannotBeGuardedDoesNotStart() {
    refused("changes is true, but plumbline.web.authentication is none", "changes", "true");
    refused("read-authentication is true, but", "read-authentication", "true");
    refused("evaluate is authenticated, but", "evaluate", "authenticated");
    refused("oidc.issuer is not set", "authentication", "oidc");
    refused(
        "oidc.issuer is 'http://example.com', which is not https",
        "authentication",
        "oidc",
        "oidc.issuer",
        "http://example.com");
    refused("audiences is not set", "authentication", "oidc", "oidc.issuer", "https://example.com");
    refused(
        "oidc.change-groups is not set",
        "authentication",
        "oidc",
        "oidc.issuer",
        "https://example.com",
        "audiences",
        "plumbline",
        "changes",
        "true");
    assertThatCode(() -> access("changes", "false").check()).doesNotThrowAnyException();
    assertThatCode(() -> access("changes", "true", "authentication", "token-review").check())
        .doesNotThrowAnyException();
  }

  private void refused(String why, String... settings) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> access(settings).check())
        .withMessageStartingWith(WEB)
        .withMessageContaining(why)
        .withMessageContaining("Try: ");
  }

  private Access access(String... settings) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      values.put(WEB + settings[i], settings[i + 1]);
    }
    WebSettings web =
        new SmallRyeConfigBuilder()
            .withConverter(
                io.quarkus.runtime.configuration.MemorySize.class,
                100,
                new io.quarkus.runtime.configuration.MemorySizeConverter())
            .withConverter(Duration.class, 100, new DurationConverter())
            .withMapping(WebSettings.class)
            .withSources(new PropertiesConfigSource(values, "test", 100))
            .build()
            .getConfigMapping(WebSettings.class);
    return new Access(web, live, cluster);
  }
}
