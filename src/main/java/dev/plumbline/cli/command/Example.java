package dev.plumbline.cli.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * One example of a verb: what is typed, and what for.
 *
 * @param meaning what it is for; empty when the line says it
 */
public record Example(String typed, String meaning) {

  private static final String TYPED = "  ";
  private static final String MEANING = "      ";

  /**
   * Those that the help of a verb ends with: a line that two spaces begin, and under it what it is
   * for, further in.
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
