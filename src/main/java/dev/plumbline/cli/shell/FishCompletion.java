package dev.plumbline.cli.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The completion of fish, made from the commands as picocli knows them. */
final class FishCompletion {

  /** Which verbs stand before the cursor; options and what they take do not count. */
  private static final String HEAD =
      """
      # Completes the words of plumbline in fish: plumbline completion fish

      function __plumbline_verbs
          set -l verbs
          for word in (commandline -opc)[2..-1]
              if contains -- (string join -- ' ' $verbs $word) $__plumbline_known
                  set -a verbs $word
              end
          end
          string join ' ' $verbs
      end

      function __plumbline_after
          set -l verbs (__plumbline_verbs)
          test "$verbs" = "$argv"
      end

      """;

  private final String name;
  private final List<String> known = new ArrayList<>();
  private final StringBuilder lines = new StringBuilder();

  private FishCompletion(String name) {
    this.name = name;
  }

  /** The script for a program and all its verbs. */
  static String of(CommandLine program) {
    var script = new FishCompletion(program.getCommandName());
    script.add(program, "");
    String known =
        script.known.stream().map(FishCompletion::quoted).collect(Collectors.joining(" "));
    return HEAD
        + "set -g __plumbline_known "
        + known
        + "\n\ncomplete -c "
        + script.name
        + " -f\n"
        + script.lines;
  }

  private void add(CommandLine command, String path) {
    CommandSpec spec = command.getCommandSpec();
    command
        .getSubcommands()
        .forEach((verb, sub) -> line(path, "-a " + verb + " -d " + quoted(first(sub))));
    spec.options().stream().filter(option -> !option.hidden()).forEach(each -> option(path, each));
    for (PositionalParamSpec positional : spec.positionalParameters()) {
      List<String> words = Candidates.of(positional);
      if (!words.isEmpty()) {
        line(path, "-a " + quoted(String.join(" ", words)));
      } else if (Candidates.files(positional)) {
        line(path, "-F");
      }
    }
    command
        .getSubcommands()
        .forEach(
            (verb, sub) -> {
              String below = path.isEmpty() ? verb : path + " " + verb;
              known.add(below);
              add(sub, below);
            });
  }

  private void option(String path, OptionSpec option) {
    var line = new StringBuilder();
    for (String each : option.names()) {
      line.append(each.startsWith("--") ? "-l " + each.substring(2) : "-s " + each.substring(1));
      line.append(' ');
    }
    if (option.arity().max() > 0) {
      List<String> words = Candidates.of(option);
      line.append(
          !words.isEmpty()
              ? "-x -a " + quoted(String.join(" ", words)) + " "
              : Candidates.files(option) ? "-r -F " : "-x ");
    }
    line(path, line + "-d " + quoted(sentence(option.description())));
  }

  private void line(String path, String rest) {
    lines
        .append("complete -c ")
        .append(name)
        .append(" -n ")
        .append(quoted(("__plumbline_after " + path).strip()))
        .append(' ')
        .append(rest)
        .append('\n');
  }

  private static String first(CommandLine command) {
    return sentence(command.getCommandSpec().usageMessage().description());
  }

  /** The first sentence. */
  static String sentence(String... description) {
    String text = String.join(" ", description).formatted();
    int end = text.indexOf(". ");
    return end < 0 ? text : text.substring(0, end + 1);
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
