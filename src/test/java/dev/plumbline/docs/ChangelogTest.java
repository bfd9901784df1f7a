package dev.plumbline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The changelog is read by people before an upgrade, and by the release. */
class ChangelogTest {

  private static final String MARK = "**Verdict:**";

  private final List<String> lines = lines(Path.of("CHANGELOG.md"));

  @Test
  void entriesThatChangeVerdictsCarryAMarkThatMarkdownShows() {
    assertThat(lines)
        .as("`- * ` is a list in a list: write `- %s `", MARK)
        .noneMatch(line -> line.matches("\\s*[-*] [*+-] .*"));
    assertThat(lines).filteredOn(line -> line.startsWith("- " + MARK + " ")).isNotEmpty();
    assertThat(String.join(" ", lines.subList(0, 5))).contains(MARK);
    assertThat(lines(Path.of("docs/install.md"))).anyMatch(line -> line.contains(MARK));
  }

  @Test
  void everyVersionSaysWhenItWasReleased() {
    assertThat(lines)
        .filteredOn(line -> line.startsWith("## "))
        .isNotEmpty()
        .allMatch(
            line -> line.matches("## \\d+\\.\\d+\\.\\d+ - (unreleased|\\d{4}-\\d\\d-\\d\\d)"));
  }

  @Test
  void theFirstVersionIsThatOfTheProgram() {
    String version =
        lines(Path.of("pom.xml")).stream()
            .filter(line -> line.startsWith("  <version>"))
            .findFirst()
            .orElseThrow()
            .replaceAll("<[^>]*>|-SNAPSHOT|\\s", "");

    assertThat(lines)
        .filteredOn(line -> line.startsWith("## "))
        .first()
        .asString()
        .startsWith("## " + version + " - ");
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
