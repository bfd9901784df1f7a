package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.cli.command.Program;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.revision.Edit;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code plumbline diff}, by the edits in {@code diff/CASE/edit.yaml} and what it must print. */
class DiffCommandTest {

  private static final Path CASES = Path.of("src/test/resources/diff");
  private static final String SOAKING = "examples/soaking-rollout";
  private static final List<String> FORMS = List.of("table", "markdown", "json");
  private static final String TOUR = "examples/tour";

  @TempDir private Path folder;

  private record Ran(int exit, String out, String err) {}

  @ParameterizedTest
  @ValueSource(strings = {"older-images", "switched-off", "team-file", "broken-scenario"})
  void tellsWhatWouldChange(String name) throws IOException {
    Path rules = rules(name);

    for (String form : name.equals("team-file") ? FORMS : FORMS.subList(0, 2)) {
      Ran ran = diff("--rules", rules.toString(), TOUR, SOAKING, "-o", form);

      assertThat(ran.exit()).as(ran.err()).isZero();
      String suffix = form.equals("table") ? "txt" : form.equals("json") ? "json" : "md";
      Golden.assertSame(CASES.resolve(name).resolve("diff." + suffix), plain(ran.out(), rules));
    }
  }

  @Test
  void nothingDiffersFromItself() {
    Ran ran = diff("--rules", "shipped", "--rules", "shipped", TOUR, "--exit-code");

    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).startsWith("nothing would change\n").endsWith("files  the same\n");
  }

  @Test
  void exitCodeTellsThatALimitHolds() throws IOException {
    assertThat(diff("--rules", rules("switched-off").toString(), TOUR, "--exit-code").exit())
        .isEqualTo(3);
    assertThat(diff("--rules", rules("team-file").toString(), TOUR, "--exit-code").exit()).isZero();
  }

  @Test
  void badInputIsNamed() {
    assertThat(diff("--rules", "nowhere", TOUR))
        .satisfies(
            ran -> {
              assertThat(ran.exit()).isEqualTo(2);
              assertThat(ran.out()).isEmpty();
              assertThat(ran.err()).contains("nowhere: no such folder of rules");
            });
    assertThat(diff("--rules", "shipped", TOUR, "-o", "markdwn").err())
        .contains("unsupported output format 'markdwn'")
        .contains("markdown");
    assertThat(diff("--rules", "a", "--rules", "b", "--rules", "c", TOUR).err())
        .contains("--rules is given 3 times");
    assertThat(diff("--rules", "shipped").exit()).isEqualTo(2);
  }

  private Path rules(String name) throws IOException {
    RuleFiles edited = RuleFiles.shipped();
    for (Edit edit : Edit.read("/diff/" + name + "/edit.yaml")) {
      edited = edit.on(edited);
    }
    Path rules = Files.createDirectories(folder.resolve(name));
    for (Map.Entry<String, String> file : edited.all().entrySet()) {
      Files.writeString(rules.resolve(file.getKey()), file.getValue());
    }
    return rules;
  }

  /** Digests change with every edit of the shipped rules, and folders with every run. */
  private static String plain(String out, Path rules) {
    return out.replace(rules.toString(), "my-rules")
        .replaceAll("\\b[0-9a-f]{64}\\b", "DIGEST")
        .replaceAll("\\b[0-9a-f]{12}\\b", "DIGEST");
  }

  private static Ran diff(String... given) {
    var out = new StringWriter();
    var err = new StringWriter();
    var arguments = new ArrayList<>(List.of("diff"));
    arguments.addAll(List.of(given));
    int exit =
        Program.configure(new CommandLine(new PlumblineCommand()))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err, true))
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .execute(arguments.toArray(String[]::new));
    return new Ran(exit, out.toString(), err.toString());
  }
}
