package dev.plumbline.log;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The kinds of entry; docs/decision-log.md has the fields of each. */
public enum EntryKind {
  /** A writer starts; says what was cut off after a crash. */
  START,
  /** A writer ends normally. */
  STOP,
  /** This replica leads from now on, or no longer leads. */
  LEADER,
  /** A rule revision is active from now on. */
  RULES,
  /** All facts, and the digest of all conclusions: a replay can begin here. */
  STATE,
  /** Facts changed, and what that changed: conclusions with why, planned actions, waivers. */
  DECISION,
  OUTCOME;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static @Nullable EntryKind ofWire(String wire) {
    for (EntryKind kind : values()) {
      if (kind.wire().equals(wire)) {
        return kind;
      }
    }
    return null;
  }
}
