package dev.plumbline.language;

import org.jspecify.annotations.Nullable;

/**
 * A finding of the linter.
 *
 * @param line 1-based; 0 for the whole file
 * @param column 1-based; 0 for the whole file
 * @param rule the name of the rule; null outside a rule
 */
public record LintFinding(
    String file,
    int line,
    int column,
    Level level,
    Check check,
    @Nullable String rule,
    String message) {

  public enum Level {
    ERROR,
    WARNING;

    public String word() {
      return this == ERROR ? "error" : "warning";
    }
  }

  public String place() {
    return line > 0 ? file + ":" + line + ":" + column : file;
  }

  @Override
  public String toString() {
    return place() + ": " + message;
  }
}
