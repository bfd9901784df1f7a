package dev.plumbline.language;

import org.jspecify.annotations.Nullable;

/**
 * A finding of the linter.
 *
 * @param file the display name of the file
 * @param line 1-based; 0 for the whole file
 * @param column 1-based; 0 for the whole file
 * @param level whether the text is rejected
 * @param check the check, as named in docs/lint.md
 * @param rule the name of the rule; null outside a rule
 * @param message the problem, its reason and advice, on one line
 */
public record LintFinding(
    String file,
    int line,
    int column,
    Level level,
    Check check,
    @Nullable String rule,
    String message) {

  /** The severity of a finding. */
  public enum Level {
    /** The text is rejected. */
    ERROR,
    /** The text is accepted. */
    WARNING;

    /** The name in messages and JSON output. */
    public String word() {
      return this == ERROR ? "error" : "warning";
    }
  }

  /** {@code file:line:column}. */
  public String place() {
    return line > 0 ? file + ":" + line + ":" + column : file;
  }

  @Override
  public String toString() {
    return place() + ": " + message;
  }
}
