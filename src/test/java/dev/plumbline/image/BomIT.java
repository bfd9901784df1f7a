package dev.plumbline.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The SBOM names every library that is shipped, with version, licence and hash; and no other. */
class BomIT {

  private static final Path BOM = Path.of("target", "bom.json");
  private static final Path LIBRARIES = Path.of("target", "quarkus-app", "lib");

  @Test
  void whatIsShippedIsNamed() throws IOException {
    assumeTrue(
        Files.exists(BOM) && Files.isDirectory(LIBRARIES),
        "the program is not packaged: ./mvnw package makes " + BOM);
    JsonNode bom = new ObjectMapper().readTree(BOM.toFile());
    var named = new TreeMap<String, JsonNode>();
    bom.path("components")
        .forEach(
            each ->
                named.put(
                    each.path("group").asText()
                        + "."
                        + each.path("name").asText()
                        + "-"
                        + each.path("version").asText()
                        + ".jar",
                    each));

    try (Stream<Path> jars = Files.walk(LIBRARIES)) {
      assertThat(jars.map(path -> path.getFileName().toString()).filter(n -> n.endsWith(".jar")))
          .hasSizeGreaterThan(200)
          .filteredOn(jar -> !named.containsKey(jar))
          .isEmpty();
    }
    assertThat(named.keySet()).noneMatch(jar -> jar.matches("org\\.(junit|assertj).*"));
    assertThat(named.values())
        .allSatisfy(
            each -> {
              assertThat(each.path("licenses")).as(each.path("purl").asText()).isNotEmpty();
              assertThat(each.path("hashes")).as(each.path("purl").asText()).isNotEmpty();
            });
  }

  /** Nothing that differs from one build of a commit to the next. */
  @Test
  void itCarriesNoTime() throws IOException {
    assumeTrue(Files.exists(BOM), "the program is not packaged: ./mvnw package makes " + BOM);
    JsonNode bom = new ObjectMapper().readTree(BOM.toFile());

    assertThat(bom.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(bom.at("/metadata/timestamp").isMissingNode()).isTrue();
    assertThat(bom.at("/metadata/component/name").asText()).isEqualTo("plumbline");
  }
}
