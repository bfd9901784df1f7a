package dev.plumbline.cli.command;

import dev.plumbline.cli.table.TextFormat;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option {@code -o}: output for people or for programs. */
public final class OutputFormat {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table (default) or json.")
  @SuppressWarnings("NullAway.Init")
  private String format;

  /** The requested format in lower case; invalid input if it is not one of {@code formats}. */
  public static String of(String format, List<String> formats, CommandLine command) {
    String wanted = format.toLowerCase(Locale.ROOT);
    if (!formats.contains(wanted)) {
      throw new ParameterException(
          command,
          "unsupported output format '" + format + "'. " + TextFormat.suggestion(format, formats));
    }
    return wanted;
  }

  public boolean json(CommandLine command) {
    return "json".equals(of(format, List.of("table", "json"), command));
  }
}
