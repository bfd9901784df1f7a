package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a shell has of the program: completion, manual pages, exit codes, colour. */
class ShellTest {

  @TempDir private Path folder;

  private final Terminal terminal = new Terminal();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "plumbline aud|audit",
        "plumbline audit q|query",
        "plumbline evaluate --onl|--only",
        "plumbline evaluate -o |table json yaml",
        "plumbline plan --color al|always",
        "plumbline completion |bash zsh fish",
        "plumbline help aud|audit",
        "plumbline explain --why|--why-not"
      })
  void bashCompletes(String typed, String expected) throws Exception {
    assertThat(terminal.run("completion", "bash")).isZero();
    Path script = Files.writeString(folder.resolve("completion"), terminal.out());

    assertThat(completed(script, typed)).containsExactlyInAnyOrder(expected.split(" ", -1));
  }

  /** Where it has no word to offer, bash offers files, as long as it may. */
  @ParameterizedTest
  @ValueSource(
      strings = {"plumbline evaluate sna", "plumbline plan --rules sna", "plumbline lint sna"})
  void bashCompletesFiles(String typed) throws Exception {
    terminal.run("completion", "bash");
    Path script = Files.writeString(folder.resolve("completion"), terminal.out());

    assertThat(completed(script, typed)).isEmpty();
    assertThat(output("bash", "-c", "source " + script + "; complete -p plumbline"))
        .contains("-o default");
    assertThat(terminal.out()).doesNotContain("+o default");
  }

  /** What bash offers for the last word of the line. */
  private List<String> completed(Path script, String typed) throws Exception {
    String ask =
        """
        source "$1"
        compopt() { :; }  # only there while bash completes itself
        read -r -a COMP_WORDS <<< "$2"
        case $2 in *' ') COMP_WORDS+=("") ;; esac
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$2 COMP_POINT=${#2}
        entry=$(complete -p plumbline | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        "$entry" plumbline "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """;
    return output("bash", "-c", ask, "bash", script.toString(), typed)
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .toList();
  }

  @Test
  void fishKnowsEveryVerb() throws Exception {
    assertThat(terminal.run("completion", "fish")).isZero();
    String script = terminal.out();

    assertThat(script)
        .contains("complete -c plumbline -n '__plumbline_after audit' -a query -d 'Find entries")
        .contains("-n '__plumbline_after evaluate' -s o -l output -x -a 'table json yaml'")
        .contains("-n '__plumbline_after evaluate' -l rules -r -F -d ");
    if (found("fish")) {
      Path file = Files.writeString(folder.resolve("plumbline.fish"), script);
      for (String[] each :
          new String[][] {
            {"plumbline ev", "evaluate\t"},
            {"plumbline audit --log x q", "query\t"},
            {"plumbline evaluate -o j", "json\t"},
            {"plumbline evaluate plumb", "plumbline.fish"},
            {"plumbline help aud", "audit"}
          }) {
        String ask = "source " + file + "; complete -C '" + each[0] + "'";
        assertThat(output("fish", "--no-config", "-c", ask)).as(each[0]).startsWith(each[1]);
      }
    }
  }

  @Test
  void zshReadsTheScriptOfBash() throws Exception {
    assertThat(terminal.run("completion", "zsh")).isZero();

    assertThat(terminal.out())
        .contains("bashcompinit")
        .as("zsh itself goes on below a folder, which the functions of bash do not")
        .doesNotContain("compgen -f");
    if (found("zsh")) {
      Path file = Files.writeString(folder.resolve("plumbline.zsh"), terminal.out());
      assertThat(output("zsh", "-f", "-c", "source " + file + "; echo $_comps[plumbline]"))
          .contains("_bash_complete");
    }
  }

  @Test
  void manualPagesAreRoff() throws Exception {
    List<String> verbs = HelpTest.verbs().toList();
    for (String verb : verbs) {
      String words = ("man " + verb).strip();
      assertThat(terminal.run(words.split(" ", -1))).as(verb).isZero();
      assertThat(terminal.out())
          .startsWith(".TH \"PLUMBLINE")
          .contains(".SH \"NAME\"\n", ".SH \"SYNOPSIS\"\n", ".SH \"OPTIONS\"\n");
      if (found("groff")) {
        Path page = Files.writeString(folder.resolve("page.1"), terminal.out());
        String warnings = output("groff", "-man", "-Tutf8", "-ww", "-z", page.toString());
        assertThat(warnings).as(verb).isEmpty();
      }
    }
    terminal.run("man", "audit", "query");
    assertThat(terminal.out())
        .startsWith(".TH \"PLUMBLINE\\-AUDIT\\-QUERY\" \"1\"")
        .contains("plumbline audit query \\-\\-kind rules")
        .contains("plumbline\\-audit(1)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "version|0",
        "lint src/test/resources/cli/rules|1",
        "evaluat|2",
        "plan --exit-code|3",
        "plan no/such/folder|2"
      })
  void exitCodesAreThoseOfTheHelp(String line, int code) {
    assertThat(terminal.run(line.split(" ", -1))).as(terminal.err()).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "evaluat|unknown verb 'evaluat'. Did you mean evaluate?",
        "audit qury|unknown verb 'qury'. Did you mean query?",
        "help audt|unknown verb 'audt'. Did you mean audit?",
        "evaluate --onyl x|unknown option --onyl. Did you mean --only?",
        "lint a b|'b' is one argument too many. Try: plumbline lint --help.",
        "plan --color sometimes|--color: unknown value 'sometimes'. Try: always, auto, never.",
        "completion bsh|bsh is not a supported shell. Did you mean bash or zsh?",
        "version -o jsn|unsupported output format 'jsn'. Did you mean json?"
      })
  void whatIsNotKnownIsAnsweredWithWhatIs(String line, String told) {
    assertThat(terminal.run(line.split(" ", -1))).isEqualTo(2);
    assertThat(terminal.err()).isEqualTo("plumbline: " + told + System.lineSeparator());
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void helpIsWhatTheVerbSays() {
    terminal.run("help", "audit", "query");
    String help = terminal.out();
    terminal.run("audit", "query", "--help");

    assertThat(help).isEqualTo(terminal.out()).startsWith("Usage: plumbline audit query");
  }

  @Test
  void colourIsForTerminalsUnlessSomebodyWantsIt() {
    terminal.run("help", "version", "--color", "always");
    assertThat(terminal.out()).contains("\u001b[");
    terminal.run("--color=never", "help", "version");
    String plain = terminal.out();
    terminal.run("help", "version");

    assertThat(terminal.out()).isEqualTo(plain).doesNotContain("\u001b");
  }

  @Test
  void versionTellsWhatItWasBuiltOf() throws IOException {
    assertThat(terminal.run("version", "-o", "json")).isZero();
    JsonNode version = new JsonMapper().readTree(terminal.out());

    assertThat(version.fieldNames())
        .toIterable()
        .containsExactly("plumbline", "commit", "built", "java", "quarkus", "drools", "rules");
    assertThat(version.path("rules").asText()).isEqualTo(RuleFiles.shipped().digest());
    assertThat(version.path("drools").asText()).matches("[0-9.]+");
    assertThat(version.path("commit").asText()).matches("[0-9a-f]{12}|unknown");
    terminal.run("--version");
    assertThat(terminal.out()).contains(version.path("rules").asText());
  }

  @Test
  void progressIsForThoseWhoWait() {
    var err = new StringWriter();
    try (var progress = new Progress(new PrintWriter(err, true), true)) {
      progress.now("compiling rules");
      assertThat(err.toString()).isEmpty();
      progress.losePatience();
      progress.now("settling");
    }
    assertThat(err.toString().lines())
        .containsExactly("plumbline: compiling rules...", "plumbline: settling...");
  }

  @Test
  void whereThereIsNoTerminalNotEveryStepIsSaid() {
    var err = new StringWriter();
    try (var progress = new Progress(new PrintWriter(err, true), false)) {
      progress.now("reading");
      progress.losePatience();
      progress.now("compiling rules");
      progress.now("settling");
      progress.losePatience();
      progress.losePatience();
    }
    assertThat(err.toString().lines())
        .containsExactly("plumbline: reading...", "plumbline: settling...");
  }

  private boolean found(String program) {
    return List.of(System.getenv("PATH").split(":")).stream()
        .anyMatch(dir -> Files.isExecutable(Path.of(dir, program)));
  }

  private String output(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
