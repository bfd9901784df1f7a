package dev.plumbline.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The SBOM names every library that is shipped, with version, licence and hash; and what is shipped
 * is what was reviewed.
 */
class BomIT {

  private static final Path BOM = Path.of("target", "bom.json");
  private static final Path LIBRARIES = Path.of("target", "quarkus-app", "lib");

  /** Each library with the digest of its file and its licences: a change of it is reviewed. */
  private static final Path REVIEWED = Path.of("src/test/resources/libraries.txt");

  /** What the build takes from the class path of the program: it is in the SBOM all the same. */
  private static final Set<String> BUILD_ONLY =
      Set.of(
          "io.quarkus.quarkus-container-image",
          "io.quarkus.quarkus-container-image-jib",
          "io.quarkus.quarkus-ide-launcher");

  /** Quarkus leaves out their index, which only a build reads (.mvn/jvm.config). */
  private static final Pattern REWRITTEN = Pattern.compile("io\\.fabric8\\.kubernetes-model-.*");

  /** Machine code, of the platform that the build runs on. */
  private static final Pattern OF_A_PLATFORM =
      Pattern.compile("com\\.aayushatharva\\.brotli4j\\.native-.*");

  /** What a program that watches, decides and patches has no use for. */
  private static final Pattern UNUSED =
      Pattern.compile(
          ".*(junit|assertj|grpc|protobuf|guava|-otlp|opentelemetry-(sdk|exporter)"
              + "|container-image|swagger|smallrye-open-api|deployment|webjar|netty-nio-client|apache-client|aws-crt-client"
              + "|drools-(compiler|mvel|ecj)|mvel2|ecj|kotlin|scala|log4j|logback|xstream"
              + "|commons-collections|commons-beanutils).*");

  /** One of them is enough: permissive, or with the exception for who links to it. */
  private static final Set<String> LICENCES =
      Set.of(
          "Apache-2.0",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "CC0-1.0",
          "EPL-2.0",
          "Go License",
          "MIT",
          "MIT-0");

  private static Map<String, JsonNode> named = Map.of();
  private static Map<String, Path> shipped = Map.of();

  @BeforeAll
  static void read() throws IOException {
    assumeTrue(
        Files.exists(BOM) && Files.isDirectory(LIBRARIES),
        "the program is not packaged: ./mvnw package makes " + BOM);
    named = new TreeMap<>();
    for (JsonNode each : new ObjectMapper().readTree(BOM.toFile()).path("components")) {
      named.put(
          each.path("group").asText()
              + "."
              + each.path("name").asText()
              + "-"
              + each.path("version").asText()
              + ".jar",
          each);
    }
    try (Stream<Path> files = Files.walk(LIBRARIES)) {
      shipped =
          files
              .filter(path -> path.toString().endsWith(".jar"))
              .collect(
                  Collectors.toMap(
                      path -> path.getFileName().toString(),
                      path -> path,
                      (a, b) -> a,
                      TreeMap::new));
    }
  }

  @Test
  void whatIsShippedIsNamedAndNothingElse() {
    assertThat(shipped).hasSizeGreaterThan(200);
    var left = new TreeSet<>(named.keySet());
    left.removeAll(shipped.keySet());
    assertThat(shipped.keySet()).isSubsetOf(named.keySet());
    assertThat(left.stream().map(BomIT::library)).containsExactlyInAnyOrderElementsOf(BUILD_ONLY);
  }

  @Test
  void eachHasLicenceAndHash() {
    assertThat(named.values())
        .allSatisfy(
            each -> {
              assertThat(licences(each))
                  .as(each.path("purl").asText())
                  .containsAnyElementsOf(LICENCES);
              assertThat(each.path("hashes")).as(each.path("purl").asText()).isNotEmpty();
            });
  }

  /** The very bytes, so that another file under the same version is noticed without a network. */
  @Test
  void whatIsShippedIsWhatWasReviewed() throws IOException {
    var lines = new ArrayList<String>();
    shipped.forEach(
        (jar, path) -> {
          JsonNode component = named.get(jar);
          if (component == null || OF_A_PLATFORM.matcher(jar).matches()) {
            return;
          }
          String hash = hash(component);
          if (!REWRITTEN.matcher(jar).matches()) {
            assertThat(sha256(path)).as("SHA-256 of %s", path).isEqualTo(hash);
          }
          lines.add(hash + "  " + jar + "  " + String.join(" or ", licences(component)));
        });
    if (Boolean.getBoolean("golden.update")) {
      Files.write(REVIEWED, lines);
    }
    assertThat(lines)
        .as("%s (update with -Dgolden.update=true, and review the difference)", REVIEWED)
        .isEqualTo(Files.readAllLines(REVIEWED));
  }

  @Test
  void whatTheProgramDoesNotUseIsNotShipped() {
    assertThat(shipped.keySet()).noneMatch(jar -> UNUSED.matcher(jar).matches());
  }

  /** Nothing that differs from one build of a commit to the next. */
  @Test
  void itCarriesNoTime() throws IOException {
    JsonNode bom = new ObjectMapper().readTree(BOM.toFile());

    assertThat(bom.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(bom.at("/metadata/timestamp").isMissingNode()).isTrue();
    assertThat(bom.at("/metadata/component/name").asText()).isEqualTo("plumbline");
  }

  /** The name of a file without its version. */
  private static String library(String jar) {
    return jar.replaceFirst("-\\d[^/]*\\.jar$", "");
  }

  private static List<String> licences(JsonNode component) {
    return StreamSupport.stream(component.path("licenses").spliterator(), false)
        .map(
            each ->
                each.at("/license/id")
                    .asText(each.at("/license/name").asText(each.path("expression").asText())))
        .toList();
  }

  private static String hash(JsonNode component) {
    for (JsonNode hash : component.path("hashes")) {
      if (hash.path("alg").asText().equals("SHA-256")) {
        return hash.path("content").asText();
      }
    }
    throw new AssertionError("no SHA-256 of " + component.path("purl").asText());
  }

  private static String sha256(Path file) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
