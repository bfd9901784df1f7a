package dev.plumbline.bundle;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.bundle.CredentialHelpers.Login;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * As whom to connect to a registry: as configured, else as {@code docker login}, a Secret of type
 * kubernetes.io/dockerconfigjson, or a credential helper says.
 *
 * @param username as configured; null to look into {@code dockerConfig}
 * @param dockerConfig the {@code config.json} of Docker, which need not be there
 * @param helpers those that it may name
 */
record RegistryCredentials(
    @Nullable String username,
    @Nullable String password,
    Path dockerConfig,
    CredentialHelpers helpers) {

  private static final JsonMapper JSON = new JsonMapper();

  /** What Docker calls its own registry. */
  private static final Map<String, String> ALIASES =
      Map.of("registry-1.docker.io", "index.docker.io");

  private static final Map<String, String> SERVERS =
      Map.of("registry-1.docker.io", "https://index.docker.io/v1/");

  /**
   * The value of a header {@code Authorization} for {@code registry}, of type Basic.
   *
   * @return null for nobody
   * @throws IOException when the configuration cannot be used
   */
  @Nullable String basic(String registry) throws IOException {
    if (username != null) {
      return basic(username, password == null ? "" : password);
    }
    if (!Files.isRegularFile(dockerConfig)) {
      return null;
    }
    JsonNode config = config();
    String name = ALIASES.getOrDefault(registry, registry);
    JsonNode entry = entry(config.path("auths"), name);
    String auth = entry.path("auth").asText();
    if (!auth.isEmpty()) {
      return "Basic " + checked(auth, registry);
    }
    if (entry.path("username").isTextual()) {
      return basic(entry.path("username").asText(), entry.path("password").asText());
    }
    JsonNode own = entry(config.path("credHelpers"), name);
    JsonNode helper = own.isMissingNode() ? config.path("credsStore") : own;
    if (helper.asText().isEmpty()) {
      return null;
    }
    try {
      Login login = helpers.get(helper.asText(), SERVERS.getOrDefault(registry, registry));
      return login == null ? null : basic(login.username(), login.password());
    } catch (IOException e) {
      throw new IOException(dockerConfig + ": " + e.getMessage(), e);
    }
  }

  private JsonNode config() throws IOException {
    try {
      return JSON.readTree(Files.readString(dockerConfig));
    } catch (JsonProcessingException e) {
      throw new IOException(
          dockerConfig + ": is not JSON: " + e.getOriginalMessage() + ". Try: docker login.", e);
    } catch (IOException e) {
      throw new IOException(dockerConfig + ": cannot be read: " + e + ". Try: docker login.", e);
    }
  }

  /** Keys are hosts, or addresses: {@code https://index.docker.io/v1/}. */
  private static JsonNode entry(JsonNode auths, String registry) {
    for (var each : auths.properties()) {
      if (each.getKey().replaceFirst("^https?://", "").replaceFirst("/.*$", "").equals(registry)) {
        return each.getValue();
      }
    }
    return auths.path(registry);
  }

  private String checked(String auth, String registry) throws IOException {
    try {
      if (new String(Base64.getDecoder().decode(auth), StandardCharsets.UTF_8).indexOf(':') > 0) {
        return auth;
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw new IOException(
        dockerConfig
            + ": auths."
            + registry
            + ".auth is not the base64 of USER:PASSWORD. Try: docker login "
            + registry
            + ".");
  }

  private static String basic(String username, String password) {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8));
  }
}
