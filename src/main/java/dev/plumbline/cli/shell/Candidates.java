package dev.plumbline.cli.shell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ScopeType;

/** What an argument takes: one of a few words, a verb, a file, or anything. */
final class Candidates {

  /** The labels of options whose description is {@code a (default), b (how) or c.} */
  private static final Set<String> LABELS = Set.of("FORMAT", "WHEN", "SHELL");

  private Candidates() {}

  /** The words; empty when it takes anything. */
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

  /** Whether it takes a file or a folder, which the name of a snapshot is. */
  static boolean files(ArgSpec argument) {
    return argument.type() == Path.class
        || argument.paramLabel().contains("SNAPSHOT")
        || argument.paramLabel().equals("DIR")
        || argument.paramLabel().equals("LOCATION");
  }

  /** Tells the model of them, so that picocli completes them, too. */
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

  /** Takes it from a command, and from those below that have inherited it. */
  private static void remove(ArgSpec argument, CommandLine from) {
    if (argument.scopeType() == ScopeType.INHERIT && argument instanceof OptionSpec option) {
      for (CommandLine below : from.getSubcommands().values()) {
        remove(
            Objects.requireNonNull(below.getCommandSpec().findOption(option.longestName())), below);
      }
    }
    from.getCommandSpec().remove(argument);
  }
}
