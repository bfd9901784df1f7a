package dev.plumbline.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/lint.md is made of the cases; {@code -Dgolden.update=true} writes it anew. */
class LintDocTest {

  private static final Path DOC = Path.of("docs/lint.md");
  private static final Path HEAD = Path.of("docs/lint.head.md");

  @Test
  void everyCheckIsShownWithWhatItFinds() throws IOException {
    String doc = Files.readString(HEAD) + examples();
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(DOC, doc);
    }
    assertThat(Files.readString(DOC))
        .as("docs/lint.md is stale. Try: ./mvnw test -Dtest=LintDocTest -Dgolden.update=true")
        .isEqualTo(doc);
  }

  @Test
  void everyCheckHasACase() {
    assertThat(byCheck().keySet()).containsExactlyInAnyOrder(Check.values());
  }

  private static String examples() throws IOException {
    var text = new StringBuilder();
    for (var check : byCheck().entrySet()) {
      text.append("\n## ").append(check.getKey().word()).append("\n\n");
      text.append("| case | line | what is said |\n|---|---|---|\n");
      for (Path folder : check.getValue()) {
        String told = Files.readAllLines(folder.resolve("expected.txt")).get(1).strip();
        List<String> lines = Files.readAllLines(folder.resolve(told.split(":")[0]));
        text.append("| ").append(LintCasesTest.name(folder)).append(" | ");
        text.append(cell(line(lines, told))).append(" | ");
        text.append(told.substring(told.indexOf(": ") + 2).replace("|", "\\|")).append(" |\n");
      }
    }
    return text.toString();
  }

  private static String line(List<String> lines, String told) {
    String[] place = told.split(":", 3);
    return place.length > 2
            && place[1].matches("[0-9]+")
            && Integer.parseInt(place[1]) <= lines.size()
        ? lines.get(Integer.parseInt(place[1]) - 1).strip()
        : "";
  }

  private static String cell(String code) {
    return code.isEmpty()
        ? ""
        : "<code>"
            + code.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("|", "&#124;")
                .replace("\u202e", "U+202E")
            + "</code>";
  }

  private static Map<Check, List<Path>> byCheck() {
    return LintCasesTest.cases("bad")
        .collect(Collectors.groupingBy(LintDocTest::first, TreeMap::new, Collectors.toList()));
  }

  private static Check first(Path folder) {
    try {
      String head = Files.readAllLines(folder.resolve("expected.txt")).getFirst();
      return Check.valueOf(head.split(" ")[1].toUpperCase(Locale.ROOT));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
