package dev.plumbline.language;

/**
 * A problem in rule text.
 *
 * @param line 1-based; 0 for the whole file
 * @param column 1-based; 0 if only the line is known
 */
public record RuleProblem(String file, int line, int column, String message) {

  @Override
  public String toString() {
    return file
        + (line > 0 ? ":" + line : "")
        + (line > 0 && column > 0 ? ":" + column : "")
        + ": "
        + message;
  }
}
