package dev.plumbline.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.marcnuri.helm.jni.HelmLib;
import com.marcnuri.helm.jni.NativeLibrary;
import com.marcnuri.helm.jni.RepoServerOptions;
import dev.plumbline.client.Backoff;
import dev.plumbline.client.Retry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bundles in a registry: one in memory, and a real one. */
class OciBundleTest {

  private static final RuleBundle BUNDLE = Bundles.signed(7, Bundles.files("rule\n"));

  @TempDir Path docker;

  private final OciRegistry registry = new OciRegistry();
  private final List<Duration> pauses = new ArrayList<>();

  @AfterEach
  void close() {
    registry.close();
  }

  private BundlePlace place(String host, String reference, @Nullable String user) {
    var settings = new TestSettings(Optional.ofNullable(user), Optional.of("secret"));
    var retry =
        new Retry(3, new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(4)), pauses::add);
    return new BundlePlaces(settings, Map.of("DOCKER_CONFIG", docker.toString()), retry)
        .open(BundleAddress.of("oci://" + host + "/team/policy" + reference), false);
  }

  private BundlePlace place(String reference) {
    return place(registry.host(), reference, null);
  }

  @Test
  void whatIsPushedIsPulledByTagAndByDigest() throws IOException {
    try (BundlePlace place = place(":canary")) {
      assertThat(place.identity()).isNull();

      String digest = place.write(BUNDLE);

      assertThat(place.identity()).isEqualTo(digest);
      assertThat(place.read()).isEqualTo(BUNDLE.bytes());
      try (BundlePlace named = place("@" + digest)) {
        assertThat(named.identity()).isEqualTo(digest);
        assertThat(named.read()).isEqualTo(BUNDLE.bytes());
        assertThatThrownBy(() -> named.write(BUNDLE))
            .hasMessageContaining("names a digest, which is not chosen. Try: a channel");
      }
    }
  }

  /** As ORAS 1.2 lays out an artifact, by OCI 1.1. */
  @Test
  void theManifestIsThatOfAnArtifact() throws IOException {
    try (BundlePlace place = place(":stable")) {
      place.write(BUNDLE);
    }

    JsonNode manifest = new JsonMapper().readTree(registry.manifest("team/policy", "stable"));
    assertThat(manifest.path("schemaVersion").asInt()).isEqualTo(2);
    assertThat(manifest.path("mediaType").asText())
        .isEqualTo("application/vnd.oci.image.manifest.v1+json");
    assertThat(manifest.path("artifactType").asText())
        .isEqualTo("application/vnd.plumbline.rules.v1");
    assertThat(manifest.path("config").toString())
        .contains("\"data\":\"e30=\"", "\"mediaType\":\"application/vnd.oci.empty.v1+json\"")
        .contains("sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    assertThat(manifest.path("layers")).hasSize(1);
    assertThat(manifest.path("layers").path(0).path("mediaType").asText())
        .isEqualTo("application/vnd.plumbline.rules.v1.tar+gzip");
    assertThat(manifest.path("layers").path(0).path("digest").asText()).isEqualTo(BUNDLE.digest());
  }

  @Test
  void pushingAgainUploadsNothing() throws IOException {
    try (BundlePlace place = place(":stable")) {
      String first = place.write(BUNDLE);
      registry.requests().clear();

      assertThat(place.write(BUNDLE)).isEqualTo(first);
      assertThat(registry.requests()).noneMatch(request -> request.startsWith("POST"));
    }
  }

  @Test
  void aTokenIsFetchedWhereTheRegistryAsksForIt() throws IOException {
    registry.requireTokens();
    registry.redirect();
    String auth = Base64.getEncoder().encodeToString("ann:secret".getBytes());
    Files.writeString(
        docker.resolve("config.json"),
        "{\"auths\":{\"http://%s/v1/\":{\"auth\":\"%s\"}}}".formatted(registry.host(), auth));
    try (BundlePlace place = place(":stable")) {
      place.write(BUNDLE);
      assertThat(place.read()).isEqualTo(BUNDLE.bytes());
    }
    assertThat(registry.authorizationsOfStorage()).as("no token elsewhere").containsOnly("null");

    try (BundlePlace place = place(registry.host(), ":stable", "ann")) {
      assertThat(place.read()).isEqualTo(BUNDLE.bytes());
    }
    try (BundlePlace place = place(registry.host(), ":stable", "bob")) {
      assertThatThrownBy(place::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(
              "answers 401: UNAUTHORIZED no. Try: docker login " + registry.host());
    }
    assertThat(pauses).isEmpty();
  }

  @Test
  void faultsThatMayPassAreTriedAgain() throws IOException {
    try (BundlePlace place = place(":stable")) {
      registry.fail(2);
      place.write(BUNDLE);
      assertThat(pauses).hasSize(2);
      assertThat(pauses.get(1)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));

      registry.fail(3);
      assertThatThrownBy(place::identity)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("answers 503. Try: again later.");
    }
    registry.close();
    try (BundlePlace place = place(":stable")) {
      assertThatThrownBy(place::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(registry.host() + ": cannot be reached: ");
    }
  }

  @Test
  void whatIsNotThereOrNoBundleIsSaid() throws IOException {
    try (BundlePlace place = place(":stable")) {
      assertThatThrownBy(place::read)
          .hasMessageContaining(
              "/team/policy:stable: names nothing. Try: plumbline rules push policy.tgz oci://");
      registry.put("team/policy", "stable", "{\"artifactType\":\"application/x\",\"layers\":[]}");
      assertThatThrownBy(place::read)
          .isInstanceOf(InvalidBundleException.class)
          .hasMessageStartingWith(
              "is an artifact of type 'application/x', and not application/vnd");
      registry.put("team/policy", "stable", "<html>");
      assertThatThrownBy(place::read)
          .isInstanceOf(InvalidBundleException.class)
          .hasMessageStartingWith("has a manifest that is not JSON: ");
    }
  }

  @Test
  void whatTheRegistryReplacesIsSeen() throws IOException {
    try (BundlePlace place = place(":stable")) {
      String digest = place.write(BUNDLE);
      registry.replace(BUNDLE.digest(), Bundles.signed(8, Bundles.files("other")).bytes());
      assertThatThrownBy(place::read)
          .isInstanceOf(InvalidBundleException.class)
          .hasMessageStartingWith("has another layer than its manifest names");

      registry.put("team/policy", digest, "{}");
      try (BundlePlace named = place("@" + digest)) {
        assertThatThrownBy(named::read)
            .isInstanceOf(InvalidBundleException.class)
            .hasMessageStartingWith("has another manifest than its digest names");
      }
    }
  }

  @Test
  void nothingIsSentUnencryptedToAnotherMachine() {
    var settings = new TestSettings(Optional.of("ann"), Optional.of("secret"));
    var places =
        new BundlePlaces(
            settings,
            Map.of(),
            new Retry(1, new Backoff(Duration.ZERO, Duration.ZERO), pauses::add));
    try (BundlePlace place =
        places.open(BundleAddress.of("oci://registry.invalid/team/policy:stable"), false)) {
      assertThatThrownBy(place::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("registry.invalid: cannot be reached: ")
          .hasMessageContaining("Try: the address, or --plain-http.");
    }
  }

  /** The registry of Docker (distribution), with passwords. */
  @Test
  void aRealRegistryTakesIt() throws IOException {
    HelmLib registries = NativeLibrary.getInstance().load();
    String host = registries.RepoOciServerStart(new RepoServerOptions(null, "ann", "secret")).out;
    String here = host.replaceFirst("^.*:", "localhost:");
    try (BundlePlace place = place(here, ":stable", "ann")) {
      String digest = place.write(BUNDLE);

      assertThat(place.identity()).isEqualTo(digest);
      assertThat(place.read()).isEqualTo(BUNDLE.bytes());
      try (BundlePlace named = place(here, "@" + digest, "ann")) {
        assertThat(named.read()).isEqualTo(BUNDLE.bytes());
      }
      try (BundlePlace other = place(here, ":stable", "bob")) {
        assertThatThrownBy(other::read).hasMessageContaining("answers 401");
      }
    } finally {
      registries.RepoServerStopAll();
    }
  }
}
