package dev.plumbline.action;

/**
 * The result of a write that did not fail.
 *
 * @param message details; may be empty
 */
public record Written(Outcome.Result result, String message) {

  public static final Written DONE = new Written(Outcome.Result.DONE, "");

  /** The live object already matched. */
  public static final Written UNCHANGED = new Written(Outcome.Result.UNCHANGED, "");

  /** The object changed after the plan was computed. */
  public static Written outdated(String message) {
    return new Written(Outcome.Result.OUTDATED, message);
  }
}
