package dev.plumbline.language;

/**
 * One thing wrong with rule text.
 *
 * @param file the file, as people know it
 * @param line from 1; 0 when it concerns the whole file
 * @param column from 1; 0 when only the line is known
 * @param message what is wrong, on one line
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
