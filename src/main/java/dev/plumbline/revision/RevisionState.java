package dev.plumbline.revision;

import java.util.Locale;

public enum RevisionState {
  ACTIVE,
  CANDIDATE,
  /** Exceeds a limit and awaits approval. */
  HELD,
  REJECTED,
  /** Formerly active, since replaced. */
  REPLACED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
