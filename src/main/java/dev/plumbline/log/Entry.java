package dev.plumbline.log;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/**
 * An entry of the log.
 *
 * @param sequence its place, from 0, without gaps
 * @param previous the leaf hash of the entry before it, lower-case hexadecimal; empty for the first
 * @param body its fields, as docs/decision-log.md lists them
 */
public record Entry(long sequence, Instant at, EntryKind kind, String previous, ObjectNode body) {

  /**
   * An entry that is not in the log yet: it has no place there.
   *
   * @param body its fields, as docs/decision-log.md lists them; not changed after it is handed over
   */
  public record Draft(Instant at, EntryKind kind, ObjectNode body) {}
}
