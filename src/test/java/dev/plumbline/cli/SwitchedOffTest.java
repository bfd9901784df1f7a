package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.cli.command.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What the table and the rules make of a rule that is switched off. */
class SwitchedOffTest {

  @TempDir private Path folder;

  @Test
  void isToldInEveryAnswer() throws IOException {
    Files.writeString(
        folder.resolve("switched-off.yaml"),
        "rules: [{ rule: \"LOOP-001\", owner: team-a, reason: we look by hand }]");

    assertThat(run("evaluate", "examples/tour", "--rules", folder.toString()))
        .contains(
            """
            Switched off
              LOOP-001  type is launched again and again for a pod that its nodes do not hold
                team-a: we look by hand
            """);
    assertThat(run("evaluate", "examples/tour", "--rules", folder.toString(), "--only", "Finding"))
        .contains("FIND-018")
        .contains("RuleSwitchedOff");
  }

  private static String run(String... arguments) {
    var out = new StringWriter();
    int exit =
        Program.configure(new CommandLine(new PlumblineCommand()))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(new StringWriter(), true))
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .execute(arguments);
    assertThat(exit).isZero();
    return out.toString();
  }
}
