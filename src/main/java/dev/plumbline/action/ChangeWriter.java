package dev.plumbline.action;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Executes one action at a time, synchronously. */
@FunctionalInterface
public interface ChangeWriter {

  /**
   * Executes an action if the live object differs.
   *
   * @throws WriteFaultException if the write is rejected or the server cannot be reached
   * @throws NotLeadingException if this replica is no longer the leader; nothing was written
   */
  Written write(Action action);

  /**
   * What is written besides the content of {@code action}, such as the digest of the rules; once it
   * differs, an action that was carried out is carried out again.
   */
  default Object basis(Action action) {
    return "";
  }

  /** Deletions of objects that were written for earlier plans and are not part of {@code plan}. */
  default List<Action> leftovers(Plan plan) {
    return List.of();
  }

  /**
   * The result of a write that did not fail.
   *
   * @param message details; may be empty
   * @param manager the field manager, other than ours, that had last written the spec of the
   *     object; null if there is none or unknown
   */
  public record Written(Outcome.Result result, String message, @Nullable String manager) {

    public static final Written DONE = doneAfter(null);

    /** What {@code manager} had written before was changed. */
    public static Written doneAfter(@Nullable String manager) {
      return new Written(Outcome.Result.DONE, "", manager);
    }

    /** The live object already matched. */
    public static final Written UNCHANGED = new Written(Outcome.Result.UNCHANGED, "", null);

    /** The object changed after the plan was computed. */
    public static Written outdated(String message) {
      return new Written(Outcome.Result.OUTDATED, message, null);
    }
  }

  /** A write was rejected, or the server cannot be reached. */
  public static final class WriteFaultException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String code;

    /**
     * @param code the EC2 error code, or the API server reason: Forbidden
     */
    public WriteFaultException(String code, String message) {
      super(message);
      this.code = code;
    }

    public String code() {
      return code;
    }
  }

  /** This replica is not the leader, or may soon not be: it must not write. */
  public static final class NotLeadingException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public NotLeadingException() {
      super("another replica may be the one who acts");
    }
  }
}
