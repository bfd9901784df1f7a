package dev.plumbline.cli.shell;

import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.fact.Nearest;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumbline completion}: what a shell needs to complete verbs and options. */
@Command(
    name = "completion",
    description = "Print what a shell needs to complete verbs and options.",
    footer = {
      "  source <(plumbline completion bash)",
      "      in ~/.bashrc; the same with zsh in ~/.zshrc",
      "  plumbline completion bash > ~/.local/share/bash-completion/completions/plumbline",
      "      once, for every bash to come",
      "  plumbline completion fish > ~/.config/fish/completions/plumbline.fish",
      "      the same for fish"
    })
public final class CompletionCommand implements Callable<Integer> {

  private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  @Parameters(arity = "1", paramLabel = "SHELL", description = "bash, zsh or fish.")
  @SuppressWarnings("NullAway.Init")
  private String shell;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() {
    String wanted = shell.toLowerCase(Locale.ROOT);
    if (!SHELLS.contains(wanted)) {
      throw new ParameterException(
          spec.commandLine(),
          shell + " is not a supported shell. " + Nearest.advice(shell, SHELLS));
    }
    CommandLine program = spec.root().commandLine();
    Candidates.tell(program);
    String script =
        wanted.equals("fish")
            ? FishCompletion.of(program)
            : bash(AutoComplete.bash(spec.root().name(), program));
    spec.commandLine().getOut().print(script);
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
}
