package dev.plumbline.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** What a verb tells the shell. A verb whose words for a code differ has them in its help. */
final class ExitCodes {

  /** Answered, or done. */
  static final int ANSWERED = 0;

  /** What was checked is not well, something could not be done, or a fault of ours. */
  static final int FAILED = 1;

  /** What was given cannot be used. */
  static final int BAD_INPUT = 2;

  /** With {@code --exit-code}: there is something to do, or something holds. */
  static final int SOMETHING = 3;

  private static final Map<String, String> USUAL =
      Map.of(
          "0", "answered",
          "1", "a fault of ours, told with all there is",
          "2", "bad input, told on a line with advice");

  private ExitCodes() {}

  /** The words for each code: those of the verb, else the usual ones. */
  static Map<String, String> words(Map<String, String> own) {
    var words = new TreeMap<>(USUAL);
    words.putAll(own);
    return new LinkedHashMap<>(words);
  }
}
