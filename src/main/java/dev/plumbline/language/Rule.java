package dev.plumbline.language;

/**
 * A rule's metadata.
 *
 * @param id {@code @Id}, permanent
 * @param name its statement, present tense
 * @param control {@code @Control}: the controls it implements, comma-separated
 * @param severity {@code @Severity}: info, low, medium, high, critical
 * @param file the name of its file
 * @param line the 1-based line of its header
 */
public record Rule(String id, String name, String control, String severity, String file, int line) {

  /** {@code file:line}. */
  public String place() {
    return file + ":" + line;
  }
}
