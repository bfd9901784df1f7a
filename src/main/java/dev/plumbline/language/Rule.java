package dev.plumbline.language;

/**
 * A rule's metadata.
 *
 * @param control {@code @Control}: the controls it implements, comma-separated
 * @param severity {@code @Severity}: info, low, medium, high, critical
 * @param line the 1-based line of its header
 */
public record Rule(String id, String name, String control, String severity, String file, int line) {

  public String place() {
    return file + ":" + line;
  }

  /** In words: {@code POOL-001 (node-pool-usability.drl:38)}. */
  public String named() {
    return id + " (" + place() + ")";
  }
}
