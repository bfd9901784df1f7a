package dev.plumbline.cli.command;

import dev.plumbline.cli.table.TextFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

/** {@code plumbline completion}: what a shell needs to complete verbs and options. */
@Command(
    name = "completion",
    description = "Print the completion script of a shell.",
    footer = {
      "  source <(plumbline completion bash)",
      "      in ~/.bashrc; the same with zsh in ~/.zshrc",
      "  plumbline completion bash > ~/.local/share/bash-completion/completions/plumbline",
      "      once, for every bash to come",
      "  plumbline completion fish > ~/.config/fish/completions/plumbline.fish",
      "      the same for fish"
    })
public final class CompletionCommand extends Verb {

  private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  @Parameters(arity = "1", paramLabel = "SHELL", description = "bash, zsh or fish.")
  @SuppressWarnings("NullAway.Init")
  private String shell;

  @Override
  public Integer call() {
    String wanted = shell.toLowerCase(Locale.ROOT);
    if (!SHELLS.contains(wanted)) {
      throw invalid(shell + " is not a supported shell. " + TextFormat.suggestion(shell, SHELLS));
    }
    CommandLine program = command().getCommandSpec().root().commandLine();
    Candidates.tell(program);
    String script =
        wanted.equals("fish")
            ? FishCompletion.of(program)
            : bash(AutoComplete.bash(command().getCommandSpec().root().name(), program));
    data().print(script);
    return ExitCodes.ANSWERED;
  }

  /**
   * The script for bash, which loads what zsh has for such scripts when zsh reads it. Files are
   * left to the shell: it knows where there are any, and goes on below a folder.
   */
  private static String bash(String made) {
    return made.lines()
            .filter(line -> !line.endsWith("# files") && !line.endsWith("compopt +o default"))
            .collect(Collectors.joining("\n"))
        + "\n";
  }

  static String sentence(String... description) {
    String text = String.join(" ", description).formatted();
    int end = text.indexOf(". ");
    return end < 0 ? text : text.substring(0, end + 1);
  }

  private static final class FishCompletion {

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
      spec.options().stream()
          .filter(option -> !option.hidden())
          .forEach(each -> option(path, each));
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

    private static String quoted(String text) {
      return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
  }

  /** What an argument takes: one of a few words, a verb, a file, or anything. */
  private static final class Candidates {

    private static final Set<String> LABELS = Set.of("FORMAT", "WHEN", "SHELL");

    private Candidates() {}

    static List<String> of(ArgSpec argument) {
      if (argument.paramLabel().equals("VERB")) {
        return List.copyOf(argument.command().root().subcommands().keySet());
      }
      if (!LABELS.contains(argument.paramLabel())) {
        return List.of();
      }
      String listed = String.join(" ", argument.description()).replaceAll("\\([^)]*\\)", "");
      return List.of(listed.replaceAll("[.:;].*", "").strip().split("\\s*,\\s*|\\s+or\\s+", -1));
    }

    static boolean files(ArgSpec argument) {
      return argument.type() == Path.class
          || argument.paramLabel().contains("SNAPSHOT")
          || argument.paramLabel().equals("DIR")
          || argument.paramLabel().equals("LOCATION");
    }

    /** Adds them to the model, so that picocli completes them, too. */
    static void tell(CommandLine command) {
      CommandSpec spec = command.getCommandSpec();
      for (ArgSpec argument : new ArrayList<>(spec.args())) {
        List<String> words = of(argument);
        if (words.isEmpty() || argument.inherited()) {
          continue;
        }
        remove(argument, command);
        if (argument instanceof OptionSpec option) {
          spec.addOption(OptionSpec.builder(option).completionCandidates(words).build());
        } else if (argument instanceof PositionalParamSpec positional) {
          spec.addPositional(
              PositionalParamSpec.builder(positional).completionCandidates(words).build());
        }
      }
      command.getSubcommands().values().forEach(Candidates::tell);
    }

    private static void remove(ArgSpec argument, CommandLine from) {
      if (argument.scopeType() == ScopeType.INHERIT && argument instanceof OptionSpec option) {
        for (CommandLine below : from.getSubcommands().values()) {
          remove(
              Objects.requireNonNull(below.getCommandSpec().findOption(option.longestName())),
              below);
        }
      }
      from.getCommandSpec().remove(argument);
    }
  }
}
