package dev.plumbline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/rules.md is generated from the rules; {@code -Dgolden.update=true} writes it anew. */
class RulesIndexTest {

  private static final Path INDEX = Path.of("docs/rules.md");
  private static final Pattern PARAMETER =
      Pattern.compile(
          "Parameter\\(.*?name == \"([^\"]+)\"|^    (?:limit|above): (\\S+)", Pattern.MULTILINE);
  private static final Pattern ROW = Pattern.compile("  [A-Z]+-[0-9]{3}:");

  @Test
  void indexIsUpToDate() throws IOException {
    // Given
    RuleFiles files = RuleFiles.shipped();

    // When
    String index = index(files, RuleSet.compile(files).rules(), ScenarioRunner.run(files));

    // Then
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(INDEX, index);
    }
    assertThat(index)
        .as(
            "docs/rules.md is stale. Try: ./mvnw test -Dtest=RulesIndexTest"
                + " -Dgolden.update=true")
        .isEqualTo(Files.readString(INDEX));
  }

  private static String index(RuleFiles files, List<Rule> rules, ScenarioReport report) {
    var text = new StringBuilder("# The default rules\n\n");
    text.append(
        "Generated from the rules themselves. The rules of `x.drl` are held by `x.scenarios.yaml`"
            + " beside it;\n");
    text.append("the scenario named is one that fails without the rule.\n");
    for (String file : files.names(".drl")) {
      String source = String.valueOf(files.text(file));
      String[] header =
          source.substring(source.indexOf("/*") + 2, source.indexOf("*/")).split("\n", -1);
      text.append("\n## ").append(header[1].replaceFirst("^ \\* ?", "")).append("\n\n");
      text.append("[")
          .append(file)
          .append("](../src/main/resources/rules/")
          .append(file)
          .append(") · ");
      String measures = file.replace(".drl", RuleFiles.MEASURES);
      if (files.text(measures) != null) {
        text.append("[")
            .append(measures)
            .append("](../src/main/resources/rules/")
            .append(measures)
            .append(") · ");
      }
      String scenarios = file.replace(".drl", ".scenarios.yaml");
      text.append("[")
          .append(scenarios)
          .append("](../src/main/resources/rules/")
          .append(scenarios)
          .append(")");
      String messages = RuleFiles.messagesOf(file);
      if (files.text(messages) != null) {
        text.append(" · [%1$s](../src/main/resources/rules/%1$s)".formatted(messages));
      }
      text.append("\n\n");
      text.append("```\n");
      for (int i = 3; i < header.length - 1; i++) {
        text.append(header[i].replaceFirst("^ \\* ?", "").stripTrailing()).append('\n');
      }
      text.append(
          "```\n\n"
              + "| id | finding | control | severity | line | parameters | held by |\n"
              + "|---|---|---|---|---|---|---|\n");
      for (Rule rule :
          rules.stream()
              .filter(r -> RuleFiles.stem(r.file()).equals(RuleFiles.stem(file)))
              .toList()) {
        text.append("| ")
            .append(rule.id())
            .append(" | ")
            .append(rule.name())
            .append(" | ")
            .append(rule.control());
        text.append(" | ").append(rule.severity()).append(" | ").append(rule.line()).append(" | ");
        text.append(parameters(files, rule)).append(" | ");
        text.append(report.neededBy().getOrDefault(rule.id(), List.of("nothing")).getFirst())
            .append(" |\n");
      }
    }
    return text.toString();
  }

  private static String parameters(RuleFiles files, Rule rule) {
    String body =
        String.valueOf(files.text(rule.file()))
            .lines()
            .skip(rule.line())
            .takeWhile(line -> line.startsWith(" ") || !line.equals("end"))
            .takeWhile(line -> !ROW.matcher(line).matches())
            .collect(Collectors.joining("\n"));
    var names = new TreeSet<String>();
    PARAMETER
        .matcher(body)
        .results()
        .map((MatchResult m) -> "`" + (m.group(1) == null ? m.group(2) : m.group(1)) + "`")
        .forEach(names::add);
    return String.join(", ", names);
  }
}
