package dev.plumbline.revision;

import java.time.Instant;

/**
 * A request to the leader, filed in the store.
 *
 * @param id unique
 * @param digest the revision
 * @param by the requester
 */
public record RevisionRequest(String id, Kind kind, String digest, String by, Instant at) {

  /** The kind of request. */
  public enum Kind {
    /** Activate a revision although it exceeds a limit. */
    APPROVE,
    /** Activate an earlier revision again. */
    ROLLBACK
  }
}
