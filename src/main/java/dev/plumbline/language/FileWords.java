package dev.plumbline.language;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values that the rules of one file conclude, and those that they compare properties with,
 * which are checked against the {@link Vocabulary} of all files.
 */
final class FileWords {

  /** A value of the property of a conclusion. */
  record Concluded(String path, TypedValue value) {}

  /**
   * A property that is compared with a string.
   *
   * @param rule that compares; null if the file does
   */
  record Compared(String path, String text, int at, String operator, @Nullable String rule) {}

  private final List<Concluded> concluded = new ArrayList<>();
  private final List<Compared> compared = new ArrayList<>();

  List<Concluded> concluded() {
    return concluded;
  }

  List<Compared> compared() {
    return compared;
  }

  void addConcluded(String path, TypedValue value) {
    concluded.add(new Concluded(path, value));
  }

  void addCompared(
      @Nullable String path, String text, int at, String operator, @Nullable String rule) {
    if (path != null) {
      compared.add(new Compared(path, text, at, operator, rule));
    }
  }
}
