package dev.plumbline.action;

import dev.plumbline.fact.ObjectRef;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one attempt to execute an action.
 *
 * @param code the EC2 error code or API server reason; null unless it failed
 * @param message details; may be empty
 * @param value a digest of the value that was to be written, by which two writes are compared; null
 *     if the field was given back or unknown
 * @param manager the field manager, other than ours, that had last written the spec of the object;
 *     null if there is none or unknown
 */
public record Outcome(
    ActionKind kind,
    ObjectRef object,
    Result result,
    @Nullable String code,
    String message,
    Instant at,
    @Nullable String value,
    @Nullable String manager) {

  /** An outcome of which neither value nor other writer is known. */
  public Outcome(
      ActionKind kind,
      ObjectRef object,
      Result result,
      @Nullable String code,
      String message,
      Instant at) {
    this(kind, object, result, code, message, at, null, null);
  }

  /** What was attempted on which object: {@code PinAmis EC2NodeClass/default}. */
  public String work() {
    return kind.wire() + " " + object.key();
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
