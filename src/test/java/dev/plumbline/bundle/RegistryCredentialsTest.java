package dev.plumbline.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As whom to connect to a registry, by the configuration of Docker and its helpers. */
class RegistryCredentialsTest {

  private static final String REGISTRY = "registry.example.com";

  /** Answers for each server as the real ones do. */
  private static final String HELPER =
      """
      #!/bin/sh
      [ "$1" = get ] || exit 3
      read -r server
      case $server in
        registry.example.com) echo '{"ServerURL":"x","Username":"ada","Secret":"s3cret"}' ;;
        https://index.docker.io/v1/) echo '{"Username":"'"$WHO"'","Secret":"h"}' ;;
        none) echo "credentials not found in native keychain"; exit 1 ;;
        token) echo '{"Username":"<token>","Secret":"s3cret"}' ;;
        text) echo s3cret ;;
        slow) exec sleep 600 ;;
        *) echo "no network"; echo more; exit 7 ;;
      esac
      """;

  @TempDir private Path folder;

  @BeforeEach
  void install() throws IOException {
    Path helper = Files.writeString(folder.resolve("docker-credential-test"), HELPER);
    Files.setPosixFilePermissions(helper, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private @Nullable String of(String registry, String config) throws IOException {
    Path file = Files.writeString(folder.resolve("config.json"), config);
    var environment =
        Map.of("PATH", "relative:" + folder + ":" + System.getenv("PATH"), "WHO", "bob");
    var helpers =
        new CredentialHelpers(environment, Duration.ofSeconds(registry.equals("slow") ? 1 : 30));
    String basic = new RegistryCredentials(null, null, file, helpers).basic(registry);
    return basic == null
        ? null
        : new String(
            Base64.getDecoder().decode(basic.substring("Basic ".length())), StandardCharsets.UTF_8);
  }

  @Test
  void theHelperOfTheRegistryComesBeforeThatOfAll() throws IOException {
    assertThat(
            of(
                REGISTRY,
                """
                {"credHelpers": {"registry.example.com": "test"}, "credsStore": "missing"}
                """))
        .isEqualTo("ada:s3cret");
    assertThat(of(REGISTRY, "{\"credsStore\": \"test\"}")).isEqualTo("ada:s3cret");
    assertThat(of("other", "{\"credHelpers\": {\"registry.example.com\": \"test\"}}")).isNull();
  }

  @Test
  void whatIsWrittenThereNeedsNoHelper() throws IOException {
    assertThat(
            of(
                REGISTRY,
                """
                {"auths": {"registry.example.com": {"auth": "ZXZlOng="}}, "credsStore": "missing"}
                """))
        .isEqualTo("eve:x");
  }

  @Test
  void theRegistryOfDockerHasTheNameThatHelpersKnow() throws IOException {
    assertThat(of("registry-1.docker.io", "{\"credsStore\": \"test\"}")).isEqualTo("bob:h");
    assertThat(
            of(
                "registry-1.docker.io",
                "{\"credHelpers\": {\"https://index.docker.io/v1/\": \"test\"}}"))
        .isEqualTo("bob:h");
  }

  @Test
  void whomAHelperDoesNotKnowIsNobody() throws IOException {
    assertThat(of("none", "{\"credsStore\": \"test\"}")).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "other | test    | has failed for other, with exit code 7: no network. Try: echo other",
        "token | test    | has an identity token, which is not supported. Try: docker login",
        "text  | test    | answers with something else than a user and a secret",
        "slow  | test    | has not answered within 1 s",
        "any   | missing | docker-credential-missing, which the configuration of Docker names, is not",
        "any   | ../test | is no name of a credential helper of Docker",
      })
  void whatKeepsAHelperFromAnsweringIsSaidWithoutTheSecret(
      String registry, String helper, String message) {
    assertThatThrownBy(() -> of(registry, "{\"credsStore\": \"" + helper + "\"}"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(folder.resolve("config.json") + ": ")
        .hasMessageContaining(message)
        .hasMessageNotContaining("s3cret");
  }
}
