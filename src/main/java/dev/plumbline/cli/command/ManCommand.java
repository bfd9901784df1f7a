package dev.plumbline.cli.command;

import dev.plumbline.language.BuildInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** {@code plumbline man}: the manual page of a verb. */
@Command(
    name = "man",
    description = "Print the manual page of a verb, as roff.",
    footer = {
      "  plumbline man audit query | man -l -",
      "      reads it",
      "  plumbline man > ~/.local/share/man/man1/plumbline.1",
      "      keeps that of the program, for man plumbline"
    })
public final class ManCommand extends Verb {

  @Parameters(arity = "0..*", paramLabel = "VERB", description = "Which one. Without: the program.")
  private List<String> verbs = new ArrayList<>();

  @Override
  public Integer call() {
    data().print(ManPage.of(Errors.verb(verbs, command())));
    return ExitCodes.ANSWERED;
  }

  /** A manual page, section 1, in the macros of man(7), made from a command as picocli knows it. */
  private static final class ManPage {

    private final CommandLine command;
    private final CommandSpec spec;
    private final StringBuilder page = new StringBuilder();

    private ManPage(CommandLine command) {
      this.command = command;
      this.spec = command.getCommandSpec();
    }

    static String of(CommandLine command) {
      var made = new ManPage(command);
      made.write();
      return made.page.toString();
    }

    private void write() {
      BuildInfo build = BuildInfo.current();
      macro(
          "TH",
          name(spec).toUpperCase(Locale.ROOT),
          "1",
          build.day(),
          "plumbline " + build.version());
      section("NAME");
      text(name(spec) + " - " + summary());
      section("SYNOPSIS");
      macro("nf");
      text(synopsis());
      macro("fi");
      section("DESCRIPTION");
      text(words(spec.usageMessage().description()));
      for (String remark : Example.remarks(spec)) {
        text(remark);
      }
      list("ARGUMENTS", spec.positionalParameters());
      list("OPTIONS", spec.options().stream().filter(option -> !option.hidden()).toList());
      verbs();
      exitCodes();
      examples();
      others();
    }

    private String summary() {
      String first = CompletionCommand.sentence(spec.usageMessage().description());
      return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }

    private String synopsis() {
      var help = new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF));
      return help.synopsis(0).strip();
    }

    private void list(String title, List<? extends ArgSpec> arguments) {
      if (arguments.isEmpty()) {
        return;
      }
      section(title);
      for (ArgSpec argument : arguments) {
        macro("TP");
        text("\\fB" + escaped(label(argument)) + "\\fR", true);
        text(words(argument.description()));
      }
    }

    private static String label(ArgSpec argument) {
      if (!(argument instanceof OptionSpec option)) {
        return argument.paramLabel();
      }
      String names = String.join(", ", option.names());
      return option.arity().max() == 0 ? names : names + "=" + option.paramLabel();
    }

    private void verbs() {
      if (command.getSubcommands().isEmpty()) {
        return;
      }
      section("VERBS");
      command
          .getSubcommands()
          .forEach(
              (verb, sub) -> {
                macro("TP");
                text("\\fB" + escaped(verb) + "\\fR", true);
                text(words(sub.getCommandSpec().usageMessage().description()));
              });
    }

    private void exitCodes() {
      Map<String, String> codes = spec.usageMessage().exitCodeList();
      if (codes.isEmpty()) {
        return;
      }
      section("EXIT STATUS");
      codes.forEach(
          (code, words) -> {
            macro("TP");
            text(code);
            text(words);
          });
    }

    private void examples() {
      List<Example> examples = Example.of(spec);
      if (examples.isEmpty()) {
        return;
      }
      section("EXAMPLES");
      for (Example each : examples) {
        macro("PP");
        macro("nf");
        text(each.typed());
        macro("fi");
        if (!each.meaning().isEmpty()) {
          macro("RS");
          text(each.meaning());
          macro("RE");
        }
      }
    }

    private void others() {
      var pages = new TreeSet<String>();
      if (spec.parent() != null) {
        pages.add(name(spec.parent()));
      }
      command.getSubcommands().values().forEach(sub -> pages.add(name(sub.getCommandSpec())));
      section("SEE ALSO");
      text(pages.stream().map(each -> each + "(1)").collect(Collectors.joining(", ")));
    }

    private static String name(CommandSpec spec) {
      return spec.qualifiedName("-");
    }

    /** Text as people are shown it: picocli formats it. */
    private static String words(String... lines) {
      return Arrays.stream(lines).map(String::formatted).collect(Collectors.joining("\n"));
    }

    private void section(String title) {
      macro("SH", title);
    }

    private void macro(String name, String... arguments) {
      page.append('.').append(name);
      for (String argument : arguments) {
        page.append(" \"").append(escaped(argument).replace("\"", "\\(dq")).append('"');
      }
      page.append('\n');
    }

    private void text(String text) {
      text(text, false);
    }

    private void text(String text, boolean escaped) {
      for (String line : text.split("\n", -1)) {
        String safe = escaped ? line : escaped(line);
        page.append(safe.startsWith(".") || safe.startsWith("'") ? "\\&" : "").append(safe);
        page.append('\n');
      }
    }

    private static String escaped(String text) {
      var escaped = new StringBuilder();
      for (char c : text.toCharArray()) {
        switch (c) {
          case '\\' -> escaped.append("\\e");
          case '-' -> escaped.append("\\-");
          case '\'' -> escaped.append("\\(aq");
          case '`' -> escaped.append("\\(ga");
          case '~' -> escaped.append("\\(ti");
          case '^' -> escaped.append("\\(ha");
          default -> escaped.append(c < 128 ? String.valueOf(c) : "\\[u%04X]".formatted((int) c));
        }
      }
      return escaped.toString();
    }
  }

  /**
   * One example of a verb: what is typed, and what for.
   *
   * @param meaning what it is for; empty when the line says it
   */
  public record Example(String typed, String meaning) {

    private static final String TYPED = "  ";
    private static final String MEANING = "      ";

    /**
     * Those that the help of a verb ends with: a line that two spaces begin, and under it what it
     * is for, further in.
     */
    public static List<Example> of(CommandSpec spec) {
      var examples = new ArrayList<Example>();
      for (String line : spec.usageMessage().footer()) {
        if (line.startsWith(MEANING) && !examples.isEmpty()) {
          Example last = examples.removeLast();
          String before = last.meaning().isEmpty() ? "" : last.meaning() + " ";
          examples.add(new Example(last.typed(), before + line.strip()));
        } else if (line.startsWith(TYPED)) {
          examples.add(new Example(line.strip(), ""));
        }
      }
      return examples;
    }

    /** What the help says after the examples. */
    public static List<String> remarks(CommandSpec spec) {
      var remarks = new ArrayList<String>();
      for (String line : spec.usageMessage().footer()) {
        if (!line.isBlank() && !line.startsWith(TYPED)) {
          remarks.add(line);
        }
      }
      return remarks;
    }
  }
}
