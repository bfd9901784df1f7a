package dev.plumbline.language;

import org.jspecify.annotations.Nullable;

/**
 * One thing that the linter has to say of rule text.
 *
 * @param file the file, as people know it
 * @param line from 1; 0 when it concerns the whole file
 * @param column from 1; 0 when it concerns the whole file
 * @param level whether it refuses the text
 * @param check the check that found it, as docs/lint.md names it
 * @param rule the name of the rule; null outside of rules
 * @param message what is wrong, why, and what to do, on one line
 */
public record LintFinding(
    String file,
    int line,
    int column,
    Level level,
    Check check,
    @Nullable String rule,
    String message) {

  /** How grave a finding is. */
  public enum Level {
    /** The text is refused. */
    ERROR,
    /** The text is used; its author should know. */
    WARNING;

    /** The word for people and programs. */
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
