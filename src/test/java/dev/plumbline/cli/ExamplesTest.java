package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.cli.command.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Every example as a new user sees it, decided by the shipped rules. */
class ExamplesTest {

  static List<String> examples() throws IOException {
    try (var folders = Files.list(Path.of("examples"))) {
      return folders.map(folder -> folder.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void isDecidedAsItsReadmeSays(String example) throws IOException {
    // When
    String table = evaluate("examples/" + example);

    // Then: the second line has digests, which every edit of a rule changes
    String lasting =
        table
            .lines()
            .filter(line -> !line.contains("sha256"))
            .collect(Collectors.joining("\n", "", "\n"));
    Golden.assertSame(Path.of("src/test/resources/cli/golden/examples", example + ".txt"), lasting);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void isExplainedInFiveLines(String example) throws IOException {
    assertThat(Files.readAllLines(Path.of("examples", example, "README.md"))).hasSizeBetween(4, 6);
  }

  @Test
  void theTourIsWhatIsDecidedWithoutSnapshot() {
    String tour = evaluate("examples/tour").substring("examples/".length());

    assertThat(evaluate()).isEqualTo(tour);
  }

  private static String evaluate(String... snapshot) {
    var out = new StringWriter();
    var arguments = new java.util.ArrayList<>(List.of("evaluate"));
    arguments.addAll(List.of(snapshot));
    int exit =
        Program.configure(new CommandLine(new PlumblineCommand()))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(new StringWriter(), true))
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .execute(arguments.toArray(String[]::new));
    assertThat(exit).isZero();
    return out.toString();
  }
}
