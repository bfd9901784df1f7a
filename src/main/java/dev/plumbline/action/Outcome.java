package dev.plumbline.action;

import dev.plumbline.fact.ObjectRef;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one attempt to execute an action.
 *
 * @param code the EC2 error code or API server reason; null unless it failed
 * @param message details; may be empty
 * @param value the value that was to be written, by which two writes are compared; null if the
 *     field was given back or unknown
 */
public record Outcome(
    ActionKind kind,
    ObjectRef object,
    Result result,
    @Nullable String code,
    String message,
    Instant at,
    @Nullable String value) {

  /** An outcome whose value is unknown. */
  public Outcome(
      ActionKind kind,
      ObjectRef object,
      Result result,
      @Nullable String code,
      String message,
      Instant at) {
    this(kind, object, result, code, message, at, null);
  }

  public enum Result {
    DONE,
    /** The live object already matched. */
    UNCHANGED,
    /** The object changed after the plan was computed: waits for the next plan. */
    OUTDATED,
    /** Rejected, or the server is unreachable. */
    FAILED
  }
}
