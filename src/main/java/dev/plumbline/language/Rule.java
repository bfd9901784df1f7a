package dev.plumbline.language;

/**
 * What is known of a rule beside its conditions.
 *
 * @param id {@code @Id}, permanent
 * @param name the finding it states
 * @param control {@code @Control}: the controls it serves, comma-separated
 * @param severity {@code @Severity}: info, low, medium, high, critical
 * @param file the file it stands in
 * @param line the line of its header, from 1
 */
public record Rule(String id, String name, String control, String severity, String file, int line) {

  /** Where it stands: {@code file:line}. */
  public String place() {
    return file + ":" + line;
  }
}
