package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.plumbline.cli.command.ManCommand.Example;
import dev.plumbline.cli.command.Program;
import dev.plumbline.cli.table.TextOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** The help of every verb: whole, narrow, and with examples that can be typed. */
class HelpTest {

  private static final int NARROW_TERMINAL = 80;

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  static Stream<String> verbs() {
    var verbs = new ArrayList<String>(List.of(""));
    collect(Terminal.program(), "", verbs);
    return verbs.stream();
  }

  private static void collect(CommandLine command, String path, List<String> verbs) {
    command
        .getSubcommands()
        .forEach(
            (verb, sub) -> {
              verbs.add((path + " " + verb).strip());
              collect(sub, (path + " " + verb).strip(), verbs);
            });
  }

  private static CommandLine command(String verb) {
    CommandLine command = Terminal.program();
    for (String word : verb.isEmpty() ? new String[0] : verb.split(" ", -1)) {
      command = command.getSubcommands().get(word);
    }
    return command;
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void saysAllThereIsAndNoLineIsTooWide(String verb) {
    CommandLine command = command(verb);
    CommandSpec spec = command.getCommandSpec();

    assertThat(spec.usageMessage().description()).as("description").isNotEmpty();
    assertThat(spec.args())
        .allSatisfy(
            (ArgSpec each) -> assertThat(each.description()).as(each.paramLabel()).isNotEmpty());
    assertThat(spec.optionsMap()).containsKeys("-h", "--help", "--color");
    assertThat(command.getUsageMessage().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(TextOutput.WIDTH));
  }

  /** The list of verbs shows the first line of a description: a whole sentence on one line. */
  @ParameterizedTest
  @MethodSource("verbs")
  void summariesOfVerbsAreWhole(String verb) {
    CommandLine command = command(verb).setUsageHelpWidth(NARROW_TERMINAL);
    List<String> usage = command.getUsageMessage().lines().map(String::strip).toList();

    command
        .getSubcommands()
        .forEach(
            (name, sub) -> {
              String summary = sub.getCommandSpec().usageMessage().description()[0];
              assertThat(summary).as(name).matches("[A-Z].*\\.");
              assertThat(usage)
                  .as("the summary of %s on one line", name)
                  .anyMatch(
                      line -> line.matches(Pattern.quote(name) + " +" + Pattern.quote(summary)));
            });
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void examplesCanBeTyped(String verb) {
    CommandSpec spec = command(verb).getCommandSpec();
    boolean group = Program.group(spec);
    List<Example> examples = Example.of(spec);

    if (!group) {
      assertThat(examples).as("examples").hasSizeGreaterThanOrEqualTo(2);
      assertThat(examples)
          .allSatisfy(example -> assertThat(example.meaning()).as(example.typed()).isNotEmpty());
      assertThat(examples).anyMatch(example -> example.typed().contains("plumbline " + verb));
    }
    for (Example example : examples) {
      List<String> words = words(example.typed());
      assertThatCode(() -> Terminal.program().parseArgs(words.toArray(String[]::new)))
          .as(example.typed())
          .doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "evalute --help, 'unknown verb ''evalute''. Did you mean evaluate?'",
    "--help evalute, 'unknown verb ''evalute''. Did you mean evaluate?'",
    "-h evalute, 'unknown verb ''evalute''. Did you mean evaluate?'",
    "--version evalute, 'unknown verb ''evalute''. Did you mean evaluate?'",
    "evalute tour --help, 'unknown verb ''evalute''. Did you mean evaluate?'",
    "audit qery --help, 'unknown verb ''qery''. Did you mean query?'",
    "help audit qery, 'unknown verb ''qery''. Did you mean query?'"
  })
  void anUnknownVerbIsAnErrorWithHelpToo(String line, String message) {
    var terminal = new Terminal();

    assertThat(terminal.run(line.split(" ", -1))).isEqualTo(2);
    assertThat(terminal.err()).isEqualTo("plumbline: " + message + System.lineSeparator());
    assertThat(terminal.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "evaluate --help", "--help evaluate", "audit query -h"})
  void helpIsAnAnswer(String line) {
    var terminal = new Terminal();

    assertThat(terminal.run(line.split(" ", -1))).isZero();
    assertThat(terminal.out()).startsWith("Usage: plumbline");
    assertThat(terminal.err()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void exitCodesAreThoseThatThereAre(String verb) {
    CommandSpec spec = command(verb).getCommandSpec();

    if (verb.isEmpty() || !Program.group(spec)) {
      assertThat(spec.usageMessage().exitCodeList().keySet())
          .contains("0", "1", "2")
          .isSubsetOf("0", "1", "2", "3");
      assertThat(spec.usageMessage().exitCodeList().containsKey("3"))
          .isEqualTo(verb.isEmpty() || spec.optionsMap().containsKey("--exit-code"));
    }
  }

  /** What the shell would hand to the program: up to a pipe, without what is redirected. */
  private static List<String> words(String typed) {
    String ours =
        Stream.of(typed.split("&&|\\||<\\(|\\)", -1))
            .map(String::strip)
            .filter(part -> part.startsWith("plumbline "))
            .findFirst()
            .orElseThrow();
    return WORD.matcher(ours.replaceAll(" {2,}.*| *>.*", ""))
        .results()
        .map((MatchResult word) -> word.group(1) == null ? word.group(2) : word.group(1))
        .skip(1)
        .toList();
  }
}
