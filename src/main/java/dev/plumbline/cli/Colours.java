package dev.plumbline.cli;

import dev.plumbline.fact.Nearest;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.ParameterException;

/** Whether answers are coloured. */
final class Colours {

  private static final List<String> WHEN = List.of("auto", "always", "never");

  private Colours() {}

  /** What {@code --color} asks for. */
  static ColorScheme when(String when, CommandLine command) {
    return Help.defaultColorScheme(
        switch (when.toLowerCase(Locale.ROOT)) {
          case "auto" -> Ansi.AUTO;
          case "always" -> Ansi.ON;
          case "never" -> Ansi.OFF;
          default ->
              throw new ParameterException(
                  command, "--color: unknown value '" + when + "'. " + Nearest.advice(when, WHEN));
        });
  }
}
