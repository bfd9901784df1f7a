package dev.plumbline.cli.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plumbline.engine.RuleLint;
import dev.plumbline.language.LintFinding;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.RuleFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The extension of Visual Studio Code, as far as it can be tested without one. */
class ExtensionTest {

  private static final Path EXTENSION = Path.of("editors/vscode");

  /** A part of a line with the scope that colours it. */
  private record Scoped(String text, String scope) {}

  @TempDir private Path folder;

  @Test
  void everyFileThatItNamesIsThere() throws IOException {
    JsonNode manifest = json("package.json");
    var files = new ArrayList<String>(List.of(manifest.path("main").asText()));
    manifest.path("contributes").findValuesAsText("path").forEach(files::add);
    files.add(manifest.at("/contributes/languages/0/configuration").asText());

    assertThat(files).hasSize(4).allSatisfy(file -> assertThat(EXTENSION.resolve(file)).exists());
    assertThat(manifest.path("contributes").findValuesAsText("language"))
        .containsOnly(manifest.at("/contributes/languages/0/id").asText());
    assertThat(json("syntaxes/plumbline-drl.tmLanguage.json").path("scopeName").asText())
        .isEqualTo(manifest.at("/contributes/grammars/0/scopeName").asText());
    assertThat(json("package-lock.json").path("name")).isEqualTo(manifest.path("name"));
  }

  @Test
  void grammarColoursWhatRulesAreMadeOf() throws IOException {
    assertThat(scopes("rule \"image is pending\""))
        .containsExactly(
            new Scoped("rule", "keyword.control.rule"),
            new Scoped("\"image is pending\"", "entity.name.function.rule"));
    assertThat(scopes("    @Id(\"TEAM-001\") // permanent"))
        .containsExactly(
            new Scoped("@", "punctuation.definition.annotation"),
            new Scoped("Id", "storage.type.annotation"),
            new Scoped("(", "punctuation"),
            new Scoped("\"TEAM-001\"", "string.quoted.double"),
            new Scoped(")", "punctuation"),
            new Scoped("// permanent", "comment.line.double-slash"));
    assertThat(scopes("    not Ami( id == $ami, tags.has( \"then\" ), size >= 10 )"))
        .filteredOn(each -> !each.scope().equals("punctuation"))
        .containsExactly(
            new Scoped("not", "keyword.control.condition"),
            new Scoped("Ami", "entity.name.type"),
            new Scoped("id", "variable.other.property"),
            new Scoped("==", "keyword.operator"),
            new Scoped("$ami", "variable.other.binding"),
            new Scoped("tags", "variable.other.property"),
            new Scoped("has", "entity.name.function"),
            new Scoped("\"then\"", "string.quoted.double"),
            new Scoped("size", "variable.other.property"),
            new Scoped(">=", "keyword.operator"),
            new Scoped("10", "constant.numeric"));
  }

  /** What a snippet inserts can be kept as it is. */
  @Test
  void snippetsPassTheLinter() throws IOException {
    JsonNode snippets = json("snippets/plumbline-drl.json");
    for (String rule : List.of("Rule", "Refuse an image")) {
      String text =
          expanded(snippets.path("File of rules"))
              + "import dev.plumbline.fact.Ami\n"
              + "import dev.plumbline.conclusion.AmiApproval\n"
              + "import dev.plumbline.conclusion.AmiObjection\n\n"
              + expanded(snippets.path(rule))
                  .replace("\"TEAM-001\",  )", "\"TEAM-001\", $nodeClass, $ami, \"no\" )");
      if (rule.equals("Rule")) {
        text =
            text.replace("import dev.plumbline.fact.Ami\n", "")
                .replace("Ami, AmiApproval", "AmiApproval");
      }
      Files.writeString(folder.resolve("team.drl"), text);

      assertThat(RuleLint.of(RuleFiles.in(folder)))
          .extracting(LintFinding::message)
          .as(text)
          .isEmpty();
      assertThat(RuleFormat.of(text)).isEqualTo(text.stripTrailing() + "\n");
    }
  }

  /** The text of a snippet in which nothing was filled in. */
  private static String expanded(JsonNode snippet) {
    String body =
        StreamSupport.stream(snippet.path("body").spliterator(), false)
            .map(JsonNode::asText)
            .collect(Collectors.joining("\n", "", "\n"));
    return body.replaceAll("(?<!\\\\)\\$\\{\\d+\\|([^,|}]*)[^}]*}", "$1")
        .replaceAll("(?<!\\\\)\\$\\{\\d+:((?:\\\\.|[^}\\\\])*)}", "$1")
        .replaceAll("(?<!\\\\)\\$\\d", "")
        .replace("\\$", "$");
  }

  /** The patterns of the grammar in the order in which an editor tries them: first in the line. */
  private static List<Scoped> scopes(String line) throws IOException {
    JsonNode grammar = json("syntaxes/plumbline-drl.tmLanguage.json");
    var patterns = new ArrayList<JsonNode>();
    for (JsonNode each : grammar.path("patterns")) {
      if (each.has("include")) {
        String name = each.path("include").asText().substring(1);
        grammar.at("/repository/" + name + "/patterns").forEach(patterns::add);
      } else {
        patterns.add(each);
      }
    }
    var scopes = new ArrayList<Scoped>();
    int at = 0;
    while (true) {
      Matcher first = null;
      JsonNode pattern = null;
      for (JsonNode each : patterns) {
        Matcher match =
            Pattern.compile(each.path("match").asText(each.path("begin").asText())).matcher(line);
        if (match.find(at) && (first == null || match.start() < first.start())) {
          first = match;
          pattern = each;
        }
      }
      if (first == null) {
        return scopes;
      }
      if (pattern.has("captures")) {
        for (int group = 1; group <= first.groupCount(); group++) {
          String scope = pattern.path("captures").path("" + group).path("name").asText();
          scopes.add(new Scoped(first.group(group), scope));
        }
      } else {
        scopes.add(new Scoped(first.group(), pattern.path("name").asText()));
      }
      at = first.end();
    }
  }

  private static JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(EXTENSION.resolve(file).toFile());
  }
}
