package dev.plumbline.action;

/**
 * What came of writing that did not fail.
 *
 * @param result done, unchanged or outdated
 * @param message details; may be empty
 */
public record Written(Outcome.Result result, String message) {

  /** It was written. */
  public static final Written DONE = new Written(Outcome.Result.DONE, "");

  /** It was so already. */
  public static final Written UNCHANGED = new Written(Outcome.Result.UNCHANGED, "");

  /** The object is not as it was when this was planned. */
  public static Written outdated(String message) {
    return new Written(Outcome.Result.OUTDATED, message);
  }
}
