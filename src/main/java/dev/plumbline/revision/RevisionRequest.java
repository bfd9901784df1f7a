package dev.plumbline.revision;

import java.time.Instant;

/** A request to the leader, filed in the store. */
public record RevisionRequest(String id, Kind kind, String digest, String by, Instant at) {

  public enum Kind {
    /** Activate a revision although it exceeds a limit. */
    APPROVE,
    /** Activate an earlier revision again. */
    ROLLBACK
  }
}
