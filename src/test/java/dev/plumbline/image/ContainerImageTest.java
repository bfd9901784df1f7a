package dev.plumbline.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Both images are not root, from bases that are named exactly, and take verbs as arguments. */
class ContainerImageTest {

  private static final String BASE = "[a-z0-9./-]+(:\\d[\\w.-]*|@sha256:[0-9a-f]{64})";

  @Test
  void whatJibMakes() throws IOException {
    var settings = new Properties();
    try (InputStream file =
        Files.newInputStream(Path.of("src/main/resources/application.properties"))) {
      settings.load(file);
    }

    assertThat(settings.getProperty("quarkus.jib.base-jvm-image")).matches(BASE);
    assertThat(settings.getProperty("quarkus.jib.base-native-image")).matches(BASE);
    // Kubernetes can only tell of a number that it is not root.
    assertThat(settings.getProperty("quarkus.jib.user")).isEqualTo("1001:1001");
    assertThat(settings.getProperty("quarkus.kubernetes.security-context.run-as-user"))
        .isEqualTo("1001");
    assertThat(settings.getProperty("quarkus.jib.ports"))
        .isEqualTo(settings.getProperty("quarkus.kubernetes.ports.http.container-port"));
    assertThat(settings.getProperty("quarkus.jib.jvm-entrypoint").split(","))
        .startsWith("java")
        .contains("-Dmvel2.disable.jit=true")
        .endsWith("-jar", "quarkus-run.jar");
    assertThat(settings.getProperty("quarkus.jib.use-current-timestamp")).isEqualTo("false");
    assertThat(settings.stringPropertyNames())
        .filteredOn(name -> name.contains("org.opencontainers.image."))
        .hasSize(3);
  }

  @Test
  void whatTheDockerfileMakes() throws IOException {
    List<String> lines =
        Files.readAllLines(Path.of("src/main/docker/Dockerfile.native-micro")).stream()
            .filter(line -> !line.startsWith("#"))
            .toList();

    assertThat(lines.getFirst()).matches("FROM " + BASE);
    assertThat(lines)
        .contains("USER 1001:1001", "EXPOSE 8080", "ENTRYPOINT [\"/usr/local/bin/plumbline\"]")
        .noneMatch(line -> line.startsWith("RUN "));
  }
}
