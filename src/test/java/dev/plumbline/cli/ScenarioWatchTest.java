package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.cli.command.Program;
import dev.plumbline.cli.rules.ScenarioWatch;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ScenarioWatchTest {

  private static final String RULE =
      """
      package team

      import dev.plumbline.fact.Ami
      import dev.plumbline.conclusion.AmiObjection

      rule "image is old"
          @Id("%1$S-001") @Control("CM-2") @Severity("low")
      when
          Ami( $ami : id, name == "%1$s" )
      then
          insertLogical( new AmiObjection( "%1$S-001", "any", $ami, "it is old" ) );
      end
      """;

  private static final String SCENARIO =
      """
      - name: %1$s is refused
        given:
          - Ami: { id: ami-1, name: %1$s }
        expect:
          - AmiObjection: { rule: %1$S-001, nodeClass: any, ami: ami-1, message: it is old }
      """;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();

  @BeforeEach
  void rules() throws IOException {
    for (String name : new String[] {"one", "two"}) {
      Files.writeString(folder.resolve(name + ".drl"), RULE.formatted(name));
      Files.writeString(folder.resolve(name + ".scenarios.yaml"), SCENARIO.formatted(name));
    }
  }

  @Test
  void runsWhatAnEditTouches() throws IOException {
    var watch = new ScenarioWatch(folder, new PrintWriter(out), false, false);

    assertThat(said(watch))
        .contains("one.scenarios.yaml", "two.scenarios.yaml", "2 passed, 0 failed");
    assertThat(watch.look()).as("nothing was edited").isFalse();

    edit("one.drl", "name ==", "name !=");
    assertThat(said(watch))
        .contains("FAILED  one is refused", "0 passed, 1 failed")
        .doesNotContain("two.scenarios.yaml");

    // What fails is run again until it passes.
    edit("two.scenarios.yaml", "two is refused", "two is refused, too");
    assertThat(said(watch)).contains("FAILED  one is refused", "1 passed, 1 failed");

    edit("one.drl", "name !=", "name ==");
    assertThat(said(watch)).contains("1 passed, 0 failed").doesNotContain("two.scenarios.yaml");
  }

  @Test
  void whatCannotBeReadIsToldUntilItCan() throws IOException {
    var watch = new ScenarioWatch(folder, new PrintWriter(out), false, false);
    said(watch);

    edit("one.drl", "$ami : id", "$ami : idd");
    assertThat(said(watch)).contains("one.drl:9:").contains("idd");

    edit("one.drl", "$ami : idd", "$ami : id");
    assertThat(said(watch)).contains("1 passed, 0 failed");

    Files.delete(folder.resolve("one.scenarios.yaml"));
    assertThat(said(watch)).startsWith("one.scenarios.yaml: no scenario is affected. Try:");
  }

  @Test
  void onATerminalTheScreenIsCleared() {
    var watch = new ScenarioWatch(folder, new PrintWriter(out), true, false);

    assertThat(said(watch)).startsWith("\u001b[H\u001b[2J");
  }

  @Test
  void needsAFolder() {
    var err = new StringWriter();
    int exit =
        Program.configure(new CommandLine(new PlumblineCommand()))
            .setErr(new PrintWriter(err, true))
            .execute("test", "--watch");

    assertThat(exit).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo(
            "plumbline: --watch needs a folder. Try: plumbline test --watch" + " my-rules.\n");
  }

  private String said(ScenarioWatch watch) {
    out.getBuffer().setLength(0);
    assertThat(watch.look()).isTrue();
    return out.toString();
  }

  private void edit(String file, String from, String to) throws IOException {
    String text = Files.readString(folder.resolve(file));
    assertThat(text).contains(from);
    Files.writeString(folder.resolve(file), text.replace(from, to));
  }
}
