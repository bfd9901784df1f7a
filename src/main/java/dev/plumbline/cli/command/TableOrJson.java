package dev.plumbline.cli.command;

import dev.plumbline.fact.Nearest;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** In which form is answered: for people or for programs. */
public final class TableOrJson {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table (default) or json.")
  @SuppressWarnings("NullAway.Init")
  private String form;

  /** The form that is asked for; bad input when there is none of that name. */
  public static String of(String form, List<String> forms, CommandLine command) {
    String wanted = form.toLowerCase(Locale.ROOT);
    if (!forms.contains(wanted)) {
      throw new ParameterException(
          command, "unsupported output format '" + form + "'. " + Nearest.advice(form, forms));
    }
    return wanted;
  }

  /** Whether it is for programs. */
  public boolean json(CommandLine command) {
    return "json".equals(of(form, List.of("table", "json"), command));
  }
}
