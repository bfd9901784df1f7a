package dev.plumbline.revision;

import java.time.Instant;

/**
 * What somebody asks of the running program by way of the store.
 *
 * @param id tells it from others
 * @param kind what is asked for
 * @param digest of which revision
 * @param by who asks
 * @param at when
 */
public record RevisionRequest(String id, Kind kind, String digest, String by, Instant at) {

  /** What can be asked for. */
  public enum Kind {
    /** That a revision serves though it goes beyond a limit. */
    APPROVE,
    /** That a revision serves which did before. */
    ROLLBACK
  }
}
