package dev.plumbline.view;

import dev.plumbline.conclusion.Conclusion;
import org.jspecify.annotations.Nullable;

/**
 * An objection of a rule to an object.
 *
 * @param waiver the id of the waiver that covers it; null if none does
 * @param conclusion the objection; its derivations are in the settlement
 */
public record ObjectionView(
    String rule, String message, @Nullable String waiver, Conclusion conclusion) {

  /** Whether a waiver covers it. */
  public boolean waived() {
    return waiver != null;
  }
}
