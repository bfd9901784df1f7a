package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.cli.rules.LintCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class LintCommandTest {

  private static final String RULE =
      """
      /*
       * Which images does the team object to?
       *
       * Reads      Ami
       * Concludes  AmiObjection
       * Default    none
       */
      package team

      import dev.plumbline.fact.Ami
      import dev.plumbline.conclusion.AmiObjection

      rule "image is not there for anybody"
          @Id("TEAM-001") @Control("CM-2") @Severity("high")
      when
          Ami( $ami : id, state != "available" )
      then
          insertLogical( new AmiObjection( "TEAM-001", "any", $ami, "it is not available" ) );
      end
      """;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void nothingIsFound() throws IOException {
    Files.writeString(folder.resolve("team.drl"), RULE);

    assertThat(run(folder.toString())).isZero();
    assertThat(out.toString()).isEqualTo("nothing found\n");
  }

  @Test
  void findingIsToldWithItsPlaceItsRuleAndAdvice() throws IOException {
    Files.writeString(folder.resolve("team.drl"), RULE.replace("\"available\"", "\"availible\""));

    assertThat(run(folder.toString())).isEqualTo(1);
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains(
            "error vocabulary " + folder.resolve("team.drl") + ":16:30",
            "rule \"image is not there for anybody\"",
            "Ami.state is never \"availible\", so this always holds. Did you mean available?",
            "1 error, 0 warnings");
  }

  @Test
  void findingIsToldToPrograms() throws IOException {
    Files.writeString(folder.resolve("team.drl"), RULE.replace("state !=", "stat !="));

    assertThat(run(folder.toString(), "-o", "json")).isEqualTo(1);
    assertThat(out.toString())
        .startsWith("{\"findings\":[{\"level\":\"error\",\"check\":\"name\",\"file\":\"")
        .contains("\"line\":16,\"column\":21,\"rule\":\"image is not there for anybody\"");
  }

  @Test
  void findingIsToldToGitHub() throws IOException {
    Files.writeString(folder.resolve("team.drl"), RULE.replace("state !=", "stat !="));

    assertThat(run(folder.toString(), "-o", "github")).isEqualTo(1);
    assertThat(out.toString())
        .startsWith("::error file=")
        .endsWith(
            "team.drl,line=16,col=21,title=lint name::Ami has no field stat. Did you mean"
                + " state?\n");
  }

  @Test
  void folderThatIsNotThereIsBadInput() {
    assertThat(run(folder.resolve("nowhere").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("no such folder of rules");
  }

  @Test
  void unknownFormIsBadInput() {
    assertThat(run("-o", "xml")).isEqualTo(2);
  }

  private int run(String... arguments) {
    return new CommandLine(new LintCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
