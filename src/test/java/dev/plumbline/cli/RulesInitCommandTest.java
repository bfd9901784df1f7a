package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.cli.command.Program;
import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RulesInitCommandTest {

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void writesTheShippedRulesWhichAreThenLaidOverThemselves() {
    Path rules = folder.resolve("new/my-rules");

    assertThat(run("rules", "init", rules.toString())).isZero();

    assertThat(RuleFiles.in(rules).digest()).isEqualTo(RuleFiles.shipped().digest());
    assertThat(RuleFiles.in(rules).overlay()).isEqualTo(RuleFiles.shipped().all());
    assertThat(out.toString())
        .startsWith(RuleFiles.shipped().all().size() + " files written to " + rules + ". Now")
        .contains("plumbline test " + rules);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void overwritesNothing() throws IOException {
    Files.writeString(folder.resolve("mine.drl"), "mine");

    assertThat(run("rules", "init", folder.toString())).isEqualTo(2);
    assertThat(run("rules", "init", folder.resolve("mine.drl").toString())).isEqualTo(2);

    assertThat(err.toString())
        .isEqualTo(
            "plumbline: %1$s: is not empty, and nothing of yours is overwritten. Try: a new folder.%n"
                    .formatted(folder)
                + "plumbline: %s: is not a folder. Try: another name.%n"
                    .formatted(folder.resolve("mine.drl")));
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }

  private int run(String... arguments) {
    return Program.configure(new CommandLine(new PlumblineCommand()))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
