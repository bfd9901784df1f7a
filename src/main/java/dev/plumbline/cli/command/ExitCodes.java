package dev.plumbline.cli.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The exit codes. A verb for which a code means something else says so in its help. */
public final class ExitCodes {

  public static final int ANSWERED = 0;

  /** What was checked is not well, something could not be done, or an internal error. */
  public static final int FAILED = 1;

  /** What was given cannot be used. */
  public static final int BAD_INPUT = 2;

  public static final int SOMETHING = 3;

  private static final Map<String, String> USUAL =
      Map.of(
          "0", "success",
          "1", "internal error (bug), with its stack trace",
          "2", "invalid input, with a line of advice");

  private ExitCodes() {}

  /** The words for each code: those of the verb, else the usual ones. */
  public static Map<String, String> words(Map<String, String> own) {
    var words = new TreeMap<>(USUAL);
    words.putAll(own);
    return new LinkedHashMap<>(words);
  }
}
