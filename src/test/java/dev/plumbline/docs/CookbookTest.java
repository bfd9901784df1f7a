package dev.plumbline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.scenario.ScenarioRunner;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of docs/cookbook can be copied as they are, and docs/cookbook.md shows them all. */
class CookbookTest {

  private static final Path FOLDER = Path.of("docs/cookbook");
  private static final Path PAGE = Path.of("docs/cookbook.md");
  private static final Path HEAD = Path.of("docs/cookbook.head.md");

  private static final Pattern ID = Pattern.compile("@Id\\(\"([^\"]+)\"\\)");
  private static final Pattern CONCLUDES = Pattern.compile("(?m)^ \\* Concludes +(.*)$");
  private static final Pattern DEFAULT =
      Pattern.compile("(?m)^ \\* Default +(.*(?:\\R \\* +.*)*)$");
  private static final Pattern SCENARIO = Pattern.compile("(?m)^  - name: (.*)$");
  private static final Pattern PARAMETER = Pattern.compile("(?m)^  ([a-zA-Z.]+):$");

  @Test
  void everyRuleIsNeededByAScenarioThatPasses() {
    RuleFiles files = RuleFiles.in(FOLDER);
    RuleSet.compile(files);

    ScenarioReport report = ScenarioRunner.run(files);

    assertThat(report.results()).allSatisfy(r -> assertThat(r.passed()).as(r.toString()).isTrue());
    assertThat(report.unneeded()).isEmpty();
  }

  @Test
  void idsAreItsOwn() throws IOException {
    var ids = new ArrayList<String>();
    for (Path file : recipes()) {
      ID.matcher(Files.readString(file)).results().forEach(id -> ids.add(id.group(1)));
    }

    assertThat(ids)
        .hasSizeGreaterThanOrEqualTo(20)
        .doesNotHaveDuplicates()
        .allSatisfy(id -> assertThat(id).startsWith("BOOK-"));
  }

  @Test
  void thePageShowsWhatTheFilesSay() throws IOException {
    String page = page();
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(PAGE, page);
    }

    assertThat(PAGE).as("write it with -Dgolden.update=true").content().isEqualTo(page);
  }

  /** A page that compares recipes with other languages shows them as they are. */
  @Test
  void rulesBesideOtherLanguagesAreThoseOfTheFiles() throws IOException {
    var recipes = new StringBuilder();
    for (Path file : recipes()) {
      recipes.append(Files.readString(file));
    }
    List<Page.Block> blocks =
        Page.read(Path.of("docs/cel-rego.md")).every(Page.Block.class).stream()
            .filter(block -> block.language().equals("drl"))
            .toList();

    assertThat(blocks)
        .hasSize(4)
        .allSatisfy(block -> assertThat(recipes.toString()).contains("\n" + block.text() + "\n"));
  }

  private static List<Path> recipes() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".drl")).sorted().toList();
    }
  }

  private static String page() throws IOException {
    Map<String, List<Path>> chapters = new LinkedHashMap<>();
    for (String chapter : List.of("Images", "Pools", "Weights", "Holds and gates", "Findings")) {
      chapters.put(chapter, new ArrayList<>());
    }
    for (Path recipe : recipes()) {
      String concluded = first(CONCLUDES, Files.readString(recipe));
      chapters.get(chapter(concluded)).add(recipe);
    }
    var page = new StringBuilder(Files.readString(HEAD));
    page.append("\n| recipe | question | concludes | parameter |\n|---|---|---|---|\n");
    for (List<Path> recipes : chapters.values()) {
      for (Path recipe : recipes) {
        row(recipe, page);
      }
    }
    for (var chapter : chapters.entrySet()) {
      page.append("\n## ").append(chapter.getKey()).append('\n');
      for (Path recipe : chapter.getValue()) {
        section(recipe, page);
      }
    }
    return page.toString();
  }

  private static String chapter(String concluded) {
    return switch (concluded.replaceFirst(",.*", "")) {
      case "AmiObjection", "NodeClassObjection" -> "Images";
      case "NarrowingWanted", "NodePoolObjection" -> "Pools";
      case "NodePoolFactor" -> "Weights";
      case "Complaint", "CapacityObjection" -> "Findings";
      default -> "Holds and gates";
    };
  }

  private static void row(Path recipe, StringBuilder page) throws IOException {
    String text = Files.readString(recipe);
    String name = name(recipe);
    page.append(
        "| [%s](#%s) | %s | %s | %s |%n"
            .formatted(name, name, question(text), concludes(text), parameter(recipe)));
  }

  private static void section(Path recipe, StringBuilder page) throws IOException {
    String text = Files.readString(recipe);
    String name = name(recipe);
    page.append("\n### ").append(name).append("\n\n");
    page.append(question(text)).append(" By default: ");
    page.append(first(DEFAULT, text).replaceAll("\\R \\* +", " ")).append(".\n\n");
    page.append("```drl\n").append(text.substring(text.indexOf("\nrule \"") + 1)).append("```\n\n");
    String set = parameters(recipe);
    if (!set.isEmpty()) {
      page.append("```yaml\n# ").append(name).append(".parameters.yaml\n").append(set);
      page.append("```\n\n");
    }
    String scenarios = Files.readString(recipe.resolveSibling(name + ".scenarios.yaml"));
    page.append("[Scenarios](cookbook/").append(name).append(".scenarios.yaml): ");
    page.append(
        SCENARIO
            .matcher(scenarios)
            .results()
            .map((MatchResult scenario) -> scenario.group(1))
            .collect(Collectors.joining("; ")));
    page.append(".\n");
  }

  private static String question(String text) {
    return text.lines().skip(1).findFirst().orElseThrow().replaceFirst("^ \\* ", "");
  }

  private static String concludes(String text) {
    return Stream.of(first(CONCLUDES, text).split(", "))
        .map(type -> "`" + type + "`")
        .collect(Collectors.joining(", "));
  }

  private static String parameter(Path recipe) throws IOException {
    return PARAMETER
        .matcher(parameters(recipe))
        .results()
        .map((MatchResult each) -> "`" + each.group(1) + "`")
        .collect(Collectors.joining(", "));
  }

  private static String parameters(Path recipe) throws IOException {
    Path file = recipe.resolveSibling(name(recipe) + ".parameters.yaml");
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private static String name(Path recipe) {
    return recipe.getFileName().toString().replaceFirst("\\.drl$", "");
  }

  private static String first(Pattern pattern, String text) {
    var matcher = pattern.matcher(text);
    assertThat(matcher.find()).as("%s in%n%s", pattern, text).isTrue();
    return matcher.group(1);
  }
}
