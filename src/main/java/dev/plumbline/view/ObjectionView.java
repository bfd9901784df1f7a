package dev.plumbline.view;

import dev.plumbline.conclusion.Conclusion;
import org.jspecify.annotations.Nullable;

/**
 * A reason of a rule against a thing.
 *
 * @param waiver the id of the waiver that lifts it; null when it stands
 * @param conclusion what says so, with its derivations in the settlement
 */
public record ObjectionView(
    String rule, String message, @Nullable String waiver, Conclusion conclusion) {

  /** Whether a waiver lifts it. */
  public boolean waived() {
    return waiver != null;
  }
}
