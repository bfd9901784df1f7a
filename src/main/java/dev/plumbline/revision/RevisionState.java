package dev.plumbline.revision;

import java.util.Locale;

/** The state of a revision. */
public enum RevisionState {
  /** Active in the host. */
  ACTIVE,
  /** Being processed. */
  CANDIDATE,
  /** Exceeds a limit and awaits approval. */
  HELD,
  /** Invalid, or rejected by a stage. */
  REJECTED,
  /** Formerly active, since replaced. */
  REPLACED;

  /** The word for it, in facts and documents. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
