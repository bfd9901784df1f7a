package dev.plumbline.action;

import dev.plumbline.fact.ObjectRef;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one attempt to execute an action.
 *
 * @param code the EC2 error code or API server reason; null unless it failed
 * @param message details; may be empty
 */
public record Outcome(
    ActionKind kind,
    ObjectRef object,
    Result result,
    @Nullable String code,
    String message,
    Instant at) {

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
