package dev.plumbline.revision;

import java.util.Locale;

/** How a revision stands. */
public enum RevisionState {
  /** It serves. */
  ACTIVE,
  /** It is under way. */
  CANDIDATE,
  /** It goes beyond a limit and waits for an approval. */
  HELD,
  /** It cannot be used. */
  REJECTED,
  /** It served until another took its place. */
  REPLACED;

  /** The word for it, in facts and documents. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
