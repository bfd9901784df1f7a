package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FmtCommandTest {

  private static final String FORMATTED =
      """
      package team

      rule "image is not there"
          @Id("TEAM-001") @Control("CM-2") @Severity("high")
      when
          Ami( $ami : id, state != "available" )
      then
          insertLogical( new AmiObjection( "TEAM-001", "any", $ami, "gone" ) );
      end
      """;

  private static final String INDENTED_OTHERWISE = FORMATTED.replace("    Ami(", "\tAmi(");

  @TempDir private Path folder;
  private final Terminal terminal = new Terminal();
  private Path good;
  private Path changed;

  @BeforeEach
  void write() throws IOException {
    good = Files.writeString(folder.resolve("good.drl"), FORMATTED);
    changed = Files.writeString(folder.resolve("team.drl"), INDENTED_OTHERWISE);
    Files.writeString(folder.resolve("team.scenarios.yaml"), "\t- no rules  \n");
  }

  @Test
  void filesOfAFolderAreFormatted() throws IOException {
    assertThat(terminal.run("fmt", folder.toString())).isZero();

    assertThat(terminal.out()).isEqualTo(changed + "\n");
    assertThat(changed).hasContent(FORMATTED);
    assertThat(good).hasContent(FORMATTED);
    assertThat(folder.resolve("team.scenarios.yaml")).hasContent("\t- no rules  \n");

    assertThat(terminal.run("fmt", folder.toString())).isZero();
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void checkChangesNothingAndFails() {
    assertThat(terminal.run("fmt", "--check", good.toString(), changed.toString())).isEqualTo(1);

    assertThat(terminal.out()).isEqualTo(changed + "\n");
    assertThat(changed).hasContent(INDENTED_OTHERWISE);
    assertThat(terminal.run("fmt", "--check", good.toString())).isZero();
    assertThat(terminal.out()).isEmpty();
  }

  /** A quotation mark that is missing may swallow anything. */
  @Test
  void whereOneIsNoRuleTextNoneIsChanged() throws IOException {
    Path open =
        Files.writeString(
            folder.resolve("zoo.drl"), FORMATTED.replace("\"available\"", "\"available"));

    assertThat(terminal.run("fmt", folder.toString())).isEqualTo(2);

    assertThat(terminal.err())
        .isEqualTo(
            "plumbline: " + open + ":6:30: a quote opens here and does not close on this line.\n");
    assertThat(terminal.out()).isEmpty();
    assertThat(changed).hasContent(INDENTED_OTHERWISE);
  }

  @Test
  void whatIsNoRuleFileIsInvalidInput() {
    Path scenarios = folder.resolve("team.scenarios.yaml");
    Path missing = folder.resolve("none.drl");

    assertThat(terminal.run("fmt", scenarios.toString())).isEqualTo(2);
    assertThat(terminal.err())
        .isEqualTo("plumbline: " + scenarios + ": is not a rule file. Try: a *.drl.\n");
    assertThat(terminal.run("fmt", missing.toString())).isEqualTo(2);
    assertThat(terminal.err())
        .isEqualTo(
            "plumbline: " + missing + ": no such file. Try: a *.drl, or a folder of rules.\n");
  }
}
