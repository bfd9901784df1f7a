package dev.plumbline.fleet;

/**
 * What is wrong with a log.
 *
 * @param object the file or object of a bucket, below the place of the log
 * @param message what is wrong with it, in words
 */
public record LogProblem(Kind kind, String object, String message) {

  public enum Kind {
    /** It cannot be read, now or at all. */
    UNREADABLE("unreadable"),
    /** It is not what was recorded. */
    ALTERED("altered"),
    /** Entries are missing. */
    GAP("gap"),
    /** More than one writer has written it, or writes under its name. */
    TWO_WRITERS("two-writers");

    private final String wire;

    Kind(String wire) {
      this.wire = wire;
    }

    public String wire() {
      return wire;
    }
  }

  /** That a log cannot be read further, for this reason. */
  static final class ProblemException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient LogProblem problem;

    ProblemException(Kind kind, String object, String message) {
      super(message);
      problem = new LogProblem(kind, object, message);
    }

    LogProblem problem() {
      return problem;
    }
  }
}
