package dev.plumbline.cli;

import dev.plumbline.engine.HostileRules;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The worst of the library of attacks on the rules of a host: all that overrun while they settle,
 * and of the texts those that once ended the process or kept it busy. They are laid over rules of a
 * team in a folder, beside 300 parameters with equal values.
 */
public final class WorstAttacks {

  private static final Path SETTLING = Path.of("src/test/resources/attacks/rules/settling");

  private static final List<String> TEXTS =
      List.of("or 20", "calls 26", "or terms 20000", "100,000 rules", "words at random 0");

  private static final int PARAMETERS = 300;

  private static final String TEAM = "team.drl";

  private static final String RULE =
      """
      /*
       * Which images does the team object to?
       *
       * Reads      Ami, AmiSelectorTerm
       * Concludes  AmiObjection
       * Default    none
       */
      package rules.ours

      import dev.plumbline.fact.Ami
      import dev.plumbline.fact.AmiSelectorTerm
      import dev.plumbline.conclusion.AmiObjection

      rule "image is one that the team has withdrawn"
          @Id("OURS-001") @Control("CM-2") @Severity("high")
      when
          Ami( $ami : id, name == "withdrawn" )
          AmiSelectorTerm( $nodeClass : nodeClass )
      then
          insertLogical( new AmiObjection( "OURS-001", $nodeClass, $ami, "withdrawn: VERSION" ) );
      end
      """;

  private static final String SCENARIOS =
      """
      - name: a withdrawn image is objected to
        given:
          - Ami: { id: ami-1, name: withdrawn }
          - AmiSelectorTerm: { nodeClass: web, index: 0, id: ami-1 }
        expect:
          - AmiObjection: { rule: OURS-001, nodeClass: web, ami: ami-1, message: "withdrawn: VERSION" }
      """;

  private WorstAttacks() {}

  /**
   * An attack.
   *
   * @param files to lie beside those of {@link #edit}
   */
  public record Attack(String name, Map<String, String> files) {

    @Override
    public String toString() {
      return name;
    }
  }

  public static List<Attack> all() {
    var all = new ArrayList<Attack>();
    try (Stream<Path> files = Files.list(SETTLING)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".drl")).sorted().toList()) {
        if (Files.readString(Path.of(file.toString().replace(".drl", ".expected")))
            .startsWith("overruns")) {
          all.add(new Attack(name(file), Map.of(TEAM, Files.readString(file))));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    HostileRules.all().stream()
        .filter(each -> TEXTS.contains(each.name()))
        .forEach(each -> all.add(new Attack(each.name(), each.files())));
    return all;
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName()).replace(".drl", "");
  }

  /** What the team has written itself, and edits. */
  public static Map<String, String> edit(String version) {
    var parameters = new StringBuilder("parameters:\n");
    for (int i = 0; i < PARAMETERS; i++) {
      parameters
          .append("  p")
          .append(i)
          .append(": {kind: text, description: One of many., default: same}\n");
    }
    return Map.of(
        "ours.drl", RULE.replace("VERSION", version),
        "ours.scenarios.yaml", SCENARIOS.replace("VERSION", version),
        "ours.parameters.yaml", parameters.toString());
  }

  /** The digest of rules of the shipped files with {@code overlay}, or that of what is refused. */
  public static String digest(Map<String, String> overlay) {
    try {
      return RuleFiles.over(overlay, "").digest();
    } catch (InvalidRulesException e) {
      return RuleFiles.of(overlay).digest();
    }
  }

  /** Both in one. */
  public static Map<String, String> over(Map<String, String> edit, Attack attack) {
    var both = new TreeMap<>(edit);
    both.putAll(attack.files());
    return both;
  }

  /** Makes {@code files} all that there is in {@code folder}, each file at once. */
  public static void write(Path folder, Map<String, String> files) {
    try {
      Files.createDirectories(folder);
      Path unfinished = Files.createTempFile(folder.toAbsolutePath().getParent(), "edit", "");
      try (Stream<Path> there = Files.list(folder)) {
        for (Path each : there.toList()) {
          if (!files.containsKey(String.valueOf(each.getFileName()))) {
            Files.delete(each);
          }
        }
      }
      for (Map.Entry<String, String> file : files.entrySet()) {
        Files.writeString(unfinished, file.getValue());
        Files.move(
            unfinished,
            folder.resolve(file.getKey()),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
