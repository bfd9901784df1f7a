package dev.plumbline.action;

import dev.plumbline.fact.ObjectRef;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of an action.
 *
 * @param kind what was done
 * @param object to what
 * @param result what came of it
 * @param code the error code of EC2 or reason of the API server; null unless it failed
 * @param message details; may be empty
 * @param at when
 */
public record Outcome(
    ActionKind kind,
    ObjectRef object,
    Result result,
    @Nullable String code,
    String message,
    Instant at) {

  /** What came of it. */
  public enum Result {
    /** Written. */
    DONE,
    /** It was so already. */
    UNCHANGED,
    /** The object has changed since the plan: it is planned anew. */
    OUTDATED,
    /** Refused or unreachable. */
    FAILED
  }
}
