package dev.plumbline.audit;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What an entry of the log tells; docs/decision-log.md has the fields of each. */
public enum EntryKind {
  /** A writer begins; what was cut off after a crash is told here. */
  START,
  /** A writer ends in good order. */
  STOP,
  /** This replica leads from here on, or leads no more. */
  LEADER,
  /** A rule revision serves from here on. */
  RULES,
  /** All facts, and the digest of all that follows: where a replay can begin. */
  STATE,
  /** Facts changed, and what that changed: conclusions with why, planned actions, waivers. */
  DECISION,
  /** What became of an action. */
  OUTCOME;

  /** As entries have it: {@code decision}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind that entries call {@code wire}; null when there is none. */
  public static @Nullable EntryKind ofWire(String wire) {
    for (EntryKind kind : values()) {
      if (kind.wire().equals(wire)) {
        return kind;
      }
    }
    return null;
  }
}
