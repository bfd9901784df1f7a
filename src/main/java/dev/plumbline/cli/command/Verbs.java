package dev.plumbline.cli.command;

import dev.plumbline.fact.Nearest;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Verbs by what people call them. */
public final class Verbs {

  private Verbs() {}

  /**
   * The verb of these words below the whole program; the program itself for none.
   *
   * @param asking who asks, and tells what cannot be found
   */
  public static CommandLine named(List<String> words, CommandSpec asking) {
    CommandLine found = asking.root().commandLine();
    for (String word : words) {
      CommandLine next = found.getSubcommands().get(word);
      if (next == null) {
        throw new ParameterException(asking.commandLine(), unknown(word, found));
      }
      found = next;
    }
    return found;
  }

  /** What is said of a word that is no verb of {@code command}. */
  public static String unknown(String word, CommandLine command) {
    return command.getSubcommands().isEmpty()
        ? "'%s' is one argument too many. Try: %s --help."
            .formatted(word, command.getCommandSpec().qualifiedName())
        : "unknown verb '%s'. %s"
            .formatted(word, Nearest.advice(word, command.getSubcommands().keySet()));
  }
}
