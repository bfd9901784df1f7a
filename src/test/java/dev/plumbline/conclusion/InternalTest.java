package dev.plumbline.conclusion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.RecordType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is internal is a step of one rule file and nobody else's, but for what its rules call. */
class InternalTest {

  @Test
  void oneRuleFileAndNoOtherClassUsesWhatIsInternal() throws IOException {
    List<Path> rules = files("src/main/resources/rules", ".drl");
    List<Path> classes =
        files("src/main/java", ".java").stream()
            .filter(file -> !file.toString().matches(".*/(conclusion|policy)/.*"))
            .toList();
    for (RecordType type : ConclusionTypes.ALL) {
      if (Internal.class.isAssignableFrom(type.type())) {
        assertThat(using(type, rules)).as("rules that use " + type.name()).hasSize(1);
        assertThat(using(type, classes)).as("classes that use " + type.name()).isEmpty();
      }
    }
  }

  @Test
  void oneRuleFileConcludesASummary() throws IOException {
    List<Path> rules = files("src/main/resources/rules", ".drl");
    var found = new ArrayList<String>();
    for (RecordType type : ConclusionTypes.ALL) {
      if (Summary.class.isAssignableFrom(type.type())) {
        assertThat(holding(Pattern.compile("new " + type.name() + "\\("), rules))
            .as("rules that conclude " + type.name())
            .hasSize(1);
        found.add(type.name());
      }
    }
    assertThat(found).isNotEmpty();
  }

  private static List<Path> using(RecordType type, List<Path> files) throws IOException {
    return holding(
        Pattern.compile("import dev\\.plumbline\\.conclusion\\.(\\w+\\.)?" + type.name() + "\\b"),
        files);
  }

  private static List<Path> holding(Pattern word, List<Path> files) throws IOException {
    var holding = new ArrayList<Path>();
    for (Path file : files) {
      if (word.matcher(Files.readString(file)).find()) {
        holding.add(file);
      }
    }
    return holding;
  }

  private static List<Path> files(String folder, String suffix) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }
}
