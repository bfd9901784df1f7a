package dev.plumbline.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RuleFormatTest {

  private static final String FORMATTED =
      """
      /*
       * Which images does the team object to?
       */
      package team

      import dev.plumbline.fact.Ami

      // The first of its kind.
      rule "image is not there for anybody"
          @Id("TEAM-001") @Control("CM-2") @Severity("high")
      when
          // What is pending cannot be launched.
          Ami( $ami : id,
               state != "available" )
          not AmiObjection( ami == $ami )
              and AmiApproval( ami == $ami )
      then
          insertLogical( new AmiObjection( "TEAM-001", "any", $ami, "it is (not) available" ) );
      end
      """;

  /** The rules that everybody copies from. */
  static Stream<String> rules() throws IOException {
    var names = new ArrayList<String>(RuleFiles.shipped().names(".drl"));
    try (Stream<Path> cookbook = Files.list(Path.of("docs/cookbook"))) {
      cookbook
          .map(Path::toString)
          .filter(file -> file.endsWith(".drl"))
          .sorted()
          .forEach(names::add);
    }
    return names.stream();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void rulesThatAreCopiedFromAreFormatted(String file) throws IOException {
    String text =
        file.contains("/")
            ? Files.readString(Path.of(file))
            : Objects.requireNonNull(RuleFiles.shipped().text(file));

    assertThat(RuleFormat.of(text)).isEqualTo(text);
  }

  /** Whatever the margins were: the first line of each statement decides about those within it. */
  @Test
  void marginsAreRestored() {
    List<String> margins = List.of("", "  ", "\t", "        ");
    for (String margin : margins) {
      String moved =
          FORMATTED
              .lines()
              .map(line -> line.matches("/\\*| \\*.*|") ? line : margin + line + " ")
              .reduce("", (text, line) -> text + line + "\n");

      assertThat(RuleFormat.of(moved)).as("margin '%s'", margin).isEqualTo(FORMATTED);
    }
  }

  @Test
  void emptyLinesAtTheEndAreOneLineBreak() {
    assertThat(RuleFormat.of(FORMATTED + "\n\n  ")).isEqualTo(FORMATTED);
    assertThat(RuleFormat.of(FORMATTED.stripTrailing())).isEqualTo(FORMATTED);
  }

  @Test
  void lineBreaksOfWindowsStay() {
    String windows = FORMATTED.replace("\n", "\r\n");

    assertThat(RuleFormat.of(windows)).isEqualTo(windows);
    assertThat(RuleFormat.of(windows.replace("    @Id", "@Id"))).isEqualTo(windows);
  }

  @Test
  void textThatIsNoRuleTextStays() {
    String open = FORMATTED.replace("available\" )\n    not", "available )\n    not");

    assertThat(RuleFormat.of(open)).isEqualTo(open);
    assertThat(RuleFormat.of("")).isEmpty();
  }
}
