package dev.plumbline.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Images of both kinds are not root, from bases that are named exactly, and take verbs as
 * arguments. Jib makes them; there is one Dockerfile, for the native program, which makes the same.
 */
class ContainerImageTest {

  private static final String BASE = "[a-z0-9./-]+(:\\d[\\w.-]*|@sha256:[0-9a-f]{64})";
  private static final String ENDS_WITHOUT_MEMORY = "-XX:+ExitOnOutOfMemoryError";
  private static final Path DOCKERFILES = Path.of("src/main/docker");
  private static final String LABEL = "quarkus.container-image.labels.\"org.opencontainers.image.";

  private final Properties settings = settings();

  @Test
  void whatJibMakes() {
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
        .contains(ENDS_WITHOUT_MEMORY)
        .endsWith("-jar", "quarkus-run.jar");
    assertThat(settings.getProperty("quarkus.jib.native-arguments")).isEqualTo(ENDS_WITHOUT_MEMORY);
    // Nothing else is there to be written to.
    assertThat(settings.getProperty("quarkus.jib.environment-variables.HOME"))
        .isEqualTo(settings.getProperty("quarkus.kubernetes.mounts.tmp.path"));
    assertThat(settings.getProperty("quarkus.jib.use-current-timestamp")).isEqualTo("false");
    assertThat(settings.stringPropertyNames())
        .filteredOn(name -> name.startsWith(LABEL))
        .hasSize(3);
  }

  @Test
  void whatTheDockerfileMakes() throws IOException {
    String text = Files.readString(DOCKERFILES.resolve("Dockerfile.native-micro"));
    List<String> lines = text.lines().filter(line -> !line.startsWith("#")).toList();

    assertThat(lines)
        .contains(
            "FROM " + settings.getProperty("quarkus.jib.base-native-image"),
            "USER " + settings.getProperty("quarkus.jib.user"),
            "EXPOSE " + settings.getProperty("quarkus.jib.ports"),
            "ENV HOME=" + settings.getProperty("quarkus.jib.environment-variables.HOME"),
            "ENTRYPOINT [\"/usr/local/bin/plumbline\", \"%s\"]"
                .formatted(settings.getProperty("quarkus.jib.native-arguments")));
    // Jib gives no verb of its own: without any the program says which there are.
    assertThat(lines).noneMatch(line -> line.matches("(RUN|CMD|VOLUME|ADD) .*"));
    for (String label : List.of("title", "description")) {
      assertThat(text)
          .contains(
              "org.opencontainers.image.%s=\"%s\""
                  .formatted(label, settings.getProperty(LABEL + label + "\"")));
    }
  }

  /** Of the program for the JVM there is none, and the documentation names no other. */
  @Test
  void thereIsNoOtherDockerfile() throws IOException {
    try (Stream<Path> there = Files.list(DOCKERFILES);
        Stream<Path> pages = Files.walk(Path.of("docs"))) {
      assertThat(there.map(file -> file.getFileName().toString()))
          .containsExactly("Dockerfile.native-micro");
      for (Path page : pages.filter(file -> file.toString().endsWith(".md")).toList()) {
        assertThat(
                Pattern.compile("Dockerfile\\.[\\w-]+")
                    .matcher(Files.readString(page))
                    .results()
                    .map(found -> found.group()))
            .as(page.toString())
            .allMatch("Dockerfile.native-micro"::equals);
      }
    }
  }

  private static Properties settings() {
    var settings = new Properties();
    try (InputStream file =
        Files.newInputStream(Path.of("src/main/resources/application.properties"))) {
      settings.load(file);
      return settings;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
