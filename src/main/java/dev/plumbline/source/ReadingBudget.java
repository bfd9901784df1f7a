package dev.plumbline.source;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;

/**
 * How much is read of documents that other people wrote: the values of all files of one snapshot,
 * how deep they nest and the digits of a number. The size of a text does not bound what it becomes
 * in memory: 31 MB of {@code [{},{},…]} are ten million objects, and an alias of YAML repeats a
 * whole tree in two characters.
 */
final class ReadingBudget {

  /** The maximum number of objects and lists around a value. */
  static final int MAX_DEPTH = 100;

  private static final int MAX_DIGITS = 100;
  private static final long MAX_VALUES = 50_000_000;

  private final long values;
  private long left;

  /**
   * @param values objects, lists, names and single values together
   */
  ReadingBudget(long values) {
    this.values = values;
    this.left = values;
  }

  /** For the files of whom runs the program: only what no tool writes exceeds it. */
  static ReadingBudget ofLocalFiles() {
    return new ReadingBudget(MAX_VALUES);
  }

  long left() {
    return left;
  }

  void spend(Origin origin, long count) {
    left -= count;
    if (left < 0) {
      throw exhausted(origin);
    }
  }

  /** What a JSON parser may read now. */
  StreamReadConstraints constraints() {
    return StreamReadConstraints.builder()
        .maxNestingDepth(MAX_DEPTH)
        .maxNumberLength(MAX_DIGITS)
        .maxTokenCount(Math.max(1, left))
        .build();
  }

  /** The message of a parser that has met one of {@link #constraints}. */
  InvalidSourceException exceeded(Origin origin, StreamConstraintsException e) {
    String message = e.getOriginalMessage();
    if (message.contains("nesting depth")) {
      return tooDeep(origin);
    }
    if (message.contains("Token count")) {
      return exhausted(origin);
    }
    return message.contains("Number")
        ? origin.fault(
            "holds a number of more than " + MAX_DIGITS + " digits", "Try: put it in quotes.")
        : origin.fault("holds a string or a name that is too long", "Try: shorten it.");
  }

  InvalidSourceException tooDeep(Origin origin) {
    return origin.fault("nests more than " + MAX_DEPTH + " levels deep", "Try: look for brackets.");
  }

  private InvalidSourceException exhausted(Origin origin) {
    return origin.fault(
        "exceeds the " + values + " values that are read of one snapshot",
        "Try: leave out what is not needed.");
  }
}
