package dev.plumbline.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The files of the page. */
class PageFilesTest {

  private static final Path ROOT = Path.of("src/main/resources/META-INF/resources");
  private static final Pattern AHEAD =
      Pattern.compile("<link rel=\"modulepreload\" href=\"(.+)\">");

  private static final Pattern IMPORT = Pattern.compile("import (.+) from \"(\\..+)\";");
  private static final Pattern NAME = Pattern.compile("(\\w+)( as \\w+)?");

  @Test
  void everyImportedNameIsExported() throws IOException {
    // Else a browser runs none of the modules.
    try (var files = Files.walk(ROOT.resolve("page"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".js")).toList()) {
        for (MatchResult each : IMPORT.matcher(Files.readString(file)).results().toList()) {
          String exporting = Files.readString(file.resolveSibling(each.group(2)).normalize());
          List<String> names =
              each.group(1).startsWith("{")
                  ? NAME.matcher(each.group(1)).results().map(it -> it.group(1)).toList()
                  : List.of("default");
          for (String name : names) {
            assertThat(exporting)
                .as("what %s imports of %s", ROOT.relativize(file), each.group(2))
                .containsPattern(
                    "(?m)^export (async )?((function|const|let|class) )?" + name + "\\b");
          }
        }
      }
    }
  }

  @Test
  void everyModuleIsAskedForAtOnce() throws IOException {
    // Else a browser learns of a module only when it has read the one that imports it.
    String index = Files.readString(ROOT.resolve("index.html"));
    List<String> ahead =
        AHEAD.matcher(index).results().map((MatchResult it) -> it.group(1)).toList();

    try (var files = Files.walk(ROOT.resolve("page"))) {
      assertThat(ahead)
          .containsExactlyInAnyOrderElementsOf(
              files
                  .map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
                  .filter(name -> name.endsWith(".js") && !name.endsWith("/main.js"))
                  .toList());
    }
  }
}
